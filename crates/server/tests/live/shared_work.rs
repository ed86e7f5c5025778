//! Work that one of several servers with one database does: searches of engines, and reviews.

use std::time::{Duration, Instant};

use analysis::MoveSequence;
use serde_json::{Value, json};

use super::analysis::Watcher;
use super::client::{Client, acked};
use super::review::{finished, follow};
use super::server::{Running, eventually, new_game, with_admin};
use super::several_servers::Database;
use super::shares::{ask_from, long_game};

/// For how long a server that is gone has claimed something. On a slow machine, the last look at
/// what others do comes late.
const ABANDONED: u32 = 6;
/// Other servers do not act before this, because they cannot know that it is gone.
const EARLIEST: Duration = Duration::from_secs(2);
/// Longer than a server leaves a move to the one with the player.
const A_WHILE: Duration = Duration::from_millis(2_500);

/// A game against the engine, with or without a clock.
fn against_engine(strength: &str, base_ms: Option<u64>) -> Value {
    let mut new = new_game();
    new["seats"]["black"] =
        json!({ "player": { "type": "engine", "strength": { "type": strength } } });
    let time = base_ms.map(|base_ms| json!({ "base_ms": base_ms, "bonus": { "type": "none" } }));
    new["time"] = json!({ "white": time, "black": time });
    new
}

/// The searches that run or wait.
async fn searches(server: &Running) -> u64 {
    let engines = server.get("/health").await.json()["engines"].clone();
    engines["busy"].as_u64().expect("a number") + engines["waiting"].as_u64().expect("a number")
}

// req: A8
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_servers_with_a_game_one_searches() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let game = one.create(&against_engine("full", Some(7_200_000))).await;
    let mut ada = Client::join(&one, "ada", &game.id, game.white.as_deref()).await;
    let _zoe = Client::join(&other, "zoe", &game.id, None).await;
    acked(&ada.play("e2e4").await);
    eventually(async || (searches(&one).await == 1).then_some(())).await;
    let start = Instant::now();
    while start.elapsed() < A_WHILE {
        assert_eq!((searches(&one).await, searches(&other).await), (1, 0));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_of_a_server_that_is_gone_is_taken_over() {
    let database = Database::new();
    let server = database.serve().await;
    let game = server.create(&against_engine("easy", None)).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let start = Instant::now();
    database.abandon(&format!("engine/{}", game.id), ABANDONED);
    acked(&ada.play("e2e4").await);
    assert_eq!(ada.event("moved").await["event"]["ply"], 2);
    assert!(start.elapsed() >= EARLIEST, "{:?}", start.elapsed());
    let is_released = async || (database.psql("SELECT count(*) FROM lease") == "0").then_some(());
    eventually(is_released).await;
    acked(&ada.play("d2d4").await);
    ada.event("moved").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_followed_on_any_server() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let path = finished(&one).await;
    assert_eq!(other.get(&path).await.json()["state"], "idle");
    let begun = one.post(&path, None, &json!({})).await;
    assert_eq!(begun.status, 202, "{}", begun.body);
    let (mut plies, whole) = follow(&other, &path).await;
    plies.sort_unstable();
    assert_eq!((plies, &whole["state"]), ((0..5).collect(), &json!("finished")));
    assert_eq!(one.get(&path).await.json(), whole);
    let is_released = async || (database.psql("SELECT count(*) FROM lease") == "0").then_some(());
    eventually(is_released).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_of_a_server_that_is_gone_is_taken_over() {
    let database = Database::new();
    let (one, other) = (database.serve().await, database.serve().await);
    let path = finished(&one).await;
    let id = path.split('/').nth(3).expect("an id");
    database.abandon(&format!("review/{id}/{:016x}", fools_mate()), ABANDONED);
    let start = Instant::now();
    assert_eq!(one.post(&path, None, &json!({})).await.status, 202);
    while start.elapsed() < EARLIEST {
        assert_eq!(other.get(&path).await.json()["state"], "running");
        assert_eq!((searches(&one).await, searches(&other).await), (0, 0));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let (_, whole) = follow(&other, &path).await;
    assert_eq!(whole["state"], "finished");
}

/// How long a review is watched to see whether it stays as it is.
const OBSERVED: Duration = Duration::from_secs(2);
/// The last bytes of the addresses of visitors.
const ADA: u8 = 2;
const BOB: u8 = 3;
const EVE: u8 = 4;

/// Two servers on which visitors are not the admin.
async fn with_admins(database: &Database) -> (Running, Running) {
    let one = Running::with(with_admin(), database.connect().await).await;
    (one, Running::with(with_admin(), database.connect().await).await)
}

/// What a server says of a review.
async fn state(server: &Running, path: &str) -> Value {
    ask_from(server, EVE, "GET", path).await.json()["state"].clone()
}

/// Waits until all servers say that nobody makes a review; then nobody does for a while.
async fn until_stopped(one: &Running, other: &Running, path: &str) {
    eventually(async || (state(one, path).await == "idle").then_some(())).await;
    eventually(async || (state(other, path).await == "idle").then_some(())).await;
    let all_searches = async || (searches(one).await, searches(other).await);
    eventually(async || (all_searches().await == (0, 0)).then_some(())).await;
    let start = Instant::now();
    while start.elapsed() < OBSERVED {
        assert_eq!(all_searches().await, (0, 0));
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_is_stopped_on_any_server_by_those_who_want_it() {
    let (one, other) = with_admins(&Database::new()).await;
    let path = long_game(&one, ADA, 1).await;
    assert_eq!(ask_from(&one, ADA, "POST", &path).await.status, 202);
    assert_eq!(ask_from(&other, BOB, "POST", &path).await.status, 202);
    for host in [EVE, BOB] {
        assert_eq!(ask_from(&other, host, "DELETE", &path).await.status, 204);
    }
    let start = Instant::now();
    while start.elapsed() < OBSERVED {
        let states = (state(&one, &path).await, state(&other, &path).await);
        assert_eq!(states, (json!("running"), json!("running")), "Ada wants it");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(ask_from(&other, ADA, "DELETE", &path).await.status, 204);
    until_stopped(&one, &other, &path).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_review_that_is_left_on_one_server_goes_on_where_it_is_followed() {
    let (one, other) = with_admins(&Database::new()).await;
    let path = long_game(&one, ADA, 1).await;
    assert_eq!(ask_from(&one, ADA, "POST", &path).await.status, 202);
    let mut watcher = Watcher::get(&other, &format!("{path}/events")).await;
    watcher.until("event: position", 1).await;
    assert_eq!(ask_from(&one, ADA, "DELETE", &path).await.status, 204);
    eventually(async || (searches(&other).await > 0).then_some(())).await;
    assert_eq!(searches(&one).await, 0);
    drop(watcher);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_admin_stops_a_review_on_any_server() {
    let (one, other) = with_admins(&Database::new()).await;
    let admin = other.log_in("admin").await;
    let path = long_game(&one, ADA, 1).await;
    for (server, host) in [(&one, ADA), (&one, BOB), (&other, EVE)] {
        assert_eq!(ask_from(server, host, "POST", &path).await.status, 202);
    }
    assert_eq!(other.send("DELETE", &path, &admin, "").await.status, 204);
    until_stopped(&one, &other, &path).await;
}

/// The hash of the moves that [`finished`] plays.
fn fools_mate() -> u64 {
    let mut board = chess::Game::default();
    for uci in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let text: chess::UciMove = uci.parse().expect("a move");
        let play = text.to_move(board.position()).expect("a legal move");
        board.play(play).expect("a legal move");
    }
    MoveSequence::from(&board).fingerprint()
}
