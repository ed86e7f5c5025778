//! Who may do what: the table of actors and commands.

use chess::Position;
use competition::aggregate::{AbsenceKind, Actor, Command, CompetitionError, Entrant, Settings};
use game::GameId;

use super::club::{Club, WHITE, board, id, name, robin};

/// Everything that can be asked, with whether player 1, player 2, the organizer and the server may.
/// Players 1 and 4 meet on board 1.
fn table() -> Vec<(Command, [bool; 4])> {
    let kind = AbsenceKind::ZeroPoint;
    let first = board(1, 1);
    let game = GameId::new("abcdefghij").unwrap();
    let organizer = [false, false, true, false];
    let settings = Settings { rated: true, ..Settings::new(name("Other"), robin()) };
    vec![
        (Command::ChangeSettings(Box::new(settings)), organizer),
        (Command::Enter(Entrant::new(name("New"))), [false, false, true, true]),
        (Command::Edit { id: id(1), entrant: Entrant::new(name("New")) }, organizer),
        (Command::Withdraw(id(1)), [true, false, true, false]),
        (Command::Return(id(1)), organizer),
        (Command::AnnounceAbsence { id: id(1), round: 2, kind }, [true, false, true, false]),
        (Command::CancelAbsence { id: id(1), round: 2 }, [true, false, true, false]),
        (Command::ForbidPair(id(1), id(2)), organizer),
        (Command::AllowPair(id(1), id(2)), organizer),
        (Command::PairRound, organizer),
        (Command::PairByHand { pairs: vec![], bye: None }, organizer),
        (Command::RemovePairing, organizer),
        (Command::Exchange { first: id(1), second: id(4) }, organizer),
        (Command::Report { board: first, result: WHITE }, [true, false, false, false]),
        (Command::SetResult { board: first, result: WHITE }, [false, false, true, true]),
        (Command::ClearResult(first), organizer),
        (Command::DecideMatch { board: first, winner: id(1) }, organizer),
        (Command::LinkGame { board: first, game }, [false, false, true, true]),
        (
            Command::RecordPosition { board: first, position: Box::new(Position::default()) },
            [true, false, true, true],
        ),
        (Command::Finish, organizer),
        (Command::Reopen, organizer),
    ]
}

#[test]
fn only_those_who_may_get_past_the_table_of_permissions() {
    let actors = [Actor::Player(id(1)), Actor::Player(id(2)), Actor::Organizer, Actor::Server];
    for (command, allowed) in table() {
        for (actor, allowed) in actors.into_iter().zip(allowed) {
            let mut club = Club::of(robin(), 4);
            club.pair();
            let answer = club.ask(actor, command.clone());
            let is_denied = matches!(
                answer,
                Err(CompetitionError::NotAllowed | CompetitionError::NotYourGame(_))
            );
            assert_eq!(is_denied, !allowed, "{actor:?} {command:?}: {answer:?}");
        }
    }
}

#[test]
fn a_stranger_is_told_whose_game_it_is() {
    let mut club = Club::of(robin(), 4);
    club.pair();
    let report = Command::Report { board: board(1, 1), result: WHITE };
    let error = club.ask(Actor::Player(id(2)), report).unwrap_err();
    assert_eq!(error, CompetitionError::NotYourGame(board(1, 1)));
    assert_eq!(error.to_string(), "only the two players of board 1 of round 1 can do that");
}
