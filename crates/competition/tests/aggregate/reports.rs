//! Results: reports, disputes, forfeits, games on the server, final positions.

use chess::{Color, Position};
use competition::aggregate::{Actor, BoardResult, Command, CompetitionError, Event, Source};
use game::GameId;

use super::club::{BLACK, Club, DRAW, WHITE, board, id, robin};

fn club() -> Club {
    let mut club = Club::of(robin(), 4);
    club.pair();
    assert_eq!(club.pairs(1), "AD BC");
    club
}

fn report(club: &mut Club, player: u16, result: BoardResult) -> Result<usize, CompetitionError> {
    let command = Command::Report { board: board(1, 1), result };
    club.ask(Actor::Player(id(player)), command).map(|events| events.len())
}

#[test]
fn a_result_counts_when_both_players_report_it() {
    let mut club = club();
    assert_eq!(report(&mut club, 1, WHITE), Ok(1));
    assert_eq!(report(&mut club, 1, WHITE), Ok(0), "said already");
    assert_eq!(club.competition.board(board(1, 1)).unwrap().result(), None);
    assert_eq!(report(&mut club, 4, WHITE), Ok(2));
    let settled = club.competition.board(board(1, 1)).unwrap().settled.unwrap();
    assert_eq!((settled.result, settled.source), (WHITE, Source::Players));
    assert_eq!(report(&mut club, 4, WHITE), Ok(0));
    let known = Err(CompetitionError::ResultKnown(board(1, 1)));
    assert_eq!(report(&mut club, 1, DRAW), known);
}

#[test]
fn players_who_disagree_wait_for_the_organizer() {
    let mut club = club();
    report(&mut club, 1, WHITE).unwrap();
    report(&mut club, 4, DRAW).unwrap();
    assert_eq!(club.competition.disputes().collect::<Vec<_>>(), [board(1, 1)]);
    let missing = CompetitionError::ResultsMissing { round: 1, missing: 2 };
    assert_eq!(club.rejects(Command::PairRound), missing);
    club.set(1, 1, BLACK);
    assert_eq!(club.competition.disputes().count(), 0);
    assert_eq!(club.competition.board(board(1, 1)).unwrap().result(), Some(BLACK));
}

#[test]
fn a_player_can_correct_a_report_until_the_result_counts() {
    let mut club = club();
    report(&mut club, 1, WHITE).unwrap();
    report(&mut club, 4, DRAW).unwrap();
    assert_eq!(report(&mut club, 1, DRAW), Ok(2));
    assert_eq!(club.competition.board(board(1, 1)).unwrap().result(), Some(DRAW));
}

#[test]
fn forfeits_and_decisions_are_for_the_organizer() {
    let mut club = club();
    for result in [
        BoardResult::ForfeitWin(Color::White),
        BoardResult::DoubleForfeit,
        BoardResult::DoubleLoss,
        BoardResult::DrawOnlyFor(Color::Black),
    ] {
        assert_eq!(report(&mut club, 1, result), Err(CompetitionError::OrganizersResult));
        club.set(1, 2, result);
    }
}

#[test]
fn a_game_that_was_not_paired_has_no_result() {
    let mut club = club();
    for number in [board(1, 3), board(1, 0), board(2, 1), board(0, 1)] {
        let unknown = CompetitionError::UnknownBoard(number);
        let set = Command::SetResult { board: number, result: DRAW };
        assert_eq!(club.rejects(set.clone()), unknown);
        assert_eq!(club.ask(Actor::Server, set), Err(unknown.clone()));
        assert_eq!(club.rejects(Command::ClearResult(number)), unknown);
        let report = Command::Report { board: number, result: DRAW };
        assert_eq!(club.ask(Actor::Player(id(1)), report), Err(unknown));
    }
}

#[test]
fn a_game_on_the_server_settles_only_what_is_open() {
    let mut club = club();
    let game = GameId::new("abcdefghij").unwrap();
    let link = |number| Command::LinkGame { board: number, game: game.clone() };
    club.ask(Actor::Server, link(board(1, 1))).unwrap();
    assert_eq!(club.ask(Actor::Server, link(board(1, 1))), Ok(vec![]));
    assert_eq!(club.rejects(link(board(1, 2))), CompetitionError::GameTaken(game.clone()));
    let set = |result| Command::SetResult { board: board(1, 1), result };
    club.ask(Actor::Server, set(BLACK)).unwrap();
    let settled = club.competition.board(board(1, 1)).unwrap().settled.unwrap();
    assert_eq!((settled.result, settled.source), (BLACK, Source::Game));
    let known = Err(CompetitionError::ResultKnown(board(1, 1)));
    assert_eq!(club.ask(Actor::Server, set(DRAW)), known);
    club.order(set(DRAW));
}

#[test]
fn the_final_position_is_kept_with_the_game() {
    let mut club = club();
    let position = Box::new(Position::default());
    let command = Command::RecordPosition { board: board(1, 1), position: position.clone() };
    let events = club.ask(Actor::Player(id(4)), command.clone()).unwrap();
    assert_eq!(
        events,
        [Event::PositionRecorded { board: board(1, 1), position: position.clone() }]
    );
    assert_eq!(club.ask(Actor::Player(id(1)), command), Ok(vec![]));
    assert_eq!(club.competition.board(board(1, 1)).unwrap().position, Some(position));
}

#[test]
fn a_result_can_be_cleared_and_entered_again() {
    let mut club = club();
    let clear = Command::ClearResult(board(1, 1));
    assert_eq!(club.rejects(clear.clone()), CompetitionError::NoResult(board(1, 1)));
    report(&mut club, 1, WHITE).unwrap();
    report(&mut club, 4, WHITE).unwrap();
    club.order(clear);
    let open = club.competition.board(board(1, 1)).unwrap();
    assert_eq!((open.settled, open.reports[Color::White]), (None, None));
    assert_eq!(report(&mut club, 4, DRAW), Ok(1));
}
