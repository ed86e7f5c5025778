//! Compares the rounds of a crosstable with the pairings that the rules prescribe.

use chess::Color;

use super::{Board, PairingError, RoundPairing, pair};
use crate::{Bye, Crosstable, Entry, Player, PlayerNumber};

/// A round as it was paired. Reports may leave out the colors of a forfeited game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedPairing {
    /// The pairs: White and Black, or in any order if the colors are not known.
    pub pairs: Vec<(PlayerNumber, PlayerNumber)>,
    /// Those of the pairs whose colors are not known.
    pub uncolored: Vec<(PlayerNumber, PlayerNumber)>,
    /// Players with a pairing-allocated bye.
    pub byes: Vec<PlayerNumber>,
}

/// A round that is paired differently.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The round, counted from 1.
    pub round: usize,
    /// Pairs and byes of the crosstable that the rules do not give.
    pub recorded: RecordedPairing,
    /// What the rules give instead, or why they give nothing.
    pub expected: Result<RoundPairing, PairingError>,
}

/// Pairs every round again, each from the rounds before it as they are recorded, and returns
/// those that differ.
pub fn check(table: &Crosstable) -> Vec<Difference> {
    (1..=table.paired_rounds()).filter_map(|round| check_round(table, round)).collect()
}

fn check_round(table: &Crosstable, round: usize) -> Option<Difference> {
    let mut recorded = recorded(table, round);
    let expected = match pair(&table.before_round(round)) {
        Ok(mut expected) => {
            recorded.pairs.retain(|pair| !remove_board(&mut expected, *pair, false));
            recorded.uncolored.retain(|pair| !remove_board(&mut expected, *pair, true));
            if recorded.byes.len() == 1 && recorded.byes.first() == expected.bye.as_ref() {
                recorded.byes.clear();
                expected.bye = None;
            }
            Ok(expected)
        }
        Err(error) => Err(error),
    };
    let is_equal = recorded == RecordedPairing::default()
        && expected.as_ref().is_ok_and(|expected| *expected == RoundPairing::default());
    (!is_equal).then_some(Difference { round, recorded, expected })
}

/// Takes a pair out of a pairing; returns whether it was there.
fn remove_board(
    pairing: &mut RoundPairing,
    (white, black): (PlayerNumber, PlayerNumber),
    any_color: bool,
) -> bool {
    let before = pairing.boards.len();
    let swapped = Board { white: black, black: white };
    pairing
        .boards
        .retain(|board| *board != Board { white, black } && !(any_color && *board == swapped));
    pairing.boards.len() < before
}

fn recorded(table: &Crosstable, round: usize) -> RecordedPairing {
    let mut recorded = RecordedPairing::default();
    for player in &table.players {
        match player.entries.get(round - 1) {
            Some(Entry::Bye(Bye::PairingAllocated)) => recorded.byes.push(player.number),
            Some(Entry::Game(game)) => match (game.color, color_of(table, game.opponent, round)) {
                (Some(Color::White), _) | (None, Some(Color::Black)) => {
                    recorded.pairs.push((player.number, game.opponent));
                }
                (None, None) if player.number < game.opponent => {
                    recorded.uncolored.push((player.number, game.opponent));
                }
                (Some(Color::Black), None) => {
                    recorded.pairs.push((game.opponent, player.number));
                }
                _ => {}
            },
            _ => {}
        }
    }
    recorded.pairs.sort_unstable();
    recorded.pairs.dedup();
    recorded
}

fn color_of(table: &Crosstable, player: PlayerNumber, round: usize) -> Option<Color> {
    let entries = table.player(player).map(|player: &Player| &player.entries)?;
    entries.get(round - 1)?.game()?.color
}
