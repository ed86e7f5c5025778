//! Tie-breaks from a player's own results.

use chess::Color;

use super::Value;
use super::opponents::Scores;
use super::unplayed::is_voluntary;
use crate::{Entry, Game, GameResult, PointValues, Points};

pub(super) fn points(scores: &Scores, player: usize) -> Value {
    scores.points[player].into()
}

/// Points by the usual values.
pub(super) fn standard_points(scores: &Scores, player: usize) -> Value {
    let usual = PointValues::default();
    scores.entries[player].iter().map(|entry| usual.of(entry)).sum::<Points>().into()
}

/// Rounds with as many points as a win is worth.
pub(super) fn wins(scores: &Scores, player: usize) -> Value {
    let values = &scores.table.point_values;
    count(scores, player, |entry| values.of(entry) == values.win)
}

pub(super) fn games_won(scores: &Scores, player: usize) -> Value {
    count(scores, player, |entry| entry.played().copied().is_some_and(is_won))
}

pub(super) fn games_with_black(scores: &Scores, player: usize) -> Value {
    count(scores, player, |entry| entry.played().copied().is_some_and(is_black))
}

pub(super) fn wins_with_black(scores: &Scores, player: usize) -> Value {
    count(scores, player, |entry| {
        entry.played().is_some_and(|game| is_won(*game) && is_black(*game))
    })
}

pub(super) fn rounds_elected_to_play(scores: &Scores, player: usize) -> Value {
    count(scores, player, |entry| !is_voluntary(*entry))
}

/// The sum of the scores after each round, without the first ones.
pub(super) fn progressive(scores: &Scores, player: usize, cut: u8) -> Value {
    let values = &scores.table.point_values;
    let mut score = Points::ZERO;
    let running = scores.entries[player].iter().map(|entry| {
        score += values.of(entry);
        score
    });
    running.skip(cut.into()).sum::<Points>().into()
}

fn count(scores: &Scores, player: usize, holds: impl Fn(&Entry) -> bool) -> Value {
    Value::whole(scores.entries[player].iter().filter(|entry| holds(entry)).count() as i64)
}

fn is_won(game: Game) -> bool {
    matches!(game.result, GameResult::Win | GameResult::UnratedWin)
}

fn is_black(game: Game) -> bool {
    game.color == Some(Color::Black)
}
