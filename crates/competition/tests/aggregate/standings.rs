//! Standings of the formats.

use competition::aggregate::Command;

use super::club::{BLACK, Club, DRAW, WHITE, id, keizer, robin};

#[test]
fn a_round_robin_is_ranked_by_points() {
    let mut club = Club::of(robin(), 4);
    for results in [[WHITE, DRAW], [BLACK, WHITE], [DRAW, DRAW]] {
        club.pair();
        let round = club.competition.paired_rounds();
        for (board, result) in (1..).zip(results) {
            club.set(round, board, result);
        }
    }
    assert_eq!(club.pairs(1), "AD BC");
    assert_eq!(club.pairs(2), "DC AB");
    assert_eq!(club.pairs(3), "BD CA");
    assert_eq!(club.table(), "1A25 2C20 3B10 4D5");
}

#[test]
fn who_leaves_a_round_robin_early_is_not_in_the_standings() {
    let mut club = Club::of(robin(), 4);
    club.pair();
    club.finish_round(WHITE);
    assert_eq!(club.table(), "1A10 1B10 3C0 3D0");
    club.order(Command::Withdraw(id(4)));
    // A's win over D does not count, and C and D have played one game of three.
    assert_eq!(club.table(), "1B10 2A0 2C0");
    assert_eq!(club.competition.crosstable().players.len(), 4);
    club.pair();
    assert_eq!(club.competition.round(2).unwrap().missing(), 1, "D loses by forfeit");
    club.order(Command::Return(id(4)));
    assert_eq!(club.table().len(), "1A10 1B10 1C10 4D0".len());
}

#[test]
fn who_leaves_a_round_robin_late_loses_the_rest_by_forfeit() {
    let mut club = Club::of(robin(), 4);
    for _ in 0..2 {
        club.pair();
        club.finish_round(DRAW);
    }
    club.order(Command::Withdraw(id(4)));
    club.pair();
    assert_eq!(club.pairs(3), "BD CA");
    club.finish_round(DRAW);
    assert_eq!(club.table(), "1B20 2A15 2C15 4D10");
}

#[test]
fn the_keizer_system_ranks_by_its_own_score() {
    let mut club = Club::of(keizer(4), 6);
    club.pair();
    assert_eq!(club.pairs(1), "BA DC FE");
    for (board, result) in [(1, DRAW), (2, BLACK), (3, WHITE)] {
        club.set(1, board, result);
    }
    let standings = club.competition.standings();
    let scores: Vec<_> =
        standings.iter().map(|standing| standing.keizer.unwrap().to_string()).collect();
    assert_eq!(scores, ["10", "9 1/2", "9", "5", "4", "3"]);
    assert_eq!(club.table(), "1A5 2B5 3C10 4F10 5D0 6E0");
}

#[test]
fn who_never_played_is_not_in_the_standings() {
    for format in super::club::formats() {
        let mut club = Club::of(format, 5);
        club.order(Command::Withdraw(id(5)));
        club.pair();
        club.finish_round(WHITE);
        assert!(!club.table().contains('E'), "{}", club.table());
    }
}
