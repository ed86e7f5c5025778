//! Moves taken back and played again without asking.

use chess::Color;
use game::{Actor, Bonus, Command, Event, GameError, Player, Strength};

use crate::table::*;

/// Undoes or redoes, and tells how many moves are on the board then.
fn step(table: &mut Table, actor: Actor, command: &Command) -> Result<usize, GameError> {
    table.act(actor, command, 0).map(|_| table.game.board().moves().len())
}

// req: B1
#[test]
fn against_an_engine_undo_leads_to_the_persons_previous_turn() {
    for (engine, moves, left) in [
        (Color::Black, "e4 e5 Nf3 Nc6", Ok(2)),
        (Color::Black, "e4 e5 Nf3", Ok(2)),
        (Color::Black, "e4", Ok(0)),
        (Color::Black, "", Err(GameError::NothingToUndo)),
        (Color::White, "e4 e5 Nf3", Ok(1)),
        (Color::White, "e4 e5", Ok(1)),
        (Color::White, "e4", Err(GameError::NothingToUndo)),
    ] {
        let mut table = Table::new(against_engine(engine));
        table.play(moves, 0);
        let before = table.game.board().clone();
        let person = Actor::Player(!engine);
        assert_eq!(step(&mut table, person, &Command::Undo), left, "{engine} {moves}");
        if left.is_ok() {
            step(&mut table, person, &Command::Redo).unwrap();
        }
        assert_eq!(table.game.board(), &before, "{engine} {moves}");
    }
}

// req: B1
#[test]
fn undo_and_redo_have_no_limit() {
    for (terms, actor) in [(screen(), Actor::Both), (against_engine(Color::Black), WHITE)] {
        let mut table = Table::new(terms);
        table.play("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6", 0);
        let end = table.game.board().clone();
        while table.act(actor, &Command::Undo, 0).is_ok() {}
        assert_eq!(table.game.board().moves().len(), 0);
        while table.act(actor, &Command::Redo, 0).is_ok() {}
        assert_eq!(table.game.board(), &end);
        assert_eq!(table.act(actor, &Command::Redo, 0), Err(GameError::NothingToUndo));
    }
}

// req: C1
#[test]
fn at_one_screen_moves_go_back_one_at_a_time() {
    let mut table = Table::new(screen());
    table.play("e4 e5", 0);
    for (command, left) in [
        (Command::Undo, Ok(1)),
        (Command::Undo, Ok(0)),
        (Command::Undo, Err(GameError::NothingToUndo)),
        (Command::Redo, Ok(1)),
        (Command::Redo, Ok(2)),
        (Command::Redo, Err(GameError::NothingToUndo)),
    ] {
        assert_eq!(step(&mut table, Actor::Both, &command), left);
    }
}

#[test]
fn only_a_different_move_drops_what_was_taken_back() {
    for (san, redone) in [("e4", Ok(2)), ("d4", Err(GameError::NothingToUndo))] {
        let mut table = Table::new(screen());
        table.play("e4 e5", 0);
        table.act(Actor::Both, &Command::Undo, 0).unwrap();
        table.act(Actor::Both, &Command::Undo, 0).unwrap();
        table.play(san, 0);
        assert_eq!(step(&mut table, Actor::Both, &Command::Redo), redone, "{san}");
    }
}

#[test]
fn the_engine_and_people_among_themselves_cannot_undo() {
    let mut engines = against_engine(Color::Black);
    engines.seats[Color::White] = seat(Player::Engine(Strength::Full));
    for (terms, actor) in [
        (people(), WHITE),
        (people(), Actor::Both),
        (people(), Actor::Server),
        (against_engine(Color::Black), BLACK),
        (engines, WHITE),
    ] {
        let mut table = Table::new(terms);
        table.play("e4 e5", 0);
        for command in [Command::Undo, Command::Redo] {
            assert_eq!(table.act(actor, &command, 0), Err(GameError::NotAllowed), "{actor:?}");
        }
    }
}

// req: B1
#[test]
fn undo_and_redo_restore_the_clocks() {
    let mut table = Table::new(timed(screen(), 60_000, Bonus::Increment(ms(1_000))));
    table.play("e4 e5", 0).play("Nf3", 5_000).play("Nc6", 8_000);
    assert_eq!(table.clocks(8_000), [Some(57_000), Some(59_000)]);
    let undone = table.act(Actor::Both, &Command::Undo, 20_000);
    let expected = chess::ByColor::new(Some(ms(57_000)), Some(ms(61_000)));
    assert_eq!(undone, Ok(vec![Event::TakenBack { plies: 1, clocks: expected }]));
    assert_eq!(table.clocks(22_000), [Some(57_000), Some(59_000)]);
    table.act(Actor::Both, &Command::Undo, 22_000).unwrap();
    assert_eq!(table.clocks(22_000), [Some(61_000), Some(61_000)]);
    table.act(Actor::Both, &Command::Redo, 30_000).unwrap();
    table.act(Actor::Both, &Command::Redo, 40_000).unwrap();
    assert_eq!(table.clocks(40_000), [Some(57_000), Some(59_000)]);
}

#[test]
fn a_move_played_again_by_hand_keeps_the_clocks_of_those_after_it() {
    let mut table = Table::new(timed(screen(), 60_000, Bonus::None));
    table.play("e4 e5", 0).play("Nf3", 5_000).play("Nc6", 8_000);
    for _ in 0..2 {
        table.act(Actor::Both, &Command::Undo, 9_000).unwrap();
    }
    table.play("Nf3", 20_000);
    assert_eq!(table.clocks(20_000), [Some(49_000), Some(60_000)]);
    table.act(Actor::Both, &Command::Redo, 30_000).unwrap();
    assert_eq!(table.clocks(30_000), [Some(55_000), Some(57_000)]);
}

#[test]
fn what_the_board_has_ended_goes_on_after_undo() {
    let mut table = Table::new(against_engine(Color::White));
    table.play("f3 e5 g4 Qh4#", 0);
    assert!(!table.is_playing());
    assert_eq!(step(&mut table, BLACK, &Command::Undo), Ok(3));
    assert!(table.is_playing());
    assert_eq!(step(&mut table, BLACK, &Command::Redo), Ok(4));
    assert!(!table.is_playing());
    assert_eq!(table.act(BLACK, &Command::Redo, 0), Err(GameError::Over));
}

#[test]
fn what_players_or_clocks_have_ended_cannot_be_undone() {
    for (actor, command, at) in [
        (WHITE, Command::Resign, 0),
        (Actor::Server, Command::Abort, 0),
        (Actor::Server, Command::Flag, 60_000),
        (Actor::Both, Command::Offer(game::Offer::Draw), 0),
    ] {
        let mut table = Table::new(timed(screen(), 60_000, Bonus::None));
        table.play("e4 e5", 0);
        table.act(actor, &command, at).unwrap();
        let answer = table.act(Actor::Both, &Command::Undo, at);
        assert_eq!(answer, Err(GameError::Over), "{command:?}");
    }
}

#[test]
fn a_game_that_was_left_for_the_next_one_stays_as_it_is() {
    let mut table = Table::new(screen());
    table.play("f3 e5 g4 Qh4#", 0);
    table.act(Actor::Both, &Command::Rematch { next: id("abcdefghij") }, 0).unwrap();
    assert_eq!(table.act(Actor::Both, &Command::Undo, 0), Err(GameError::Over));
}
