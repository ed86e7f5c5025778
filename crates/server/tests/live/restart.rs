//! A server that goes away and another that goes on with its games.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use game::Timestamp;
use serde_json::json;
use store::{DataDirectory, Lessons, Sqlite, Store};

use super::client::{Client, acked};
use super::failing_store::FailingStore;
use super::server::{Running, eventually, new_game, with_admin};

fn open(directory: &Path) -> Arc<dyn Store> {
    let directory = DataDirectory::open(directory).expect("a directory");
    Arc::new(Sqlite::open(directory).expect("a library"))
}

// req: C2
#[tokio::test]
async fn a_game_goes_on_after_a_restart_and_nobody_pays_for_the_time_between() {
    let directory = tempfile::tempdir().expect("a place");
    let server = Running::on(open(directory.path())).await;
    let mut new = new_game();
    let time = json!({ "base_ms": 3_000, "bonus": { "type": "none" } });
    new["time"] = json!({ "white": time, "black": time });
    let game = server.create(&new).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    let last = bob.version;
    drop((ada, bob));
    assert!(server.stop().await);

    // An hour later, which is more than the clocks have.
    let later = FailingStore::over(open(directory.path()), Duration::from_hours(1));
    let server = Running::on(later).await;
    let mut ada = Client::connect(&server, "ada-again").await;
    (ada.version, ada.ply) = (last, 2);
    ada.hello(&game.id, game.white.as_deref(), Some(last)).await;
    let resumed = ada.event("resumed").await;
    assert_eq!(resumed["event"]["grace_ms"], 5_000);
    let left = resumed["state"]["clocks"]["remaining_ms"]["white"].as_u64().expect("a clock");
    assert!((6_000..=8_000).contains(&left), "{left} ms, with the grace of 5 s");
    acked(&ada.play("g1f3").await);
    assert!(server.stop().await);
}

// req: C7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_has_the_time_that_all_servers_of_its_store_share() {
    /// Years before the system clock of this computer.
    const SHARED: Timestamp = Timestamp(1_000_000_000_000);
    let store = FailingStore::new();
    *store.shared_time.lock().expect("no panic") = Some(SHARED);
    let server = Running::on(store).await;
    let game = server.create(&new_game()).await;
    let mut client = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    client.say(&json!({ "type": "ping", "number": 1 })).await;
    let now_ms = client.until("pong").await["now_ms"].as_u64().expect("a time");
    let passed = now_ms.checked_sub(SHARED.0).map(Duration::from_millis);
    assert!(passed.is_some_and(|passed| passed < Duration::from_mins(1)), "{now_ms}");
}

// req: C7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_other_servers_see_is_dated_by_the_time_that_all_share() {
    let store = FailingStore::new();
    let time = Timestamp(1_000_000_000_000);
    *store.shared_time.lock().expect("no panic") = Some(time);
    let server = Running::with(with_admin(), Arc::clone(&store) as Arc<dyn Store>).await;
    let headers = server.log_in("admin").await;
    // The computer was suspended for longer than a session lasts.
    let time = time.after(Duration::from_hours(24 * 400));
    *store.shared_time.lock().expect("no panic") = Some(time);
    let is_expired = async || {
        let session = server.send("GET", "/api/session", &headers, "").await.json();
        (session["role"] == "visitor").then_some(())
    };
    eventually(is_expired).await;
    let headers = server.log_in("admin").await;
    let rules =
        json!({ "scope": { "type": "visitors" }, "locked": ["analysis"], "for_ms": 60_000 });
    let answer = server.send("PUT", "/api/lessons/rules", &headers, rules.to_string()).await;
    assert_eq!(answer.status, 204, "{}", answer.body);
    let (_, rules) = store.rules().await.expect("a store").remove(0);
    assert!(rules.until.is_some_and(|until| until > time.after(Duration::from_secs(50))));
}
