//! Sentences about bad moves: what is said, what is not, and whether it is true.

mod checker;
mod puzzles;
mod rows;

use review::explanation::{MoveFact, explain};
use review::{Judgment, ReviewedMove};
use rows::Row;

/// What a row's move is explained with, checked against the rules.
fn sentence(row: &Row) -> String {
    let Some(fact) = explain(&row.bad_move()) else { return String::new() };
    if let Err(objection) = checker::check(fact, &row.bad_move()) {
        panic!("{}: {fact:?} is not true: {objection}", row.fen());
    }
    fact.to_string()
}

#[test]
fn bad_moves_are_explained_or_passed_over_in_silence() {
    let rows = rows::all();
    assert!(rows.len() >= 40, "only {} rows", rows.len());
    for row in &rows {
        assert_eq!(sentence(row), row.says, "{} {}", row.fen(), row.san());
    }
}

/// How many of the puzzles must be explained.
const LEAST_EXPLAINED: usize = 170;

#[test]
fn most_bad_moves_before_puzzles_are_explained_and_every_reason_is_true() {
    let rows = rows::puzzles();
    for row in &rows {
        assert_eq!(sentence(row), row.says, "{} {}", row.fen(), row.san());
    }
    let has_reason = |row: &&Row| explain(&row.bad_move()).is_some_and(MoveFact::is_reason);
    let explained = rows.iter().filter(has_reason).count();
    assert!(explained >= LEAST_EXPLAINED, "only {explained} of {} are explained", rows.len());
}

#[test]
fn every_mistake_and_blunder_gets_a_word() {
    for row in rows::all().into_iter().chain(rows::puzzles()) {
        let (mover, bad_move) = (row.position.turn(), row.bad_move());
        let judged = ReviewedMove::new(mover, row.played, &row.before, &row.after).judgment;
        let is_bad = judged.is_some_and(|judgment| judgment >= Judgment::Mistake);
        assert!(!is_bad || explain(&bad_move).is_some(), "{} {}", row.fen(), row.san());
    }
}

#[test]
fn the_other_side_hears_the_same_with_the_ranks_turned_round() {
    for row in rows::all().into_iter().chain(rows::puzzles()) {
        let turned = row.turned();
        assert_eq!(sentence(&turned), turned.says, "{} {}", turned.fen(), turned.san());
    }
}

#[test]
fn without_lines_only_stalemates_endgames_and_evaluations_are_explained() {
    for row in rows::all() {
        let mut mute = row.clone();
        mute.before.line.clear();
        mute.after.line.clear();
        let said = explain(&mute.bad_move());
        let needs_no_line = matches!(
            said,
            None | Some(
                MoveFact::Stalemates | MoveFact::ThrowsAwayWonEndgame(_) | MoveFact::Turns { .. }
            )
        );
        assert!(needs_no_line, "{} {}: {said:?}", row.fen(), row.san());
    }
}
