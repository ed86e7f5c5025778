//! Direct encounter (article 6): the games of tied players among themselves.

use super::{Format, Rules, Value};
use crate::{Crosstable, Entry, Points};

/// Splits tied players into groups, the best first. Players are named by their places in the
/// crosstable.
pub(super) fn split(table: &Crosstable, rules: Rules, tied: &[usize]) -> Vec<Vec<usize>> {
    if tied.len() < 2 {
        return vec![tied.to_vec()];
    }
    let scores: Vec<Score> = tied.iter().map(|player| score(table, rules, *player, tied)).collect();
    let groups = if scores.iter().all(|score| score.missing == 0) {
        by_score(tied, &scores)
    } else {
        certain_first(table, tied, &scores)
    };
    if groups.len() == 1 {
        return groups;
    }
    groups.iter().flat_map(|group| split(table, rules, group)).collect()
}

/// What tied players made against each other; none unless all of them have met. Of several games of
/// two players, the average counts.
pub(super) fn points(table: &Crosstable, rules: Rules, tied: &[usize]) -> Option<Vec<Value>> {
    let scores: Vec<Score> = tied.iter().map(|player| score(table, rules, *player, tied)).collect();
    let have_met = tied.len() > 1 && scores.iter().all(|score| score.missing == 0);
    let value = |score: &Score| Value::from_hundredths(score.points * 10 / DENOMINATOR);
    have_met.then(|| scores.iter().map(value).collect())
}

/// What a player made against the others: an average per opponent, as a fraction of the same
/// denominator for all.
struct Score {
    points: i64,
    missing: i64,
}

/// A multiple of all numbers of games that two players have with each other.
const DENOMINATOR: i64 = 27_720;

fn score(table: &Crosstable, rules: Rules, player: usize, tied: &[usize]) -> Score {
    let mut score = Score { points: 0, missing: 0 };
    for other in tied.iter().filter(|other| **other != player) {
        match average_points(table, rules, player, *other) {
            Some(points) => score.points += points,
            None => score.missing += 1,
        }
    }
    score
}

fn average_points(table: &Crosstable, rules: Rules, player: usize, other: usize) -> Option<i64> {
    let opponent = table.players[other].number;
    let counts = |entry: &&Entry| match rules.format {
        Format::Swiss => entry.played().is_some_and(|game| game.opponent == opponent),
        Format::RoundRobin => entry.game().is_some_and(|game| game.opponent == opponent),
    };
    let games = table.players[player].entries.iter().filter(counts);
    let points: Vec<Points> = games.map(|entry| table.point_values.of(entry)).collect();
    let sum = i64::from(points.iter().copied().sum::<Points>().tenths());
    (!points.is_empty()).then(|| sum * DENOMINATOR / points.len() as i64)
}

/// Everybody has met everybody.
fn by_score(tied: &[usize], scores: &[Score]) -> Vec<Vec<usize>> {
    let mut order: Vec<usize> = (0..tied.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(scores[*index].points));
    let groups = order.chunk_by(|one, other| scores[*one].points == scores[*other].points);
    groups.map(|group| group.iter().map(|index| tied[*index]).collect()).collect()
}

/// Some have not met: as long as one player is ahead of all others even if these had won every
/// missing game, that player comes next. The rest starts again.
fn certain_first(table: &Crosstable, tied: &[usize], scores: &[Score]) -> Vec<Vec<usize>> {
    let win = i64::from(table.point_values.win.tenths()) * DENOMINATOR;
    let best = |index: usize| scores[index].points + scores[index].missing * win;
    let mut left: Vec<usize> = (0..tied.len()).collect();
    let mut groups = Vec::new();
    while let Some(place) = left.iter().position(|index| {
        let mut others = left.iter().filter(|other| *other != index);
        others.all(|other| scores[*index].points > best(*other))
    }) {
        groups.push(vec![tied[left.remove(place)]]);
    }
    if !left.is_empty() {
        groups.push(left.into_iter().map(|index| tied[index]).collect());
    }
    groups
}
