//! Standings: the order by a list of tie-breaks.

use std::cmp::Reverse;

use super::{Rules, TieBreak, Value, direct_encounter, values};
use crate::{Crosstable, PlayerNumber};

/// A line of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The place; players who are equal in all tie-breaks share it.
    pub rank: usize,
    /// Who has it.
    pub player: PlayerNumber,
    /// The values in the order of the list.
    pub values: Vec<Option<Value>>,
}

/// The standings by a list of tie-breaks, best first; among equal players by starting number.
///
/// The list usually begins with [`TieBreak::Points`].
pub fn standings(table: &Crosstable, rules: Rules, by: &[TieBreak]) -> Vec<Standing> {
    let ranks = ranks(table, rules, by);
    let columns: Vec<Vec<Option<Value>>> =
        by.iter().map(|tie_break| values(table, rules, *tie_break)).collect();
    let mut standings: Vec<Standing> = (0..table.players.len())
        .map(|player| Standing {
            rank: ranks[player],
            player: table.players[player].number,
            values: columns.iter().map(|column| column[player]).collect(),
        })
        .collect();
    standings.sort_by_key(|standing| (standing.rank, standing.player));
    standings
}

/// The places of all players in the order of the crosstable. Those who are equal in all
/// tie-breaks share one. Undefined values come last.
pub fn ranks(table: &Crosstable, rules: Rules, by: &[TieBreak]) -> Vec<usize> {
    places(&groups(table, rules, by), table.players.len())
}

/// What the players made against those who are equal to them in everything before direct encounter
/// in a list. None for a player who is not tied, and where not all tied players have met.
pub fn direct_encounter_points(
    table: &Crosstable,
    rules: Rules,
    by: &[TieBreak],
) -> Vec<Option<Value>> {
    let before = by.iter().position(|tie_break| *tie_break == TieBreak::DirectEncounter);
    let mut values = vec![None; table.players.len()];
    for tied in groups(table, rules, &by[..before.unwrap_or(by.len())]) {
        let points = direct_encounter::points(table, rules, &tied).unwrap_or_default();
        for (player, points) in tied.into_iter().zip(points) {
            values[player] = Some(points);
        }
    }
    values
}

/// The players whom a list of tie-breaks does not tell apart, the best first.
fn groups(table: &Crosstable, rules: Rules, by: &[TieBreak]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = vec![(0..table.players.len()).collect()];
    for tie_break in by {
        groups = match tie_break {
            TieBreak::DirectEncounter => groups
                .iter()
                .flat_map(|group| direct_encounter::split(table, rules, group))
                .collect(),
            _ => split_by(&groups, &keys(table, rules, *tie_break)),
        };
    }
    groups
}

/// Sort keys: greater is better.
fn keys(table: &Crosstable, rules: Rules, tie_break: TieBreak) -> Vec<Option<i64>> {
    let sign = if tie_break == TieBreak::PairingNumber { -1 } else { 1 };
    let key = |value: Option<Value>| value.map(|value| sign * value.hundredths());
    values(table, rules, tie_break).into_iter().map(key).collect()
}

fn split_by(groups: &[Vec<usize>], keys: &[Option<i64>]) -> Vec<Vec<usize>> {
    let mut split = Vec::new();
    for group in groups {
        let mut group = group.clone();
        group.sort_by_key(|player| Reverse(keys[*player]));
        let equal = group.chunk_by(|one, other| keys[*one] == keys[*other]);
        split.extend(equal.map(<[usize]>::to_vec));
    }
    split
}

fn places(groups: &[Vec<usize>], players: usize) -> Vec<usize> {
    let mut places = vec![0; players];
    let mut place = 1;
    for group in groups {
        for player in group {
            places[*player] = place;
        }
        place += group.len();
    }
    places
}

/// The places by direct encounter among players with equal points, each group from 1.
pub(super) fn direct_encounter_places(table: &Crosstable, rules: Rules) -> Vec<Option<Value>> {
    let with = ranks(table, rules, &[TieBreak::Points, TieBreak::DirectEncounter]);
    let without = ranks(table, rules, &[TieBreak::Points]);
    let place = |(with, without): (usize, usize)| Value::whole((with - without + 1) as i64);
    with.into_iter().zip(without).map(place).map(Some).collect()
}
