//! How games end: by the board, by a claim, by giving up, by being called off.

use chess::{Color, Outcome};
use game::{Actor, Command, End, Event, GameError, Player, Status, Terms};

use crate::table::*;

const SHUFFLE: &str = "Nf3 Nf6 Ng1 Ng8 ";

// req: C6
#[test]
fn the_board_ends_a_game_by_itself() {
    let white_wins = Outcome::Checkmate { winner: Color::White };
    for (fen, moves, outcome) in [
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", white_wins),
        ("7k/8/8/6Q1/8/8/8/4K3 w - - 0 1", "Qg6", Outcome::Stalemate),
        ("4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2", Outcome::InsufficientMaterial),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 90", "Kd2", Outcome::SeventyFiveMoves),
    ] {
        let mut table = Table::new(from_fen(people(), fen));
        table.play(moves, 0);
        assert_eq!(table.game.status(), Status::Over(End::Board(outcome)), "{fen}");
        assert_eq!(table.log.len(), 2, "the end has no event of its own");
        assert_eq!(table.act(BLACK, &Command::Resign, 0), Err(GameError::Over));
    }
}

#[test]
fn repetition_and_fifty_moves_end_a_game_where_that_was_agreed() {
    let fifty = "4k3/8/8/8/8/8/8/R3K3 w - - 99 90";
    let twice = SHUFFLE.repeat(2);
    for (terms, moves, outcome) in [
        (people(), twice.as_str(), Outcome::ThreefoldRepetition),
        (from_fen(people(), fifty), "Kd2", Outcome::FiftyMoves),
    ] {
        for automatic in [false, true] {
            let mut table = Table::new(Terms { automatic_draws: automatic, ..terms.clone() });
            table.play(moves, 0);
            let over = Status::Over(End::Board(outcome));
            let expected = if automatic { over } else { Status::Playing };
            assert_eq!(table.game.status(), expected, "{outcome:?}");
            assert_eq!(table.game.claim(), (!automatic).then_some(outcome));
        }
    }
}

#[test]
fn the_side_to_move_claims_a_draw_that_is_there_or_that_its_move_completes() {
    let threefold = Outcome::ThreefoldRepetition;
    let claimed = |by| Ok(vec![Event::Claimed { by, outcome: threefold }]);
    let most = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1";
    for (moves, with, actor, answer) in [
        ("Nf3", None, BLACK, Err(GameError::NoClaim)),
        (most, None, BLACK, Err(GameError::NoClaim)),
        (most, Some("e5"), BLACK, Err(GameError::NoClaim)),
        (most, Some("Ng8"), BLACK, claimed(Color::Black)),
        (most, Some("Ng8"), WHITE, Err(GameError::NotYourTurn)),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", None, WHITE, claimed(Color::White)),
        ("Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", Some("e4"), WHITE, claimed(Color::White)),
    ] {
        let mut table = Table::new(people());
        table.play(moves, 0);
        let with = with.map(|san| table.find(san));
        assert_eq!(table.act(actor, &Command::Claim { with }, 0), answer, "{moves} {with:?}");
        if answer.is_ok() {
            assert_eq!(table.game.status(), Status::Over(End::Board(threefold)));
        }
    }
    let mut table = Table::new(people());
    let with = Some(chess::Move::normal(chess::Square::E2, chess::Square::E5));
    let answer = table.act(WHITE, &Command::Claim { with }, 0);
    assert!(matches!(answer, Err(GameError::Illegal(_))));
}

#[test]
fn either_side_resigns_at_any_time() {
    for (actor, moves, by) in
        [(WHITE, "", Color::White), (BLACK, "", Color::Black), (WHITE, "e4 e5 Nf3", Color::White)]
    {
        let mut table = Table::new(people());
        table.play(moves, 0);
        table.act(actor, &Command::Resign, 0).unwrap();
        let end = End::Resigned { by };
        assert_eq!((table.game.status(), end.winner()), (Status::Over(end), Some(!by)));
    }
    let mut table = Table::new(screen());
    table.play("e4", 0);
    table.act(Actor::Both, &Command::Resign, 0).unwrap();
    assert_eq!(table.game.status(), Status::Over(End::Resigned { by: Color::Black }));
}

#[test]
fn players_call_a_game_off_before_both_have_moved_and_the_server_always() {
    for (actor, moves, answer) in [
        (WHITE, "", Ok(Some(Color::White))),
        (BLACK, "e4", Ok(Some(Color::Black))),
        (WHITE, "e4 e5", Err(GameError::Begun)),
        (Actor::Server, "e4 e5", Ok(None)),
        (Actor::Both, "", Err(GameError::NotAllowed)),
    ] {
        let mut table = Table::new(people());
        table.play(moves, 0);
        let expected = answer.map(|by| vec![Event::Aborted { by }]);
        assert_eq!(table.act(actor, &Command::Abort, 0), expected, "{actor:?} {moves}");
        if answer.is_ok() {
            assert_eq!(table.game.status(), Status::Over(End::Aborted));
            assert_eq!(table.act(Actor::Server, &Command::Abort, 0), Err(GameError::Over));
        }
    }
}

#[test]
fn a_game_that_waits_can_be_called_off_and_nothing_else() {
    let mut terms = people();
    terms.seats[Color::Black] = seat(Player::Open);
    let mut table = Table::new(terms);
    let play = table.to_play("e4");
    for command in [play, Command::Resign, Command::Offer(game::Offer::Draw)] {
        assert_eq!(table.act(WHITE, &command, 0), Err(GameError::Waiting));
    }
    assert_eq!(table.act(BLACK, &Command::Abort, 0), Err(GameError::NotAllowed));
    assert!(table.act(WHITE, &Command::Abort, 0).is_ok());
    let join = Command::Join { color: Color::Black, name: None };
    assert_eq!(table.act(BLACK, &join, 0), Err(GameError::Over));
}
