//! Adjourned games: at the bell everything stands, and next week it goes on from there.

use chess::Color;
use game::{
    AbandonedResult, Absence, Actor, Bonus, Command, End, Event, Game, GameError, Name, Offer,
    Player, Status, Terms, Timestamp,
};
use proptest::prelude::*;

use crate::table::*;

const SERVER: Actor = Actor::Server;
const WEEK: u64 = 7 * 24 * 60 * 60 * 1_000;

/// Both sides have moved, and White has thought for two seconds.
fn adjourned(terms: Terms) -> Table {
    let mut table = Table::new(terms);
    table.play("e4 e5", 0);
    let events = table.act(SERVER, &Command::Adjourn, 2_000).unwrap();
    assert_eq!(events, [Event::Adjourned { spent: ms(2_000) }]);
    assert_eq!(table.game.status(), Status::Adjourned);
    table
}

fn blitz(bonus: Bonus) -> Terms {
    timed(people(), 60_000, bonus)
}

#[test]
fn only_an_arbiter_adjourns_and_continues() {
    for actor in [WHITE, BLACK, Actor::Both] {
        let mut table = Table::new(people());
        assert_eq!(table.act(actor, &Command::Adjourn, 0), Err(GameError::NotAllowed));
        let mut table = adjourned(people());
        assert_eq!(table.act(actor, &Command::Continue, WEEK), Err(GameError::NotAllowed));
    }
    let mut screen = Table::new(screen());
    assert_eq!(screen.act(Actor::Both, &Command::Adjourn, 0), Err(GameError::NotAllowed));
}

/// What each command comes to while a game is adjourned.
#[test]
fn everything_but_resigning_waits() {
    let name = Name::new("Ada").ok();
    let table = adjourned(blitz(Bonus::None));
    let absence = Absence { since: Timestamp(0), patience: ms(1) };
    let claim = Command::ClaimAbandoned { result: AbandonedResult::Win, absence: Some(absence) };
    let waits = Err(GameError::Adjourned);
    for (actor, command, expected) in [
        (WHITE, table.to_play("Nf3"), waits.clone()),
        (BLACK, Command::Offer(Offer::Draw), waits.clone()),
        (WHITE, Command::Offer(Offer::Takeback), waits.clone()),
        (WHITE, Command::Decline(Offer::Draw), waits.clone()),
        (WHITE, Command::Claim { with: None }, waits.clone()),
        (BLACK, claim, waits.clone()),
        (BLACK, Command::GiveTime(ms(15_000)), waits.clone()),
        (WHITE, Command::Abort, waits),
        (WHITE, Command::Offer(Offer::Rematch), Err(GameError::NotOver)),
        (WHITE, Command::Rematch { next: id("abcdefghij") }, Err(GameError::NotOver)),
        (WHITE, Command::Undo, Err(GameError::NotAllowed)),
        (WHITE, Command::Redo, Err(GameError::NotAllowed)),
        (WHITE, Command::Join { color: Color::White, name: None }, Err(GameError::SeatTaken)),
        (SERVER, Command::Flag, Err(GameError::TimeLeft)),
        (SERVER, Command::Resume { last: Timestamp(2_500), grace: ms(5_000) }, Ok(vec![])),
        (SERVER, Command::Adjourn, Ok(vec![])),
        (
            WHITE,
            Command::Rename { color: Color::White, name: name.clone() },
            Ok(vec![Event::Renamed { color: Color::White, name }]),
        ),
        (BLACK, Command::Resign, Ok(vec![Event::Resigned { by: Color::Black }])),
        (SERVER, Command::Abort, Ok(vec![Event::Aborted { by: None }])),
        (SERVER, Command::Continue, Ok(vec![Event::Continued])),
    ] {
        let mut table = Table { game: table.game.clone(), log: table.log.clone() };
        assert_eq!(table.act(actor, &command, WEEK), expected, "{command:?}");
        assert_eq!(Game::replay(table.log).unwrap(), table.game);
    }
}

#[test]
fn undo_against_an_engine_and_in_pass_and_play_waits_too() {
    for (terms, actor) in [(against_engine(Color::Black), WHITE), (screen(), Actor::Both)] {
        let mut table = Table::new(terms);
        for san in ["e4", "e5"] {
            let turn = table.game.board().position().turn();
            let mover = if actor == WHITE { Actor::Player(turn) } else { actor };
            let command = table.to_play(san);
            table.act(mover, &command, 0).unwrap();
        }
        table.act(SERVER, &Command::Adjourn, 1_000).unwrap();
        for command in [Command::Undo, Command::Redo] {
            let undone = table.act(actor, &command, 2_000);
            assert!(undone.is_err(), "{command:?}");
        }
    }
}

#[test]
fn the_clocks_stand_and_go_on_exactly_from_there() {
    for bonus in [
        Bonus::None,
        Bonus::Increment(ms(5_000)),
        Bonus::Delay(ms(3_000)),
        Bonus::Bronstein(ms(3_000)),
    ] {
        let mut straight = Table::new(blitz(bonus));
        straight.play("e4 e5", 0).play("Nf3", 7_000);
        let mut table = adjourned(blitz(bonus));
        let shown = table.clocks(2_000);
        assert_eq!(table.clocks(WEEK), shown);
        assert_eq!(table.game.deadline(), None);
        table.act(SERVER, &Command::Continue, WEEK).unwrap();
        assert_eq!(table.clocks(WEEK), shown);
        table.play("Nf3", WEEK + 5_000);
        assert_eq!(table.clocks(WEEK + 5_000), straight.clocks(7_000), "{bonus:?}");
    }
}

#[test]
fn offers_stand_while_the_game_does() {
    let mut table = Table::new(people());
    table.play("e4 e5", 0);
    table.act(BLACK, &Command::Offer(Offer::Draw), 1_000).unwrap();
    table.act(SERVER, &Command::Adjourn, 2_000).unwrap();
    assert!(table.game.has_offered(Color::Black, Offer::Draw));
    table.act(SERVER, &Command::Continue, WEEK).unwrap();
    let agreed = table.act(WHITE, &Command::Offer(Offer::Draw), WEEK + 1);
    assert_eq!(agreed, Ok(vec![Event::DrawAgreed]));
}

#[test]
fn a_flag_that_fell_comes_before_the_bell() {
    let mut table = Table::new(blitz(Bonus::None));
    table.play("e4 e5", 0);
    let events = table.act(SERVER, &Command::Adjourn, 60_000).unwrap();
    assert_eq!(events, [Event::Flagged { color: Color::White }]);
}

#[test]
fn games_that_nobody_plays_are_not_adjourned() {
    let mut open = people();
    open.seats[Color::Black] = seat(Player::Open);
    let mut waiting = Table::new(open);
    assert_eq!(waiting.act(SERVER, &Command::Adjourn, 0), Err(GameError::Waiting));
    assert_eq!(waiting.act(SERVER, &Command::Continue, 0), Ok(vec![]));
    let mut over = Table::new(people());
    over.act(WHITE, &Command::Resign, 0).unwrap();
    assert_eq!(over.act(SERVER, &Command::Adjourn, 0), Err(GameError::Over));
    assert_eq!(over.act(SERVER, &Command::Continue, 0), Err(GameError::Over));
}

#[test]
fn the_clocks_of_a_game_that_ends_while_adjourned_stand_where_they_stood() {
    let mut table = adjourned(blitz(Bonus::None));
    let shown = table.clocks(2_000);
    table.act(BLACK, &Command::Resign, WEEK).unwrap();
    assert_eq!(table.game.status(), Status::Over(End::Resigned { by: Color::Black }));
    assert_eq!(table.clocks(2 * WEEK), shown);
}

fn bonus() -> impl Strategy<Value = Bonus> {
    let time = || (0..5_000_u64).prop_map(ms);
    prop_oneof![
        Just(Bonus::None),
        time().prop_map(Bonus::Increment),
        time().prop_map(Bonus::Delay),
        time().prop_map(Bonus::Bronstein),
    ]
}

/// When in a turn a game is adjourned, in percent of it, and for how long.
fn adjournment() -> impl Strategy<Value = Option<(u64, u64)>> {
    prop::option::of((0..=100_u64, 0..WEEK))
}

proptest! {
    /// A game with adjournments has the clocks of the same game without them.
    #[test]
    fn adjournments_change_no_clock(
        bonus in bonus(),
        thoughts in prop::collection::vec((0..4_000_u64, adjournment()), 1..12),
    ) {
        let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
        let mut straight = Table::new(blitz(bonus));
        let mut stopped = Table::new(blitz(bonus));
        let (mut now, mut late) = (0, 0);
        for (index, (thought, adjournment)) in thoughts.into_iter().enumerate() {
            if let Some((percent, length)) = adjournment {
                let at = now + late + thought * percent / 100;
                stopped.act(SERVER, &Command::Adjourn, at).unwrap();
                prop_assert_eq!(stopped.clocks(at + length), straight.clocks(at - late));
                stopped.act(SERVER, &Command::Continue, at + length).unwrap();
                late += length;
            }
            now += thought;
            straight.play(shuffle[index % 4], now);
            stopped.play(shuffle[index % 4], now + late);
            prop_assert_eq!(stopped.clocks(now + late), straight.clocks(now));
            prop_assert_eq!(
                stopped.game.deadline().map(|at| at.0 - late),
                straight.game.deadline().map(|at| at.0)
            );
        }
    }
}
