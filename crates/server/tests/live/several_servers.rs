//! Several servers with one database: any of them serves any game.

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use postgres_server::{Binaries, Server};
use serde_json::{Value, json};
use server::Config;
use store::{Postgres, PostgresAddress, Store};
use tokio::runtime::{self, Runtime};

use super::client::{Client, acked, rejected};
use super::server::{Running, SOON, eventually, new_game};

/// The `PostgreSQL` of these tests. A guard beside it stops it when the process ends.
static POSTGRES: LazyLock<Server> = LazyLock::new(|| {
    let named = std::env::var_os("TABIYA_POSTGRES").map(PathBuf::from);
    let binaries = Binaries::find(named.as_deref()).unwrap_or_else(|error| panic!("{error}"));
    Server::start(&binaries).unwrap_or_else(|error| panic!("{error}"))
});

/// A database of its own.
pub(super) struct Database(String);

impl Database {
    pub(super) fn new() -> Database {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test_{}", NEXT.fetch_add(1, Ordering::Relaxed));
        POSTGRES.create_database(&name, None).expect("a new name");
        Database(name)
    }

    /// Starts a server on it.
    pub(super) async fn serve(&self) -> Running {
        Running::on(self.connect().await).await
    }

    /// Starts a server on it that can be killed.
    pub(super) async fn serve_killable(&self, config: Config) -> Killable {
        let address = POSTGRES.url(&self.0).parse().expect("an address");
        Killable::start(config, address).await
    }

    /// Runs a statement in it.
    pub(super) fn psql(&self, sql: &str) -> String {
        POSTGRES.psql(&self.0, sql).expect("a statement")
    }

    /// Waits until `PostgreSQL` has noticed that the servers are gone.
    async fn until_left(&self) {
        let connected = "SELECT count(*) FROM pg_stat_activity \
                         WHERE datname = current_database() AND pid <> pg_backend_pid()";
        for _ in 0..500 {
            if self.psql(connected) == "0" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("somebody is still connected");
    }

    /// A server that is not there any more has claimed some work for a few seconds.
    pub(super) fn abandon(&self, work: &str, seconds: u32) {
        self.psql(&format!(
            "INSERT INTO lease VALUES ('{work}', 1, 1, \
             (extract(epoch FROM clock_timestamp()) + {seconds}) * 1000000)"
        ));
    }

    /// A store on it, for one server.
    pub(super) async fn connect(&self) -> Arc<dyn Store> {
        let address = POSTGRES.url(&self.0).parse().expect("an address");
        Arc::new(Postgres::connect(&address).await.expect("it runs"))
    }
}

/// A server that can be killed: it has a runtime of its own, with which everything ends at once,
/// its connections to the database too. Nothing is finished or told to anybody.
pub(super) struct Killable {
    server: Running,
    runtime: Runtime,
}

impl Killable {
    async fn start(config: Config, address: PostgresAddress) -> Killable {
        let runtime = runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build();
        let runtime = runtime.expect("a thread");
        let serving = async move {
            let store = Arc::new(Postgres::connect(&address).await.expect("it runs"));
            Running::with(config, store).await
        };
        Killable { server: runtime.spawn(serving).await.expect("no panic"), runtime }
    }

    pub(super) async fn kill(self) {
        let Killable { server, runtime } = self;
        tokio::task::spawn_blocking(move || runtime.shutdown_timeout(SOON)).await.expect("an end");
        drop(server);
    }
}

impl Deref for Killable {
    type Target = Running;

    fn deref(&self) -> &Running {
        &self.server
    }
}

/// A game with this much time for each side.
fn timed(base_ms: u64) -> Value {
    let time = json!({ "base_ms": base_ms, "bonus": { "type": "none" } });
    let mut new = new_game();
    new["time"] = json!({ "white": time, "black": time });
    new
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_on_two_servers_play_a_game() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let game = one.create(&timed(60_000)).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&other, "bob", &game.id, game.black.as_deref()).await;
    for uci in ["f2f3", "e7e5", "g2g4"] {
        let (mover, opponent) =
            if ada.ply % 2 == 0 { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
        acked(&mover.play(uci).await);
        assert_eq!(opponent.event("moved").await["event"]["uci"], uci);
    }
    acked(&ada.command(json!({ "type": "offer", "offer": "draw" })).await);
    bob.event("offered").await;
    acked(&bob.play("d8h4").await);
    let mate = ada.event("moved").await;
    assert_eq!(mate["state"]["status"]["reason"], "checkmate");
    rejected(&ada.command(json!({ "type": "resign" })).await, "over");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_accepted_on_any_server() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let mut new = new_game();
    new["seats"]["black"] = json!({ "player": { "type": "open" } });
    let game = one.create(&new).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let path = format!("/api/games/{}/join", game.id);
    let invitation = json!({ "invitation": game.invitation, "name": "Bob" });
    let joined = other.post(&path, None, &invitation).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    ada.event("joined").await;
    let again = one.post(&path, None, &invitation).await;
    assert_eq!((again.status, again.code().as_str()), (403, "wrong_secret"));
    acked(&ada.play("e2e4").await);
    let secret = joined.json()["secrets"]["black"].as_str().map(ToOwned::to_owned);
    let mut bob = Client::join(&one, "bob", &game.id, secret.as_deref()).await;
    acked(&bob.play("e7e5").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_whose_server_ends_goes_on_with_another_one() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let game = one.create(&timed(60_000)).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&other, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    assert!(one.stop().await);
    acked(&bob.play("e7e5").await);
    let mut ada = Client::join(&other, "ada-again", &game.id, game.white.as_deref()).await;
    assert_eq!(ada.ply, 2);
    acked(&ada.play("g1f3").await);
    bob.event("moved").await;
}

// req: C7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_is_given_only_after_no_server_was_there() {
    let database = Database::new();
    let one = database.serve().await;
    let game = one.create(&timed(60_000)).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&one, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    let other = database.serve().await;
    let bob = Client::join(&other, "bob-again", &game.id, game.black.as_deref()).await;
    assert_eq!(bob.version, 3, "the other server has resumed nothing");
    drop((ada, bob));
    assert!(one.stop().await && other.stop().await);
    database.until_left().await;
    let next = database.serve().await;
    let ada = Client::join(&next, "ada-again", &game.id, game.white.as_deref()).await;
    assert_eq!(ada.version, 4, "the game is resumed");
}

// req: C7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_after_an_outage_charges_nobody_for_it() {
    const THOUGHT: Duration = Duration::from_secs(4);
    let database = Database::new();
    let one = database.serve().await;
    let game = one.create(&timed(60_000)).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&one, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    tokio::time::sleep(THOUGHT).await;
    database.psql(
        "WITH t AS (SELECT extract(epoch FROM clock_timestamp())::bigint * 1000 AS now) \
         INSERT INTO outage SELECT now - 30000, now + 1000 FROM t",
    );
    let other = database.serve().await;
    let remaining = async |server: &Running| {
        let view = server.get(&format!("/api/games/{}", game.id)).await.json();
        view["state"]["clocks"]["remaining_ms"]["white"].as_u64().expect("a clock")
    };
    let without_outage = remaining(&other).await;
    let with_outage = remaining(&one).await;
    // On a slow machine, the clock of the first server stands still from time to time.
    let least = (THOUGHT / 2).as_millis() as u64;
    assert!(without_outage >= with_outage + least, "{without_outage} {with_outage}");
}

// req: C7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flag_falls_though_the_server_of_the_game_is_gone() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let game = one.create(&timed(1_500)).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&one, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    drop((ada, bob));
    assert!(one.stop().await);
    let is_over = async || {
        let view = other.get(&format!("/api/games/{}", game.id)).await.json();
        (view["state"]["status"]["type"] == "over").then_some(view)
    };
    let view = eventually(is_over).await;
    assert_eq!(view["state"]["status"]["winner"], "black", "{view}");
}
