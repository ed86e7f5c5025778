//! Corrections of old results: standings follow, later pairings stay.

use competition::aggregate::Command;

use super::club::{BLACK, Club, DRAW, WHITE, board, keizer, robin, swiss};

#[test]
fn a_correction_changes_the_standings_and_no_later_pairing() {
    for format in [swiss(3), keizer(3), robin()] {
        let mut club = Club::of(format, 6);
        club.pair();
        club.finish_round(WHITE);
        club.pair();
        club.finish_round(DRAW);
        club.pair();
        let (second, third, table) = (club.pairs(2), club.pairs(3), club.table());
        club.set(1, 1, BLACK);
        assert_eq!((club.pairs(2), club.pairs(3)), (second, third));
        assert_ne!(club.table(), table);
        club.set(1, 1, WHITE);
        assert_eq!(club.table(), table);
    }
}

#[test]
fn an_old_result_that_was_cleared_is_missing_again() {
    let mut club = Club::of(robin(), 4);
    club.pair();
    club.finish_round(WHITE);
    club.pair();
    club.finish_round(WHITE);
    club.order(Command::ClearResult(board(1, 2)));
    let error = club.rejects(Command::PairRound);
    assert_eq!(error.to_string(), "round 1 still lacks 1 results");
    club.set(1, 2, DRAW);
    club.pair();
}
