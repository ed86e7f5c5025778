//! Pairing, undoing a pairing, and exchanging players by hand.

use std::time::Duration;

use competition::aggregate::{
    AbsenceKind, BoardResult, Command, CompetitionError, Format, Numbering, Settings,
    SettingsError, Unpaired,
};
use competition::tiebreaks::TieBreak;
use competition::{PointValues, Points};
use game::{Bonus, GameId, TimeControl};

use super::club::{
    Club, DRAW, WHITE, board, formats, id, keizer, knockout, letter, name, robin, swiss,
};

#[test]
fn a_round_is_paired_when_all_results_are_there() {
    for format in formats() {
        let mut club = Club::of(format, 12);
        club.pair();
        let missing = club.competition.round(1).unwrap().missing();
        let error = CompetitionError::ResultsMissing { round: 1, missing };
        assert_eq!(club.rejects(Command::PairRound), error);
        assert_eq!(club.rejects(Command::Finish), error);
        decide_all(&mut club);
        while club.competition.paired_rounds() < club.competition.planned_rounds() {
            club.pair();
            decide_all(&mut club);
        }
        let all = CompetitionError::AllRoundsPaired(club.competition.planned_rounds());
        assert_eq!(club.rejects(Command::PairRound), all);
        club.order(Command::Finish);
        assert_eq!(club.rejects(Command::PairRound), CompetitionError::Finished);
        assert_eq!(club.rejects(Command::Finish), CompetitionError::Finished);
        club.order(Command::Reopen);
        assert_eq!(club.rejects(Command::Reopen), CompetitionError::NotFinished);
        assert_eq!(
            competition::aggregate::Competition::replay(club.log.clone()),
            Ok(club.competition)
        );
    }
}

/// White wins everywhere. A match of two games is then tied, and the first player of it goes on.
fn decide_all(club: &mut Club) {
    club.finish_round(WHITE);
    let round = club.competition.paired_rounds();
    for number in 1..=club.competition.round(round).unwrap().boards.len() as u16 {
        let winner =
            club.competition.board(board(round, number)).unwrap().players[chess::Color::White];
        let command = Command::DecideMatch { board: board(round, number), winner };
        let _ = club.ask(competition::aggregate::Actor::Organizer, command);
    }
}

#[test]
fn a_pairing_needs_two_players() {
    for format in formats() {
        for players in 0..2 {
            let mut club = Club::of(format.clone(), players);
            let error = club.rejects(Command::PairRound);
            assert_eq!(error, CompetitionError::TooFewPlayers(players), "{format:?}");
            assert_eq!(club.rejects(Command::RemovePairing), CompetitionError::NothingPaired);
        }
        let mut club = Club::of(format, 3);
        club.order(Command::Withdraw(id(1)));
        club.order(Command::Withdraw(id(2)));
        assert_eq!(club.rejects(Command::PairRound), CompetitionError::TooFewPlayers(1));
    }
}

#[test]
fn removing_a_pairing_restores_what_was_before() {
    for format in formats() {
        let mut club = Club::of(format.clone(), 7);
        let kind = if AbsenceKind::Excused.fits(&format) {
            AbsenceKind::Excused
        } else {
            AbsenceKind::ZeroPoint
        };
        club.order(Command::AnnounceAbsence { id: id(3), round: 1, kind });
        let before = club.state();
        club.pair();
        let first = club.state();
        let game = GameId::new("abcdefghij").unwrap();
        club.order(Command::LinkGame { board: board(1, 1), game });
        club.order(Command::RemovePairing);
        assert_eq!(club.state(), before);
        club.pair();
        assert_eq!(club.state(), first, "the same pairing again");
        club.set(1, 1, WHITE);
        assert_eq!(club.rejects(Command::RemovePairing), CompetitionError::RoundHasResults(1));
    }
}

#[test]
fn two_players_are_exchanged_before_the_round_starts() {
    for format in [swiss(3), keizer(3), knockout()] {
        let mut club = Club::of(format, 7);
        club.pair();
        let before = club.pairs(1);
        let bye = club.competition.round(1).unwrap().unpaired[0];
        club.order(Command::Exchange { first: id(2), second: bye.0 });
        assert_eq!(club.competition.round(1).unwrap().unpaired[0], (id(2), bye.1));
        let letter = letter(usize::from(bye.0.0) - 1);
        let expected = before.replace('B', "?").replace(&letter, "B").replace('?', &letter);
        assert_eq!(club.pairs(1), expected);
        club.set(1, 1, DRAW);
        let late = club.rejects(Command::Exchange { first: id(2), second: id(3) });
        assert_eq!(late, CompetitionError::RoundStarted(1));
    }
}

#[test]
fn an_exchange_of_opponents_swaps_their_colors() {
    for format in formats() {
        let mut club = Club::of(format, 4);
        club.pair();
        let first = club.competition.board(board(1, 1)).unwrap().players;
        let [white, black] = chess::Color::ALL.map(|color| first[color]);
        club.order(Command::Exchange { first: white, second: black });
        let swapped = club.competition.board(board(1, 1)).unwrap().players;
        assert_eq!([black, white], chess::Color::ALL.map(|color| swapped[color]));
    }
}

#[test]
fn an_exchange_keeps_to_the_rules_of_the_format() {
    let exchange = |first, second| Command::Exchange { first: id(first), second: id(second) };
    let mut club = Club::of(robin(), 4);
    assert_eq!(club.rejects(exchange(1, 2)), CompetitionError::NothingPaired);
    club.pair();
    assert_eq!(club.rejects(exchange(1, 2)), CompetitionError::FixedOpponents);
    assert_eq!(club.rejects(exchange(1, 1)), CompetitionError::SamePlayer);
    assert_eq!(club.rejects(exchange(1, 9)), CompetitionError::UnknownEntrant(id(9)));

    let mut club = Club::of(knockout(), 4);
    club.pair();
    club.finish_round(WHITE);
    club.pair();
    let out = club.competition.board(board(1, 1)).unwrap().players[chess::Color::Black];
    let in_final = club.competition.board(board(2, 1)).unwrap().players[chess::Color::White];
    let command = Command::Exchange { first: out, second: in_final };
    assert_eq!(club.rejects(command), CompetitionError::NotPaired { id: out, round: 2 });

    let mut club = Club::of(swiss(3), 4);
    club.pair();
    assert_eq!(club.pairs(1), "AC DB");
    club.finish_round(WHITE);
    club.pair();
    assert_eq!(club.pairs(2), "DA BC");
    // A and B would have to meet C and D, whom they know.
    assert!(matches!(club.rejects(exchange(1, 2)), CompetitionError::MetBefore(_, _)));
}

#[test]
fn who_is_absent_cannot_be_exchanged() {
    let mut club = Club::of(swiss(3), 5);
    let kind = AbsenceKind::HalfPoint;
    club.order(Command::AnnounceAbsence { id: id(5), round: 1, kind });
    club.pair();
    let error = club.rejects(Command::Exchange { first: id(1), second: id(5) });
    assert_eq!(error, CompetitionError::NotPaired { id: id(5), round: 1 });
}

#[test]
fn the_numbers_of_a_round_robin_can_be_drawn_by_lot() {
    let format = |seed| Format::RoundRobin { double: false, numbering: Numbering::Lots(seed) };
    let pairs = |seed| {
        let mut club = Club::of(format(seed), 8);
        club.pair();
        club.pairs(1)
    };
    assert_eq!(pairs(1), pairs(1), "the same lots");
    assert_ne!(pairs(1), pairs(2));
}

#[test]
fn an_odd_round_robin_leaves_one_player_free_for_nothing() {
    let mut club = Club::of(robin(), 3);
    for round in 1..=3 {
        club.pair();
        let free = &club.competition.round(round).unwrap().unpaired;
        assert_eq!(free.len(), 1);
        assert_eq!(free[0].1, Unpaired::Free);
        club.finish_round(DRAW);
    }
    assert_eq!(club.table(), "1A10 1B10 1C10");
}

#[test]
fn settings_are_checked() {
    let settings = |format| Settings::new(name("Cup"), format);
    let worth = |win, draw, loss| PointValues {
        win: Points::from_tenths(win),
        draw: Points::from_tenths(draw),
        loss: Points::from_tenths(loss),
        ..PointValues::default()
    };
    let no_time = TimeControl { base: Duration::ZERO, bonus: Bonus::None };
    let with = |points| Settings { points, ..settings(swiss(3)) };
    let accelerated = Format::Swiss { rounds: 5, accelerated: true };
    for (settings, expected) in [
        (settings(swiss(0)), Some(SettingsError::Rounds(0))),
        (settings(keizer(201)), Some(SettingsError::Rounds(201))),
        (settings(swiss(200)), None),
        (with(worth(30, 10, 0)), None),
        (with(worth(10, 20, 0)), Some(SettingsError::PointOrder)),
        (with(worth(0, 0, 0)), Some(SettingsError::PointOrder)),
        (with(worth(-10, -20, -30)), Some(SettingsError::Points(Points::from_tenths(-10)))),
        (with(worth(2000, 5, 0)), Some(SettingsError::Points(Points::from_tenths(2000)))),
        (
            Settings { points: worth(30, 10, 0), ..settings(accelerated) },
            Some(SettingsError::Acceleration),
        ),
        (
            Settings { tie_breaks: vec![TieBreak::Koya, TieBreak::Koya], ..settings(robin()) },
            Some(SettingsError::TieBreakTwice(TieBreak::Koya)),
        ),
        (
            Settings {
                tie_breaks: (0..21).map(TieBreak::ProgressiveScore).collect(),
                ..settings(robin())
            },
            Some(SettingsError::TooManyTieBreaks),
        ),
        (
            Settings { time_control: Some(no_time), ..settings(robin()) },
            Some(SettingsError::TimeControl),
        ),
    ] {
        assert_eq!(settings.check().err(), expected, "{settings:?}");
    }
}

#[test]
fn the_format_is_fixed_by_the_first_pairing() {
    let change = |format| Command::ChangeSettings(Box::new(Settings::new(name("Cup"), format)));
    let mut club = Club::of(swiss(3), 4);
    club.order(change(keizer(4)));
    club.order(change(swiss(2)));
    club.pair();
    assert_eq!(club.rejects(change(keizer(4))), CompetitionError::FormatFixed);
    assert_eq!(club.rejects(change(swiss(0))), SettingsError::Rounds(0).into());
    club.finish_round(WHITE);
    club.pair();
    assert_eq!(club.rejects(change(swiss(1))), CompetitionError::RoundsPaired(2));
    club.order(change(swiss(3)));
    assert_eq!(club.order(change(swiss(3))), []);
    assert_eq!(club.competition.planned_rounds(), 3);
}

#[test]
fn the_organizer_pairs_by_hand_when_the_rules_allow_nothing() {
    let mut club = Club::of(swiss(4), 5);
    club.order(Command::Withdraw(id(5)));
    for _ in 0..3 {
        club.pair();
        club.finish_round(WHITE);
    }
    assert_eq!(club.rejects(Command::PairRound), CompetitionError::NoLegalPairing(4));
    let by_hand = |pairs: &[(u16, u16)], bye: Option<u16>| {
        let pairs = pairs.iter().map(|&(white, black)| (id(white), id(black))).collect();
        Command::PairByHand { pairs, bye: bye.map(id) }
    };
    for (command, error) in [
        (by_hand(&[(1, 2)], None), CompetitionError::LeftOut(id(3))),
        (by_hand(&[(1, 2), (3, 4)], Some(4)), CompetitionError::PairedTwice(id(4))),
        (by_hand(&[(1, 1)], None), CompetitionError::PairedTwice(id(1))),
        (by_hand(&[(1, 2), (3, 4)], Some(5)), CompetitionError::Away { id: id(5), round: 4 }),
        (by_hand(&[(1, 9)], None), CompetitionError::UnknownEntrant(id(9))),
    ] {
        assert_eq!(club.rejects(command), error);
    }
    club.order(by_hand(&[(4, 1), (2, 3)], None));
    assert_eq!(club.pairs(4), "DA BC");
    assert_eq!(club.competition.round(4).unwrap().unpaired(id(5)), Some(Unpaired::Withdrawn));

    let mut club = Club::of(robin(), 2);
    let fixed = CompetitionError::FixedOpponents;
    assert_eq!(club.rejects(by_hand(&[(1, 2)], None)), fixed);
}

#[test]
fn nobody_is_exchanged_into_a_second_bye_in_a_swiss() {
    let mut club = Club::of(swiss(3), 5);
    club.pair();
    assert_eq!(club.competition.round(1).unwrap().unpaired, [(id(5), Unpaired::Bye)]);
    club.set(1, 1, BoardResult::ForfeitWin(chess::Color::White));
    club.set(1, 2, WHITE);
    let winner = club.competition.board(board(1, 1)).unwrap().players[chess::Color::White];
    club.pair();
    let (bye, _) = club.competition.round(2).unwrap().unpaired[0];
    for other in [id(5), winner] {
        let error = club.rejects(Command::Exchange { first: bye, second: other });
        assert_eq!(error, CompetitionError::HasHadBye(other));
    }
}
