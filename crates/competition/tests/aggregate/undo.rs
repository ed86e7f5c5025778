//! Undoing what was done by mistake.

use competition::aggregate::{AbsenceKind, Actor, Command, Entrant, EntrantId, Settings};

use super::club::{BLACK, Club, WHITE, board, name, robin, swiss};

impl Club {
    /// Undoes the event of a version; false when that is not possible.
    fn undo(&mut self, version: u32) -> bool {
        let command = self.competition.undo(&self.log, version);
        command.is_some_and(|command| !self.order(command).is_empty())
    }

    /// Everything about the competition that an undo brings back.
    fn shown(&self) -> String {
        let competition = &self.competition;
        let registrations: Vec<_> = competition.registrations().collect();
        let absences: Vec<_> = competition.absences(competition.paired_rounds() + 1).collect();
        let (settings, rounds) = (competition.settings(), competition.rounds());
        format!("{settings:?} {registrations:?} {absences:?} {rounds:?} {}", self.table())
    }
}

#[test]
fn an_undo_brings_back_what_was_there_before() {
    let ann = EntrantId(1);
    let absence = |kind| Command::AnnounceAbsence { id: ann, round: 2, kind };
    let mut club = Club::of(swiss(3), 6);
    club.pair();
    for command in [
        Command::ChangeSettings(Box::new(Settings::new(name("Other"), swiss(4)))),
        Command::Edit { id: ann, entrant: Entrant::new(name("Ann")) },
        Command::Withdraw(ann),
        absence(AbsenceKind::HalfPoint),
        Command::SetResult { board: board(1, 1), result: WHITE },
    ] {
        let before = club.shown();
        club.order(command.clone());
        assert_ne!(club.shown(), before, "{command:?}");
        assert!(club.undo(club.competition.version()), "{command:?}");
        assert_eq!(club.shown(), before, "{command:?}");
    }
    club.order(absence(AbsenceKind::HalfPoint));
    club.set(1, 1, WHITE);
    for command in [
        absence(AbsenceKind::ZeroPoint),
        Command::CancelAbsence { id: ann, round: 2 },
        Command::SetResult { board: board(1, 1), result: BLACK },
        Command::ClearResult(board(1, 1)),
    ] {
        let before = club.shown();
        club.order(command.clone());
        assert!(club.undo(club.competition.version()), "{command:?}");
        assert_eq!(club.shown(), before, "{command:?}");
    }
}

#[test]
fn a_pairing_is_undone_while_it_has_no_results() {
    let mut club = Club::of(robin(), 4);
    let before = club.shown();
    club.pair();
    let paired = club.competition.version();
    assert!(club.undo(paired));
    assert_eq!(club.shown(), before);
    club.pair();
    let pairs = club.pairs(1);
    let players = club.competition.round(1).unwrap().boards[0].players;
    let [first, second] = chess::Color::ALL.map(|color| players[color]);
    club.order(Command::Exchange { first, second });
    let exchanged = club.competition.version();
    assert!(!club.undo(exchanged - 1), "the exchange would be lost");
    assert!(club.undo(exchanged));
    assert_eq!(club.pairs(1), pairs);
    club.set(1, 1, WHITE);
    assert!(!club.undo(exchanged + 1), "there is a result");
}

#[test]
fn what_has_changed_since_is_not_undone() {
    let mut club = Club::of(swiss(3), 4);
    club.pair();
    club.set(1, 1, WHITE);
    let first = club.competition.version();
    club.set(1, 1, BLACK);
    assert!(!club.undo(first));
    let reported = club.competition.round(1).unwrap().boards[1].players[chess::Color::White];
    let report = Command::Report { board: board(1, 2), result: WHITE };
    club.ask(Actor::Player(reported), report).unwrap();
    assert!(!club.undo(club.competition.version()), "players speak for themselves");
    assert!(!club.undo(1) && !club.undo(0) && !club.undo(1000));
}

#[test]
fn somebody_entered_by_mistake_is_gone_from_the_standings() {
    let mut club = Club::of(swiss(3), 2);
    let before = club.table();
    club.enter("X", None);
    assert!(club.undo(club.competition.version()));
    assert_eq!(club.table(), before);
}

#[test]
fn nobody_withdraws_by_an_undo_once_a_round_is_paired() {
    let mut club = Club::of(swiss(3), 2);
    let entered = club.competition.version();
    assert!(club.competition.undo(&club.log, entered).is_some());
    club.pair();
    assert_eq!(club.competition.undo(&club.log, entered), None);
    club.enter("Late", None);
    assert!(!club.undo(club.competition.version()));
}
