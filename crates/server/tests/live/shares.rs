//! Every client has a share of the server: whoever asks for more than that is refused or waits, and
//! nobody else.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use chess::pgn::{GameResult, Tree};
use serde_json::{Value, json};
use server::Config;
use store::{Memory, Store};
use tokio::io::AsyncWriteExt;
use tokio::time::timeout;

use super::client::{Client, acked};
use super::failing_store::{FailingStore, Failure};
use super::server::{Answer, Created, Running, eventually, new_game, with_admin};

/// The last byte of the address of a visitor who asks for a lot, and of others who do not.
const GREEDY: u8 = 66;
const ADA: u8 = 5;
const BOB: u8 = 6;

/// A server on which nobody is the admin.
async fn server() -> Running {
    Running::with(with_admin(), Arc::new(Memory::new())).await
}

fn against(strength: &str) -> Value {
    let mut new = new_game();
    let strength = json!({ "type": strength });
    new["seats"]["black"] = json!({ "player": { "type": "engine", "strength": strength } });
    new
}

/// Somebody at an address who plays a game against the engine, and has made the first move.
async fn play_engine(server: &Running, host: u8, strength: &str) -> Client {
    let Created { id, white, .. } = server.create_from(host, &against(strength)).await;
    let mut client = Client::connect_from(host, server, "player").await;
    client.hello(&id, white.as_deref(), None).await;
    client.until("full").await;
    acked(&client.play("e2e4").await);
    client
}

#[tokio::test]
async fn many_engine_games_of_one_visitor_do_not_keep_others_waiting() {
    let server = server().await;
    let mut greedy = Vec::new();
    for _ in 0..12 {
        greedy.push(play_engine(&server, GREEDY, "full").await);
    }
    let mut ada = play_engine(&server, ADA, "easy").await;
    // The twelve searches alone take two minutes when nobody else waits.
    assert_eq!(ada.event("moved").await["event"]["ply"], 2);
}

/// Imports a game of many arbitrary moves, whose review takes long, and gives the address of that.
pub(super) async fn long_game(server: &Running, host: u8, number: usize) -> String {
    let (mut tree, mut node) = (Tree::default(), Tree::ROOT);
    for ply in 0..300 {
        let moves: Vec<_> = tree.position(node).legal_moves().into_iter().collect();
        let Some(play) = moves.get((ply * 7 + number) % moves.len().max(1)) else { break };
        node = tree.add(node, *play).expect("it is legal");
    }
    tree.set_result(GameResult::Draw);
    let answer = server.send_from(host, "POST", "/api/import", "", tree.to_string()).await;
    let imported = answer.json();
    format!("/api/games/{}/review", imported["imported"][0].as_str().expect("an id"))
}

pub(super) async fn ask_from(server: &Running, host: u8, method: &str, path: &str) -> Answer {
    server.send_from(host, method, path, "", "{}").await
}

#[tokio::test]
async fn reviews_of_one_visitor_do_not_keep_others_from_theirs() {
    let server = server().await;
    let mut refused = 0;
    for number in 0..6 {
        let path = long_game(&server, GREEDY, number).await;
        let answer = ask_from(&server, GREEDY, "POST", &path).await;
        refused += u32::from(answer.status == 429);
    }
    let pgn = "1. f3 e5 2. g4 Qh4# 0-1\n";
    let imported = server.send_from(ADA, "POST", "/api/import", "", pgn).await.json();
    let path = format!("/api/games/{}/review", imported["imported"][0].as_str().expect("an id"));
    assert_eq!(ask_from(&server, ADA, "POST", &path).await.status, 202);
    eventually(async || {
        let review = ask_from(&server, ADA, "GET", &path).await.json();
        (review["state"] == "finished").then_some(())
    })
    .await;
    assert_eq!(refused, 2, "a visitor has four reviews at once");
}

#[tokio::test]
async fn a_review_is_stopped_only_by_those_who_want_it() {
    let server = server().await;
    let path = long_game(&server, ADA, 1).await;
    let state = async || ask_from(&server, ADA, "GET", &path).await.json()["state"].clone();
    for host in [ADA, BOB] {
        assert_eq!(ask_from(&server, host, "POST", &path).await.status, 202);
    }
    let refused = ask_from(&server, GREEDY, "DELETE", &path).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "not_allowed"));
    assert_eq!(state().await, "running");
    assert_eq!(ask_from(&server, ADA, "DELETE", &path).await.status, 204);
    assert_eq!(state().await, "running", "Bob still wants it");
    assert_eq!(ask_from(&server, BOB, "DELETE", &path).await.status, 204);
    assert_eq!(state().await, "idle");
    assert_eq!(ask_from(&server, ADA, "POST", &path).await.status, 202);
    let admin = server.log_in("admin").await;
    let stopped = server.send("DELETE", &path, &admin, "").await;
    assert_eq!(stopped.status, 204, "{}", stopped.body);
    assert_eq!(state().await, "idle", "the admin stops any");
}

#[tokio::test]
async fn an_import_counts_until_it_has_ended_even_if_nobody_waits_for_it() {
    let store = FailingStore::new();
    let server = Running::with(with_admin(), Arc::clone(&store) as Arc<dyn Store>).await;
    store.fail(Failure::HoldImports);
    for number in 1..=2 {
        let mut stream = server.connect_from(GREEDY).await;
        let body = format!("[Event \"{number}\"]\n\n1. e4 e5 *\n");
        let head = format!(
            "POST /api/import HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        stream.write_all(head.as_bytes()).await.expect("it listens");
        eventually(async || (store.imports.load(Ordering::SeqCst) == number).then_some(())).await;
        // The visitor leaves in the middle of it.
        drop(stream);
    }
    let import = async |host| {
        let answer = server.send_from(host, "POST", "/api/import", "", "1. d4 d5 *\n").await;
        answer.status
    };
    assert_eq!(import(GREEDY).await, 429);
    store.fail(Failure::None);
    eventually(async || (import(GREEDY).await == 200).then_some(())).await;
}

#[tokio::test]
async fn what_a_visitor_stores_is_limited_and_the_refusal_is_clear() {
    let mut config = with_admin();
    config.limits.storage_per_hour = 100 << 10;
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let game = |number| format!("[Round \"{number}\"]\n\n1. e4 e5 *\n\n");
    let games = (0..500).map(game).collect::<Vec<_>>().concat();
    let report = server.send_from(GREEDY, "POST", "/api/import", "", &games).await.json();
    let added = report["added"].as_u64().expect("a number");
    assert!((1..100).contains(&added), "{report}");
    let error = report["fatal_error"].as_str().expect("an error");
    assert!(error.contains("quota for imports is used up"), "{error}");
    assert_eq!(report["fatal"]["code"], "quota_exceeded", "{report}");
    let game = new_game().to_string();
    let refused = server.send_from(GREEDY, "POST", "/api/games", "", &game).await;
    assert_eq!((refused.status, refused.code().as_str()), (429, "quota_exceeded"));
    server.create_from(ADA, &new_game()).await;
    let admin = server.log_in("admin").await;
    let report = server.send("POST", "/api/import", &admin, &games).await.json();
    assert_eq!(report["games"], 500, "the admin has no quota: {report}");
}

#[tokio::test]
async fn a_visitor_has_only_so_many_games_that_have_not_begun() {
    let mut config = with_admin();
    config.limits.unstarted_games = 2;
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let create = async |host| {
        let answer = server.send_from(host, "POST", "/api/games", "", new_game().to_string()).await;
        (answer.status, answer.body)
    };
    let Created { id, white, .. } = server.create_from(GREEDY, &new_game()).await;
    assert_eq!(create(GREEDY).await.0, 200);
    let (status, body) = create(GREEDY).await;
    assert_eq!(status, 429);
    assert!(body.contains("too_many_games"), "{body}");
    assert_eq!(create(ADA).await.0, 200);
    let mut player = Client::connect_from(GREEDY, &server, "player").await;
    player.hello(&id, white.as_deref(), None).await;
    player.until("full").await;
    acked(&player.play("e2e4").await);
    assert_eq!(create(GREEDY).await.0, 200, "one of them has begun");
}

#[tokio::test]
async fn a_game_that_begins_on_another_server_does_not_count_any_more() {
    let store = FailingStore::new();
    let mut config = with_admin();
    config.limits.unstarted_games = 1;
    let other: Arc<dyn Store> = store.beside();
    let one = Running::with(config.clone(), store).await;
    let other = Running::with(config, other).await;
    let game = one.create(&new_game()).await;
    let create = async || one.post("/api/games", None, &new_game()).await.status;
    assert_eq!(create().await, 429);
    let mut ada = Client::join(&other, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    eventually(async || (create().await == 200).then_some(())).await;
}

#[tokio::test]
async fn a_game_that_nobody_begins_is_aborted_after_a_while() {
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let server = Running::with(with_admin(), Arc::clone(&store)).await;
    let unstarted = server.create(&new_game()).await;
    let begun = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &begun.id, begun.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    drop(ada);
    assert!(server.stop().await);
    let mut config: Config = with_admin();
    config.limits.unstarted_time = Duration::ZERO;
    let server = Running::with(config, store).await;
    let status = async |id: &str| {
        let game = server.get(&format!("/api/games/{id}")).await.json();
        game["state"]["status"]["type"].as_str().expect("a status").to_owned()
    };
    eventually(async || (status(&unstarted.id).await == "over").then_some(())).await;
    assert_eq!(status(&begun.id).await, "playing");
}

#[tokio::test]
async fn a_visitor_who_says_hello_too_often_waits_and_nobody_else() {
    let mut config = with_admin();
    (config.limits.requests_per_second, config.limits.burst) = (1, 4);
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let game = server.create_from(ADA, &new_game()).await.id;
    let mut greedy = Client::connect_from(GREEDY, &server, "greedy").await;
    for _ in 0..60 {
        greedy.hello(&game, None, None).await;
    }
    let mut bob = Client::connect_from(BOB, &server, "bob").await;
    bob.hello(&game, None, None).await;
    bob.until("full").await;
    // Four may come at once; the others take a second each.
    greedy.until("full").await;
    let mut answered = 1;
    while timeout(Duration::from_millis(100), greedy.until("full")).await.is_ok() {
        answered += 1;
    }
    assert!((1..50).contains(&answered), "{answered}");
}

#[tokio::test]
async fn an_export_of_any_length_reads_the_list_once() {
    let store = FailingStore::new();
    let server = Running::with(with_admin(), Arc::clone(&store) as Arc<dyn Store>).await;
    let game = |number| format!("[Event \"{number}\"]\n\n1. e4 e5 *\n\n");
    let games: String = (0..250).map(game).collect();
    let imported = server.send_from(ADA, "POST", "/api/import", "", games).await;
    assert_eq!(imported.status, 200, "{}", imported.body);
    for format in ["pgn", "club", "json"] {
        let before = store.lists.load(Ordering::SeqCst);
        let path = format!("/api/export?format={format}");
        let exported = ask_from(&server, ADA, "GET", &path).await;
        assert_eq!(exported.status, 200, "{}", exported.body);
        assert!(exported.body.len() > 250 * 20, "{format}: all games");
        assert_eq!(store.lists.load(Ordering::SeqCst), before + 1, "{format}");
    }
}

#[tokio::test]
async fn the_admin_sees_who_uses_how_much() {
    let server = server().await;
    server.create_from(GREEDY, &new_game()).await;
    let imported = server.send_from(GREEDY, "POST", "/api/import", "", "1. e4 e5 *").await;
    assert_eq!(imported.status, 200, "{}", imported.body);
    let admin = server.log_in("admin").await;
    let usage = server.send("GET", "/api/usage", &admin, "").await.json();
    assert_eq!(usage["max_unstarted_games"], json!(Config::default().limits.unstarted_games));
    let client = &usage["clients"][0];
    assert_eq!(client["name"], format!("127.0.0.{GREEDY}"), "{usage}");
    assert_eq!(client["unstarted_games"], 1, "{usage}");
    assert!(client["stored_bytes"].as_u64() > Some(0), "{usage}");
}
