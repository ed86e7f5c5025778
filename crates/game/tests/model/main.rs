//! The game against a model of it: random commands from random actors at random moments, some of
//! them earlier than the last, must come to the same and leave the same behind.

mod choice;
mod reading;
mod reference;

use std::time::Duration;

use chess::Color;
use game::{Actor, Bonus, Command, Event, Game, Offer, Record, ReplayError, Timestamp};
use proptest::strategy::BoxedStrategy;
use proptest::test_runner::Config;
use proptest_state_machine::{ReferenceStateMachine, StateMachineTest, prop_state_machine};

use reference::Model;

/// Somebody wants something at some moment.
#[derive(Clone, Debug)]
struct Wish {
    actor: Actor,
    command: Command,
    now: u64,
}

/// A game with its log.
struct Logged {
    game: Game,
    log: Vec<Record>,
}

impl ReferenceStateMachine for Model {
    type State = Model;
    type Transition = Wish;

    fn init_state() -> BoxedStrategy<Model> {
        choice::model()
    }

    fn transitions(model: &Model) -> BoxedStrategy<Wish> {
        choice::wish(model)
    }

    fn apply(mut model: Model, wish: &Wish) -> Model {
        model.answer = model.want(wish.actor, &wish.command, wish.now);
        model.clock_now = wish.now;
        model
    }
}

struct GameTest;

impl StateMachineTest for GameTest {
    type SystemUnderTest = Logged;
    type Reference = Model;

    fn init_test(model: &Model) -> Logged {
        let at = Timestamp(model.created_at);
        let created = Event::Created(Box::new(model.terms.clone()));
        let game = Game::new(model.terms.clone(), at).unwrap();
        Logged { game, log: vec![Record { version: 1, at, event: created }] }
    }

    fn apply(mut logged: Logged, model: &Model, wish: Wish) -> Logged {
        let now = Timestamp(wish.now);
        let before = logged.game.clone();
        let answer = logged.game.decide(wish.actor, &wish.command, now);
        assert_eq!(logged.game, before, "deciding changes nothing");
        assert_eq!(answer, model.answer, "{wish:?}");
        for event in answer.unwrap_or_default() {
            let record = logged.game.record(event, now);
            assert_eq!(record.version, before.version() + 1);
            refuses_a_gap(&mut logged.game, &record);
            logged.game.apply(&record).unwrap();
            grows_only_by_what_is_given(&before, &logged.game, &wish, &record);
            logged.log.push(record);
        }
        logged
    }

    fn check_invariants(logged: &Logged, model: &Model) {
        let Logged { game, log } = logged;
        assert_eq!(Game::replay(log.iter().cloned()).as_ref(), Ok(game));
        assert_eq!(game.version(), model.version);
        assert_eq!(game.version() as usize, log.len());
        assert_eq!(game.terms(), &model.terms);
        assert_eq!(game.status(), model.status());
        assert_eq!(game.board().positions(), model.positions());
        assert_eq!(game.board().moves(), &model.line[..model.played]);
        assert!(game.board().undone().eq(model.line[model.played..].iter().copied()));
        assert_eq!(game.claim(), model.claim());
        assert_eq!(game.next(), model.next.as_ref());
        assert_eq!(game.deadline(), model.deadline().map(Timestamp));
        assert_eq!(game.created_at(), Timestamp(model.created_at));
        assert_eq!(game.last_at(), Timestamp(model.last_at));
        for color in Color::ALL {
            for at in [0, model.clock_now, model.clock_now + 777, u64::MAX] {
                let shown = model.shows(color, at).map(Duration::from_millis);
                assert_eq!(game.clock(color, Timestamp(at)), shown, "{color} at {at}");
            }
            for offer in [Offer::Draw, Offer::Takeback, Offer::Rematch] {
                assert_eq!(game.has_offered(color, offer), model.has_offered(color, offer));
            }
        }
    }
}

/// A record with the wrong number leaves a game as it was.
fn refuses_a_gap(game: &mut Game, record: &Record) {
    let before = game.clone();
    let expected = record.version;
    for found in [expected - 1, expected + 1] {
        let wrong = Record { version: found, ..record.clone() };
        assert_eq!(game.apply(&wrong), Err(ReplayError::Version { expected, found }));
        assert_eq!(*game, before);
    }
}

/// Looked at in the same moment, a clock shows more after an event than before it only by a bonus
/// and lag, a gift, or what the server makes good. Undo and redo set clocks to what they showed.
fn grows_only_by_what_is_given(before: &Game, after: &Game, wish: &Wish, record: &Record) {
    let is_undo = matches!(wish.command, Command::Undo | Command::Redo);
    for color in Color::ALL.into_iter().filter(|_| !is_undo) {
        let mut since = record.at;
        let given = match (&record.event, &wish.command) {
            (Event::Moved { .. }, Command::Move { lag, .. }) => {
                *lag + before.terms().time[color].map_or(Duration::ZERO, |time| bonus(time.bonus))
            }
            (Event::TimeGiven { amount, .. }, _) => *amount,
            (Event::Resumed { grace, .. }, Command::Resume { last, .. }) => {
                since = since.min(*last);
                *grace
            }
            _ => Duration::ZERO,
        };
        let most = before.clock(color, since).map(|clock| clock + given);
        assert!(after.clock(color, record.at) <= most, "{color}: {record:?}");
    }
}

fn bonus(bonus: Bonus) -> Duration {
    match bonus {
        Bonus::None => Duration::ZERO,
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
    }
}

/// The fewest random games; the environment can ask for more.
const CASES: u32 = 1_024;

fn config() -> Config {
    let config = Config::default();
    Config { cases: config.cases.max(CASES), failure_persistence: None, ..config }
}

prop_state_machine! {
    #![proptest_config(config())]

    // req: B1, B4, C2, C7
    #[test]
    fn a_game_does_what_its_model_does(sequential 1..80 => GameTest);
}
