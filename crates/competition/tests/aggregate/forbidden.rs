//! Players who may not meet, such as siblings, and late entrants who get half points.

use competition::aggregate::{
    AbsenceKind, Command, Competition, CompetitionError, Settings, Unpaired,
};
use competition::trf;

use super::club::{Club, DRAW, WHITE, id, keizer, knockout, name, robin, swiss};

fn forbid(first: u16, second: u16) -> Command {
    Command::ForbidPair(id(first), id(second))
}

fn allow(first: u16, second: u16) -> Command {
    Command::AllowPair(id(first), id(second))
}

#[test]
fn a_swiss_pairs_nobody_with_somebody_they_may_not_meet() {
    let mut club = Club::of(swiss(3), 6);
    club.pair();
    assert_eq!(club.pairs(1), "AD EB CF");
    club.order(Command::RemovePairing);
    club.order(forbid(4, 1));
    club.pair();
    assert_eq!(club.pairs(1), "AE DB CF");
    let banned: Vec<_> = club.competition.forbidden_pairs().collect();
    assert_eq!(banned, [(id(1), id(4))]);
    for _ in 0..2 {
        club.finish_round(WHITE);
        club.pair();
    }
    let met =
        |players: chess::ByColor<_>| players.iter().all(|(_, it)| [id(1), id(4)].contains(it));
    assert!(!club.competition.boards().any(|(_, board)| met(board.players)));
    assert_eq!(Competition::replay(club.log.clone()), Ok(club.competition));
}

#[test]
fn a_keizer_ladder_respects_them_too_or_says_that_it_cannot() {
    let mut club = Club::of(keizer(5), 4);
    club.pair();
    assert!(club.pairs(1).contains("AB") || club.pairs(1).contains("BA"));
    club.order(Command::RemovePairing);
    club.order(forbid(1, 2));
    club.pair();
    assert!(club.pairs(1).contains('A'));
    assert!(!club.pairs(1).contains("AB") && !club.pairs(1).contains("BA"));
    club.order(Command::RemovePairing);
    for other in [3, 4] {
        club.order(forbid(1, other));
    }
    assert_eq!(club.rejects(Command::PairRound), CompetitionError::NoLegalPairing(1));
    club.order(allow(4, 1));
    club.pair();
    assert!(club.pairs(1).contains("AD") || club.pairs(1).contains("DA"));
}

#[test]
fn an_exchange_brings_nobody_together_who_may_not_meet() {
    for format in [swiss(3), keizer(3)] {
        let mut club = Club::of(format, 4);
        club.pair();
        let first = club.competition.round(1).unwrap().boards[0].players;
        let second = club.competition.round(1).unwrap().boards[1].players;
        let (one, other) = (first[chess::Color::White], second[chess::Color::White]);
        club.order(Command::ForbidPair(one, second[chess::Color::Black]));
        let exchange = Command::Exchange { first: one, second: other };
        assert_eq!(
            club.rejects(exchange.clone()),
            CompetitionError::ForbiddenPair(one, second[chess::Color::Black])
        );
        club.order(Command::AllowPair(second[chess::Color::Black], one));
        club.order(exchange);
    }
}

#[test]
fn what_cannot_be_forbidden_is_rejected_and_what_is_forbidden_already_changes_nothing() {
    let mut club = Club::of(swiss(3), 4);
    assert_eq!(club.rejects(forbid(1, 1)), CompetitionError::SamePlayer);
    assert_eq!(club.rejects(forbid(1, 9)), CompetitionError::UnknownEntrant(id(9)));
    assert_eq!(club.order(allow(1, 2)), []);
    assert_eq!(club.order(forbid(1, 2)).len(), 1);
    assert_eq!(club.order(forbid(2, 1)), []);
    for format in [robin(), knockout()] {
        let mut club = Club::of(format, 4);
        assert_eq!(club.rejects(forbid(1, 2)), CompetitionError::FixedOpponents);
    }
}

#[test]
fn forbidding_and_allowing_can_be_undone() {
    let mut club = Club::of(swiss(3), 4);
    club.order(forbid(1, 2));
    let version = club.competition.version();
    let undo = club.competition.undo(&club.log, version).unwrap();
    assert_eq!(undo, allow(1, 2));
    club.order(undo);
    assert_eq!(club.competition.forbidden_pairs().count(), 0);
    assert_eq!(club.competition.undo(&club.log, version), None);
    let undo = club.competition.undo(&club.log, version + 1);
    assert_eq!(undo, Some(forbid(1, 2)));
}

#[test]
fn the_report_lists_them() {
    let mut club = Club::of(swiss(3), 4);
    club.order(forbid(4, 2));
    let text = trf::write(&club.competition.report(), trf::Edition::Trf26);
    assert!(text.lines().any(|line| line == "260 001 003 0002 0004"), "{text}");
}

#[test]
fn there_is_an_end_to_how_many_can_be_forbidden() {
    let mut club = Club::of(swiss(3), 33);
    let most = Competition::MAX_FORBIDDEN_PAIRS;
    let pairs = (1..=33).flat_map(|first| (first + 1..=33).map(move |second| (first, second)));
    for (first, second) in pairs.take(most) {
        club.order(forbid(first, second));
    }
    let error = club.rejects(forbid(32, 33));
    assert_eq!(error, CompetitionError::TooManyForbiddenPairs(most));
}

#[test]
fn late_entrants_get_half_points_where_the_settings_say_so() {
    for (late_half_points, tenths) in [(true, 10), (false, 0)] {
        let settings = Settings { late_half_points, ..Settings::new(name("Open"), swiss(5)) };
        let mut club = Club::with(settings);
        for letter in ["A", "B", "C", "D"] {
            club.enter(letter, None);
        }
        for _ in 0..2 {
            club.pair();
            club.finish_round(DRAW);
        }
        let late = club.enter("L", None);
        let standings = club.competition.standings();
        let standing = standings.iter().find(|standing| standing.entrant == late).unwrap();
        assert_eq!(standing.points.tenths(), tenths);
        let missed = club.competition.round(2).unwrap().unpaired(late);
        let half = Unpaired::Absent(AbsenceKind::HalfPoint);
        assert_eq!(missed, late_half_points.then_some(half));
        // They may still take a bye of their own accord.
        let absent = Command::AnnounceAbsence { id: late, round: 3, kind: AbsenceKind::HalfPoint };
        club.ask(competition::aggregate::Actor::Player(late), absent).unwrap();
        assert_eq!(Competition::replay(club.log.clone()), Ok(club.competition));
    }
}
