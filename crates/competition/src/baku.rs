//! Baku acceleration (FIDE Handbook C.04.7): virtual points for the better half in early rounds.

use crate::{Crosstable, VirtualPoints};

/// The virtual points of a tournament with some planned rounds.
///
/// The first half of the players, rounded up to an even number, gets the points of a win in the
/// first half of the accelerated rounds and those of a draw in the second. The rounds that are
/// accelerated are the first half of the tournament, rounded up.
pub fn virtual_points(table: &Crosstable, planned_rounds: usize) -> Vec<VirtualPoints> {
    let group = 2 * table.players.len().div_ceil(4);
    let accelerated = planned_rounds.div_ceil(2);
    let full = accelerated.div_ceil(2);
    let players = table.players.first().zip(table.players.get(group.saturating_sub(1)));
    let Some((first, last)) = players.or(table.players.first().zip(table.players.last())) else {
        return Vec::new();
    };
    let values = table.point_values;
    [(values.win, 1, full), (values.draw, full + 1, accelerated)]
        .into_iter()
        .filter(|(_, first_round, last_round)| first_round <= last_round)
        .map(|(points, first_round, last_round)| VirtualPoints {
            points,
            first_round,
            last_round,
            first_player: first.number,
            last_player: last.number,
        })
        .collect()
}
