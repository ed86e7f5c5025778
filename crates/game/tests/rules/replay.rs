//! Logs: a game is what its events make of it, and a log that lies is not believed.

use chess::{ByColor, Color, Outcome};
use game::{Actor, Bonus, Command, Event, Game, GameError, Offer, Record, ReplayError, Timestamp};

use crate::table::*;

/// A game with many kinds of events in it.
fn eventful() -> Table {
    let mut table = Table::new(timed(people(), 60_000, Bonus::Increment(ms(1_000))));
    table.play("e4 e5 Nf3", 1_000);
    table.act(WHITE, &Command::Offer(Offer::Takeback), 2_000).unwrap();
    table.act(BLACK, &Command::Offer(Offer::Takeback), 3_000).unwrap();
    table.act(BLACK, &Command::GiveTime(ms(15_000)), 4_000).unwrap();
    let resume = Command::Resume { last: Timestamp(5_000), grace: ms(2_000) };
    table.act(Actor::Server, &resume, 90_000).unwrap();
    table.act(Actor::Server, &Command::Adjourn, 90_500).unwrap();
    table.act(Actor::Server, &Command::Continue, 90_700).unwrap();
    table.play("Nc3 Nc6", 91_000);
    table.act(BLACK, &Command::Offer(Offer::Draw), 92_000).unwrap();
    table.act(WHITE, &Command::Decline(Offer::Draw), 93_000).unwrap();
    table.act(WHITE, &Command::Resign, 94_000).unwrap();
    table.act(WHITE, &Command::Offer(Offer::Rematch), 95_000).unwrap();
    table.act(BLACK, &Command::Rematch { next: id("abcdefghij") }, 96_000).unwrap();
    table
}

// req: C2
#[test]
fn a_log_replays_to_an_equal_game() {
    let table = eventful();
    let replayed = Game::replay(table.log.clone()).unwrap();
    assert_eq!(replayed, table.game);
    assert_eq!(replayed.version() as usize, table.log.len());
    assert_eq!((replayed.created_at(), replayed.last_at()), (Timestamp(0), Timestamp(96_000)));
}

#[test]
fn a_log_with_a_gap_or_without_a_beginning_is_refused() {
    let log = eventful().log;
    let without = |index: usize| {
        let mut log = log.clone();
        log.remove(index);
        Game::replay(log)
    };
    let twice = [&log[..3], &log[2..]].concat();
    assert_eq!(Game::replay([]), Err(ReplayError::NotCreated));
    assert_eq!(without(0), Err(ReplayError::Version { expected: 1, found: 2 }));
    assert_eq!(without(4), Err(ReplayError::Version { expected: 5, found: 6 }));
    assert_eq!(Game::replay(twice), Err(ReplayError::Version { expected: 4, found: 3 }));
    let headless = Record { version: 1, at: Timestamp(0), event: Event::DrawAgreed };
    assert_eq!(Game::replay([headless]), Err(ReplayError::NotCreated));
}

#[test]
fn an_event_that_cannot_have_happened_changes_nothing() {
    let none = ByColor::new(None, None);
    let play = chess::Move::normal(chess::Square::E2, chess::Square::E4);
    for (event, reason) in [
        (Event::Created(Box::new(people())), GameError::Begun),
        (Event::Joined { color: Color::White, name: None }, GameError::SeatTaken),
        (Event::Moved { play, clock: Some(ms(5)) }, GameError::NoClock),
        (Event::Declined { by: Color::White, offer: Offer::Draw }, GameError::NoOffer),
        (Event::DrawAgreed, GameError::NoOffer),
        (Event::Claimed { by: Color::White, outcome: Outcome::FiftyMoves }, GameError::NoClaim),
        (Event::TakenBack { plies: 1, clocks: none }, GameError::NothingToUndo),
        (Event::TakenBack { plies: 0, clocks: none }, GameError::NothingToUndo),
        (Event::Redone { plies: 1, clocks: none }, GameError::NothingToUndo),
        (Event::Flagged { color: Color::Black }, GameError::NotYourTurn),
        (Event::Flagged { color: Color::White }, GameError::NoClock),
        (Event::TimeGiven { to: Color::White, amount: ms(1) }, GameError::NoClock),
        (Event::Resumed { clock: Some(ms(1)), grace: ms(1) }, GameError::NoClock),
        (Event::Continued, GameError::NotAllowed),
        (Event::Rematched { next: id("abcdefghij") }, GameError::NotOver),
    ] {
        let mut game = Table::new(people()).game;
        let before = game.clone();
        let record = game.record(event, Timestamp(0));
        let expected = Err(ReplayError::Impossible { version: 2, reason });
        assert_eq!(game.apply(&record), expected, "{record:?}");
        assert_eq!(game, before);
    }
}

#[test]
fn a_replay_error_names_the_event() {
    for (error, sentence) in [
        (ReplayError::Version { expected: 5, found: 6 }, "expected event 5, found event 6"),
        (
            ReplayError::Impossible { version: 7, reason: GameError::Over },
            "event 7 is impossible: the game is over",
        ),
    ] {
        assert_eq!(error.to_string(), sentence);
    }
}
