//! Rooms on simulated time and over a store that can be slow or fail. Most tests
//! have no sockets: they send what a socket's task would send.

mod clocks;
#[allow(dead_code, reason = "the tests over real sockets use the rest")]
#[path = "../../tests/live/failing_store.rs"]
mod failing_store;
#[path = "../../tests/live/log.rs"]
mod log;
mod requests;
mod several_servers;
mod test_socket;

use std::sync::Arc;
use std::time::Duration;

use chess::{ByColor, Color};
use game::{Bonus, Game, GameId, Player, Seat, Start, Terms, TimeControl, Timestamp};
use serde_json::Value;
use store::{RequestId, SeatOwner, Store, StoredGame};
use tokio_util::task::TaskTracker;
use wire::BoundedString;

use self::failing_store::FailingStore;
pub(super) use self::test_socket::TestSocket;
use super::message::{Action, Follow, Request, RoomMessage, Subscription};
use super::outbox::{OutboxReader, outbox};
use super::players::Players;
use super::room::RoomView;
use super::rooms::RoomHandle;
use super::services::{EndedGames, GameChanges};
use super::{Clock, Downtime, RoomServices, Rooms, UnstartedGames};
use crate::Secret;
use crate::config::EngineConfig;
use crate::engines::Engines;
use crate::security::ClientKey;

const START: Timestamp = Timestamp(1_700_000_000_000);

const fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

/// A game of two people, and the server that it is played on.
struct Table {
    rooms: Rooms,
    store: Arc<FailingStore>,
    id: GameId,
    secrets: ByColor<Secret>,
}

impl Table {
    /// A game with this much time for each side.
    async fn new(base: Duration) -> Table {
        let (store, secrets) = (FailingStore::new(), [secret(), secret()]);
        let rooms = rooms(&store);
        let id = super::random_id().expect("chance");
        let [white, black] = secrets;
        let secrets = ByColor::new(white, black);
        let owner = |color: Color| Some(SeatOwner::without_account(secrets[color].hash()));
        rooms.create(terms(base), id.clone(), ByColor::from_fn(owner)).await.expect("a game");
        Table { rooms, store, id, secrets }
    }

    /// The same games on another server, which starts at this time.
    async fn restart(&mut self, at: Timestamp) {
        let downtime = Downtime::of(&*self.store).await.expect("a store");
        self.rooms.close().await;
        self.rooms = Rooms::new(services(&self.store, at), downtime);
    }

    /// The player of a side, after a hello.
    async fn player(&self, color: Color) -> Client {
        self.player_after(color, None).await
    }

    /// The player of a side, who knows this version.
    async fn player_after(&self, color: Color, last_version: Option<u32>) -> Client {
        let (outbox, messages) = outbox();
        let secret = Some(self.secrets[color].clone());
        let follow = Follow { client: ClientKey::Nobody, secret, last_version, outbox };
        let (room, subscription) = self.rooms.follow(&self.id, &follow).await.expect("a seat");
        Client { clock: self.clock(), room, subscription, messages }
    }

    /// Both players, after a move of each, so that the clocks run.
    async fn opening(&self) -> (Client, Client) {
        let (mut white, mut black) =
            (self.player(Color::White).await, self.player(Color::Black).await);
        acked(&white.play("w0", 1, 0, "e2e4").await);
        acked(&black.play("b0", 2, 1, "e7e5").await);
        (white, black)
    }

    fn clock(&self) -> Clock {
        self.rooms.services().clock.clone()
    }

    async fn view(&self) -> RoomView {
        self.rooms.view(&self.id, None).await.expect("a game")
    }

    /// What both clocks show, in milliseconds.
    async fn clocks(&self) -> [u128; 2] {
        let RoomView { game, now, .. } = self.view().await;
        Color::ALL.map(|color| game.clock(color, now).expect("a clock").as_millis())
    }

    async fn stored(&self) -> StoredGame {
        self.store.load(&self.id).await.expect("a store").expect("a game")
    }

    /// Asserts that the log replays to the game of the room.
    async fn assert_replays(&self) {
        let replayed = Game::replay(self.stored().await.records).expect("a log");
        assert_eq!(replayed, self.view().await.game);
    }
}

/// A client as its room sees it.
struct Client {
    clock: Clock,
    room: RoomHandle,
    subscription: Subscription,
    messages: OutboxReader,
}

impl Client {
    /// Sends a move that arrives now, and waits for the answer.
    async fn play(&mut self, id: &str, base_version: u32, ply: u32, uci: &str) -> Value {
        let uci = serde_json::from_value::<BoundedString<5>>(uci.into()).expect("a move");
        self.request(id, base_version, Action::Move { ply, uci }).await
    }

    async fn command(&mut self, id: &str, base_version: u32, command: Value) -> Value {
        let command = serde_json::from_value(command).expect("a command");
        self.request(id, base_version, Action::Command(command)).await
    }

    async fn request(&mut self, id: &str, base_version: u32, action: Action) -> Value {
        let id = RequestId::new(id).expect("an id");
        let (from, received_at) = (self.subscription.id, self.clock.now());
        let round_trip = Duration::ZERO;
        let request = Request { from, id, base_version, action, received_at, round_trip };
        assert!(self.room.send(RoomMessage::Request(request)).await, "the room is open");
        self.answer().await
    }

    async fn answer(&mut self) -> Value {
        loop {
            let message = self.next().await.expect("an answer");
            if message["type"] == "ack" || message["type"] == "error" {
                return message;
            }
        }
    }

    /// The next event of a kind.
    async fn event(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("an event");
            if message["event"]["type"] == kind {
                return message;
            }
        }
    }

    /// The next message; none when the room has dropped the client.
    async fn next(&mut self) -> Option<Value> {
        let message = self.messages.recv().await?;
        Some(serde_json::from_str(&message).expect("JSON"))
    }
}

/// The rooms of an empty store.
pub(super) fn test_rooms() -> Rooms {
    rooms(&FailingStore::new())
}

/// The rooms of a first server.
fn rooms(store: &Arc<FailingStore>) -> Rooms {
    Rooms::new(services(store, START), Some(Downtime::default()))
}

/// What the rooms of a server use that starts at this time.
fn services(store: &Arc<FailingStore>, at: Timestamp) -> RoomServices {
    let config = EngineConfig { workers: Some(1), hash_mb: 1, ..EngineConfig::default() };
    RoomServices {
        ended_games: EndedGames::default(),
        players: Players::default(),
        changes: GameChanges::default(),
        store: Arc::clone(store) as Arc<dyn Store>,
        is_shared: false,
        engines: Engines::start(&config).expect("memory"),
        clock: Clock::starting_at(at),
        unstarted: UnstartedGames::default(),
        tasks: TaskTracker::new(),
        claim_wait: None,
        engine_pause: Duration::ZERO,
    }
}

fn terms(base: Duration) -> Terms {
    let control = Some(TimeControl { base, bonus: Bonus::None });
    let person = Seat { name: None, player: Player::Person };
    Terms {
        start: Start::Standard,
        seats: ByColor::new(person.clone(), person),
        time: ByColor::new(control, control),
        shared: false,
        automatic_draws: false,
        takebacks: true,
        abandonment: true,
    }
}

fn secret() -> Secret {
    Secret::random().expect("chance")
}

fn acked(answer: &Value) {
    assert_eq!(answer["type"], "ack", "{answer}");
}

fn rejected(answer: &Value, code: &str) {
    assert_eq!(answer["code"], code, "{answer}");
}
