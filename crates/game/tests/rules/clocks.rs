//! When clocks run, what they show, and when they fall.

use chess::{ByColor, Color};
use game::{
    Actor, Bonus, Command, End, Event, Game, GameError, Player, Status, TimeControl, Timestamp,
};

use crate::table::*;

// req: B4
#[test]
fn a_clock_runs_only_when_both_sides_have_moved() {
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    assert_eq!((table.clocks(9_000), table.game.deadline()), ([Some(60_000); 2], None));
    table.play("e4", 9_000);
    assert_eq!((table.clocks(19_000), table.game.deadline()), ([Some(60_000); 2], None));
    table.play("e5", 20_000);
    assert_eq!(table.clocks(25_000), [Some(55_000), Some(60_000)]);
    assert_eq!(table.game.deadline(), Some(Timestamp(80_000)));
}

#[test]
fn no_clock_runs_while_a_seat_is_open() {
    let mut terms = timed(people(), 60_000, Bonus::None);
    terms.seats[Color::Black] = seat(Player::Open);
    let table = Table::new(terms);
    assert_eq!((table.clocks(99_000), table.game.deadline()), ([Some(60_000); 2], None));
}

#[test]
fn each_bonus_counts_a_move_in_its_own_way() {
    let (increment, delay) = (Bonus::Increment(ms(2_000)), Bonus::Delay(ms(2_000)));
    let bronstein = Bonus::Bronstein(ms(2_000));
    // The bonus, the time that the move took, the lag, the clock during the move and after it.
    for (bonus, spent, lag, during, after) in [
        (Bonus::None, 5_000, 0, 55_000, 55_000),
        (Bonus::None, 5_000, 700, 55_000, 55_700),
        (Bonus::None, 5_000, 9_000, 55_000, 60_000),
        (increment, 5_000, 0, 57_000, 59_000),
        (increment, 500, 0, 61_500, 63_500),
        (delay, 5_000, 0, 57_000, 57_000),
        (delay, 1_500, 0, 60_000, 60_000),
        (delay, 5_000, 1_000, 57_000, 58_000),
        (bronstein, 5_000, 0, 55_000, 57_000),
        (bronstein, 1_500, 0, 58_500, 60_000),
    ] {
        let mut table = Table::new(timed(people(), 60_000, bonus));
        table.play("e4 e5", 1_000);
        let shown = table.clocks(1_000 + spent)[0];
        let command = Command::Move { play: table.find("Nf3"), lag: ms(lag) };
        table.act(WHITE, &command, 1_000 + spent).unwrap();
        let case = format!("{bonus:?} {spent} {lag}");
        assert_eq!(shown, Some(during), "{case}");
        assert_eq!(table.clocks(1_000 + spent)[0], Some(after), "{case}");
    }
}

#[test]
fn lag_below_a_millisecond_does_not_count() {
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    table.play("e4 e5", 0);
    let lag = std::time::Duration::from_micros(1_900);
    let command = Command::Move { play: table.find("Nf3"), lag };
    table.act(WHITE, &command, 1_000).unwrap();
    assert_eq!(table.game.clock(Color::White, Timestamp(1_000)), Some(ms(59_001)));
}

#[test]
fn a_flag_falls_when_the_time_is_reached_and_not_before() {
    for (bonus, limit) in [
        (Bonus::None, 60_000),
        (Bonus::Increment(ms(3_000)), 63_000),
        (Bonus::Delay(ms(3_000)), 63_000),
        (Bonus::Bronstein(ms(3_000)), 60_000),
    ] {
        let mut table = Table::new(timed(people(), 60_000, bonus));
        table.play("e4 e5", 500);
        assert_eq!(table.game.deadline(), Some(Timestamp(500 + limit)), "{bonus:?}");
        for actor in [WHITE, BLACK, Actor::Both, Actor::Server] {
            let early = table.act(actor, &Command::Flag, 499 + limit);
            assert_eq!(early, Err(GameError::TimeLeft), "{bonus:?}");
        }
        let fallen = table.act(Actor::Server, &Command::Flag, 500 + limit);
        assert_eq!(fallen, Ok(vec![Event::Flagged { color: Color::White }]), "{bonus:?}");
        assert_eq!(table.clocks(999_999)[0], Some(0), "{bonus:?}");
        assert_eq!(table.act(BLACK, &Command::Flag, 999_999), Err(GameError::Over));
    }
}

#[test]
fn what_a_player_wants_after_the_time_is_over_comes_too_late() {
    let flagged = Ok(vec![Event::Flagged { color: Color::White }]);
    let table = || {
        let mut table = Table::new(timed(people(), 60_000, Bonus::None));
        table.play("e4 e5", 0);
        table
    };
    let play = table().find("Nf3");
    for (actor, command) in [
        (WHITE, Command::Move { play, lag: ms(0) }),
        (WHITE, Command::Move { play, lag: ms(999) }),
        (WHITE, Command::Resign),
        (BLACK, Command::GiveTime(ms(1_000))),
        (BLACK, Command::Offer(game::Offer::Draw)),
    ] {
        let events = table().act(actor, &command, 61_000);
        assert_eq!(events, flagged, "{command:?}");
        assert!(command.came_too_late(&events.unwrap()), "{command:?}");
    }
    let in_time = table().act(WHITE, &Command::Move { play, lag: ms(1_001) }, 61_000);
    assert_eq!(in_time, Ok(vec![Event::Moved { play, clock: Some(ms(1)) }]));
    let fallen = table().act(BLACK, &Command::Flag, 61_000).unwrap();
    assert!(!Command::Flag.came_too_late(&fallen), "it asked for just this");
    let illegal = Command::Move { play: chess::Move::normal(play.from(), play.from()), lag: ms(0) };
    assert!(matches!(table().act(WHITE, &illegal, 61_000), Err(GameError::Illegal(_))));
    let name = Command::Rename { color: Color::White, name: None };
    assert!(matches!(table().act(WHITE, &name, 61_000).as_deref(), Ok([Event::Renamed { .. }])));
}

#[test]
fn sides_can_have_different_times_or_none() {
    let mut terms = people();
    let control = TimeControl { base: ms(10_000), bonus: Bonus::None };
    terms.time = ByColor::new(None, Some(control));
    let mut table = Table::new(terms);
    table.play("e4 e5", 0);
    assert_eq!((table.clocks(50_000), table.game.deadline()), ([None, Some(10_000)], None));
    assert_eq!(table.act(BLACK, &Command::Flag, 50_000), Err(GameError::TimeLeft));
    table.play("Nf3", 50_000);
    assert_eq!(table.game.deadline(), Some(Timestamp(60_000)));
    table.play("Nc6", 59_999);
    assert_eq!(table.clocks(99_999), [None, Some(1)]);
}

#[test]
fn no_base_and_an_increment_can_be_played() {
    let mut table = Table::new(timed(people(), 0, Bonus::Increment(ms(5_000))));
    table.play("e4 e5", 0);
    assert_eq!(table.clocks(0), [Some(5_000); 2]);
}

#[test]
fn a_moment_before_the_turn_began_costs_nothing() {
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    table.play("e4 e5", 50_000).play("Nf3", 20_000);
    assert_eq!(table.clocks(10_000), [Some(60_000); 2]);
    assert_eq!(table.game.deadline(), Some(Timestamp(80_000)));
}

#[test]
fn clocks_stand_where_they_stood_at_the_end() {
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    table.play("e4 e5", 0);
    table.act(BLACK, &Command::Resign, 7_000).unwrap();
    assert_eq!(table.clocks(99_000), [Some(53_000), Some(60_000)]);
    assert_eq!(table.game.deadline(), None);
}

#[test]
fn a_player_can_give_the_other_between_a_second_and_an_hour() {
    let table = || {
        let mut table = Table::new(timed(people(), 60_000, Bonus::None));
        table.play("e4 e5", 0);
        table
    };
    for (amount, given) in [(999, false), (1_000, true), (3_600_000, true), (3_600_001, false)] {
        let mut table = table();
        let answer = table.act(BLACK, &Command::GiveTime(ms(amount)), 10_000);
        let event = Event::TimeGiven { to: Color::White, amount: ms(amount) };
        let expected = if given { Ok(vec![event]) } else { Err(GameError::Amount(ms(amount))) };
        assert_eq!(answer, expected);
        let white = 50_000 + if given { u128::from(amount) } else { 0 };
        assert_eq!(table.clocks(10_000), [Some(white), Some(60_000)]);
    }
    let mut untimed = Table::new(people());
    assert_eq!(untimed.act(WHITE, &Command::GiveTime(ms(5_000)), 0), Err(GameError::NoClock));
}

// req: C7
#[test]
fn the_time_that_the_server_was_away_is_charged_to_nobody() {
    let resume = |last| Command::Resume { last: Timestamp(last), grace: ms(3_000) };
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    assert_eq!(table.act(Actor::Server, &resume(0), 5_000), Ok(vec![]));
    table.play("e4 e5", 0);
    for actor in [WHITE, Actor::Both] {
        assert_eq!(table.act(actor, &resume(0), 5_000), Err(GameError::NotAllowed));
    }
    let answer = table.act(Actor::Server, &resume(10_000), 900_000);
    assert_eq!(answer, Ok(vec![Event::Resumed { clock: Some(ms(50_000)), grace: ms(3_000) }]));
    assert_eq!(table.clocks(901_000), [Some(52_000), Some(63_000)]);
    table.act(WHITE, &Command::Resign, 901_000).unwrap();
    assert_eq!(table.act(Actor::Server, &resume(901_000), 999_000), Ok(vec![]));

    let mut untimed = Table::new(people());
    untimed.play("e4 e5", 0);
    assert_eq!(untimed.act(Actor::Server, &resume(0), 5_000), Ok(vec![]));
}

// req: C7
#[test]
fn restarts_give_extra_time_once_in_a_turn_and_at_most_fifteen_seconds_in_a_game() {
    let mut table = Table::new(timed(people(), 60_000, Bonus::None));
    table.play("e4 e5", 0);
    let restart = |table: &mut Table| {
        let resume = Command::Resume { last: Timestamp(0), grace: ms(6_000) };
        match table.act(Actor::Server, &resume, 0).as_deref() {
            Ok([Event::Resumed { grace, .. }]) => grace.as_millis(),
            other => panic!("{other:?}"),
        }
    };
    for (san, expected) in [("Nf3", 6_000), ("Nc6", 6_000), ("Bb5", 3_000), ("a6", 0)] {
        assert_eq!(restart(&mut table), expected, "before {san}");
        assert_eq!(restart(&mut table), 0, "again before {san}");
        table.play(san, 0);
    }
    assert_eq!(table.clocks(0), [Some(75_000); 2]);
    assert_eq!(Game::replay(table.log.clone()).as_ref(), Ok(&table.game));
}

#[test]
fn a_fallen_flag_wins_only_for_a_side_that_can_mate() {
    for (fen, winner) in [
        ("4k3/8/8/8/8/8/R7/4K3 w - - 0 1", None),
        ("4k3/p7/8/8/8/8/R7/4K3 w - - 0 1", Some(Color::Black)),
        ("4k1n1/8/8/8/8/8/R7/4K3 w - - 0 1", Some(Color::Black)),
        ("4k1n1/8/8/8/8/8/Q7/4K3 w - - 0 1", None),
    ] {
        let mut table = Table::new(timed(from_fen(people(), fen), 1_000, Bonus::None));
        table.play("Kd1 Kf8", 0);
        table.act(Actor::Server, &Command::Flag, 1_000).unwrap();
        let end = End::Flagged { color: Color::White, winner };
        assert_eq!(table.game.status(), Status::Over(end), "{fen}");
    }
}
