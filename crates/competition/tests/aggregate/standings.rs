//! Standings of the formats.

use competition::aggregate::{AbsenceKind, Command, Settings};
use competition::tiebreaks::{TieBreak, Value};

use super::club::{BLACK, Club, DRAW, WHITE, formats, id, keizer, name, robin, swiss};

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
    assert_eq!(club.table(), "1A10 1B10 3C0 3D0");
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
fn direct_encounter_is_what_tied_players_made_once_all_of_them_have_met() {
    let mut club = Club::of(robin(), 4);
    let settings = club.competition.settings().clone();
    let tie_breaks = vec![TieBreak::DirectEncounter];
    club.order(Command::ChangeSettings(Box::new(Settings { tie_breaks, ..settings })));
    let encounters = |club: &Club| -> Vec<Option<i64>> {
        let standings = club.competition.standings();
        standings.iter().map(|it| it.tie_breaks[0].map(Value::hundredths)).collect()
    };
    for (results, table, expected) in [
        ([WHITE, WHITE], "1A10 1B10 3C0 3D0", [None; 4]),
        ([DRAW, BLACK], "1B20 2A10 3C5 3D5", [None, None, Some(50), Some(50)]),
        ([WHITE, DRAW], "1B30 2A15 3C10 4D5", [None; 4]),
    ] {
        club.pair();
        let round = club.competition.paired_rounds();
        for (board, result) in (1..).zip(results) {
            club.set(round, board, result);
        }
        assert_eq!(club.table(), table);
        assert_eq!(encounters(&club), expected, "round {round}");
    }
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
    for format in formats() {
        let mut club = Club::of(format, 5);
        club.order(Command::Withdraw(id(5)));
        club.pair();
        club.finish_round(WHITE);
        assert!(!club.table().contains('E'), "{}", club.table());
    }
}

#[test]
fn pairing_a_round_does_not_change_the_standings() {
    for format in formats() {
        let mut club = Club::of(format, 7);
        club.pair();
        club.finish_round(WHITE);
        let kind = if AbsenceKind::HalfPoint.fits(&club.competition.settings().format) {
            AbsenceKind::HalfPoint
        } else {
            AbsenceKind::Excused
        };
        let absent = Command::AnnounceAbsence { id: id(2), round: 2, kind };
        let _ = club.ask(competition::aggregate::Actor::Organizer, absent);
        let before = club.competition.standings();
        if club.ask(competition::aggregate::Actor::Organizer, Command::PairRound).is_ok() {
            assert_eq!(club.competition.standings(), before);
            club.set(2, 1, WHITE);
            assert_ne!(club.competition.standings(), before);
            assert_eq!(club.competition.standings_after(1), before);
        }
    }
}

#[test]
fn the_organizer_chooses_the_tie_breaks_and_their_order() {
    let mut club = Club::of(swiss(3), 4);
    club.pair();
    assert_eq!(club.pairs(1), "AC DB");
    club.finish_round(WHITE);
    club.pair();
    assert_eq!(club.pairs(2), "DA BC");
    club.finish_round(BLACK);
    assert_eq!(club.table(), "1A20 2C10 2D10 4B0");
    let tie_breaks = |names: &[&str]| -> Vec<TieBreak> {
        names.iter().map(|name| name.parse().unwrap()).collect()
    };
    for (names, table) in [
        (&["BH"][..], "1A20 2C10 2D10 4B0"),
        (&["BH", "RTNG"], "1A20 2C10 3D10 4B0"),
        (&["BPG", "RTNG"], "1A20 2C10 3D10 4B0"),
        (&["TPN"], "1A20 2C10 3D10 4B0"),
        (&["SB"], "1A20 2C10 2D10 4B0"),
        (&["BPG"], "1A20 2C10 3D10 4B0"),
    ] {
        let settings =
            Settings { tie_breaks: tie_breaks(names), ..club.competition.settings().clone() };
        club.order(Command::ChangeSettings(Box::new(settings)));
        assert_eq!(club.table(), table, "{names:?}");
        assert!(club.competition.standings().iter().all(|it| it.tie_breaks.len() == names.len()));
    }
}

#[test]
fn the_usual_tie_breaks_depend_on_the_format() {
    for (format, expected) in
        [(swiss(5), "BH/C1 BH DE SB WIN"), (robin(), "DE WIN SB"), (keizer(5), "")]
    {
        let names: Vec<String> =
            Settings::new(name("Cup"), format).tie_breaks.iter().map(ToString::to_string).collect();
        assert_eq!(names.join(" "), expected);
    }
}
