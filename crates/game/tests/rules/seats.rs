//! Who may do what: sitting down, names, and whose turn it is.

use chess::{Color, Position};
use game::{Actor, Command, Event, GameError, GameId, Name, Offer, Player, Status, Timestamp};

use crate::table::*;

// req: C1
#[test]
fn a_player_moves_only_on_its_turn() {
    for (terms, actor, answer) in [
        (people(), WHITE, Ok(())),
        (people(), BLACK, Err(GameError::NotYourTurn)),
        (people(), Actor::Both, Err(GameError::NotAllowed)),
        (people(), Actor::Server, Err(GameError::NotAllowed)),
        (screen(), Actor::Both, Ok(())),
        (against_engine(Color::White), WHITE, Ok(())),
        (against_engine(Color::White), BLACK, Err(GameError::NotYourTurn)),
    ] {
        let mut table = Table::new(terms);
        let play = table.to_play("e4");
        assert_eq!(table.act(actor, &play, 0).map(drop), answer, "{actor:?}");
    }
}

#[test]
fn an_illegal_move_is_refused_with_the_reason_and_changes_nothing() {
    let mut table = Table::new(people());
    let before = table.game.clone();
    let play = chess::Move::normal(chess::Square::E2, chess::Square::E5);
    let reason = Position::default().play(play).unwrap_err();
    let answer = table.act(WHITE, &Command::Move { play, lag: ms(0) }, 0);
    assert_eq!(answer, Err(GameError::Illegal(reason)));
    assert_eq!(table.game, before);
}

#[test]
fn an_open_seat_is_taken_once() {
    let mut terms = people();
    terms.seats[Color::Black] = seat(Player::Open);
    for (actor, first) in [
        (BLACK, Ok(())),
        (Actor::Server, Ok(())),
        (WHITE, Err(GameError::NotAllowed)),
        (Actor::Both, Err(GameError::NotAllowed)),
    ] {
        let mut table = Table::new(terms.clone());
        assert_eq!(table.game.status(), Status::Waiting);
        let join = Command::Join { color: Color::Black, name: Name::new("Ada").ok() };
        assert_eq!(table.act(actor, &join, 0).map(drop), first, "{actor:?}");
        if first.is_ok() {
            assert!(table.is_playing());
            assert_eq!(table.game.terms().seats[Color::Black].name, Name::new("Ada").ok());
            assert_eq!(table.act(actor, &join, 0), Err(GameError::SeatTaken));
        }
    }
}

// req: C1
#[test]
fn names_are_changed_by_their_owners() {
    for (terms, actor, color, allowed) in [
        (people(), WHITE, Color::White, true),
        (people(), BLACK, Color::White, false),
        (people(), Actor::Both, Color::White, false),
        (people(), Actor::Server, Color::Black, true),
        (screen(), Actor::Both, Color::White, true),
        (screen(), Actor::Both, Color::Black, true),
        (against_engine(Color::Black), Actor::Server, Color::Black, false),
    ] {
        let mut table = Table::new(terms);
        let name = Name::new("Ada").ok();
        let answer = table.act(actor, &Command::Rename { color, name: name.clone() }, 0);
        let event = Event::Renamed { color, name: name.clone() };
        let expected = if allowed { Ok(vec![event]) } else { Err(GameError::NotAllowed) };
        assert_eq!(answer, expected, "{actor:?} {color}");
        assert_eq!(table.game.terms().seats[color].name, name.filter(|_| allowed));
    }
}

// req: C2
#[test]
fn after_the_end_a_missing_name_is_filled_in_and_no_other_is_changed() {
    let name = |text| Name::new(text).ok();
    for (terms, actor, by) in [(people(), WHITE, BLACK), (screen(), Actor::Both, Actor::Both)] {
        let mut table = Table::new(terms);
        table.act(by, &Command::Resign, 0).unwrap();
        let rename = |text| Command::Rename { color: Color::White, name: name(text) };
        assert!(table.act(actor, &rename("Ada"), 0).is_ok(), "{actor:?}: it was missing");
        for other in [rename("Eve"), Command::Rename { color: Color::White, name: None }] {
            assert_eq!(table.act(actor, &other, 0), Err(GameError::Over), "{actor:?}");
        }
        assert_eq!(table.game.terms().seats[Color::White].name, name("Ada"));
        assert!(table.act(Actor::Server, &rename("Eve"), 0).is_ok(), "the server may");
    }
}

#[test]
fn a_log_with_a_name_that_was_changed_after_the_end_still_replays() {
    let mut table = Table::new(people());
    let rename = Command::Rename { color: Color::White, name: Name::new("Ada").ok() };
    table.act(WHITE, &rename, 0).unwrap();
    table.act(BLACK, &Command::Resign, 0).unwrap();
    let version = table.game.version() + 1;
    let event = Event::Renamed { color: Color::White, name: Name::new("Eve").ok() };
    let record = game::Record { version, at: Timestamp(0), event };
    assert_eq!(table.game.apply(&record), Ok(()));
}

#[test]
fn the_server_does_not_play() {
    let next = GameId::from_random([0; GameId::LENGTH]);
    let mut table = Table::new(people());
    table.play("e4 e5", 0);
    for command in [
        table.to_play("Nf3"),
        Command::Offer(Offer::Draw),
        Command::Decline(Offer::Draw),
        Command::Rematch { next },
        Command::Claim { with: None },
        Command::Undo,
        Command::Redo,
        Command::Resign,
        Command::GiveTime(ms(1_000)),
    ] {
        let answer = table.game.decide(Actor::Server, &command, Timestamp(0));
        assert_eq!(answer, Err(GameError::NotAllowed), "{command:?}");
    }
}
