//! A person against the engine.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::json;
#[cfg(unix)]
use server::config::ExternalEngine;
use store::Memory;
#[cfg(unix)]
use store::Store;

use super::client::{Client, acked, rejected};
use super::server::{Running, config, eventually, new_game};

// req: B1
#[tokio::test]
async fn the_engine_answers_and_an_undo_ends_its_search() {
    let server = Running::start().await;
    let mut new = new_game();
    let easy = json!({ "player": { "type": "engine", "strength": { "type": "easy" } } });
    new["seats"]["black"] = easy;
    let game = server.create(&new).await;
    assert!(game.white.is_some() && game.black.is_none());
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    let answer = ada.event("moved").await;
    assert_eq!(answer["event"]["ply"], 2);
    acked(&ada.command(json!({ "type": "undo" })).await);
    assert_eq!(ada.ply, 0, "both moves are taken back");
    acked(&ada.command(json!({ "type": "redo" })).await);
    acked(&ada.command(json!({ "type": "offer", "offer": "draw" })).await);
    let declined = ada.event("declined").await;
    assert_eq!(declined["event"]["by"], "black", "nobody agrees to a draw in the opening");
}

/// A pause takes at least two thirds of the longest.
#[tokio::test]
async fn the_engine_replies_after_a_pause_on_its_own_clock() {
    const LONGEST: Duration = Duration::from_millis(900);
    const SHORTEST: Duration = Duration::from_millis(600);
    const BASE_MS: u64 = 600_000;
    let mut config = config();
    config.engines.pause = LONGEST;
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let mut new = new_game();
    new["seats"]["black"] =
        json!({ "player": { "type": "engine", "strength": { "type": "easy" } } });
    let time = json!({ "base_ms": BASE_MS, "bonus": { "type": "none" } });
    new["time"] = json!({ "white": time, "black": time });
    let game = server.create(&new).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    // The first move of either side is not charged.
    acked(&ada.play("e2e4").await);
    ada.event("moved").await;
    let start = Instant::now();
    acked(&ada.play("a2a3").await);
    let reply = ada.event("moved").await;
    assert_eq!(reply["event"]["ply"], 4);
    assert!(start.elapsed() >= SHORTEST, "{:?}", start.elapsed());
    let left = reply["state"]["clocks"]["remaining_ms"]["black"].as_u64().expect("a clock");
    // On a slow machine, the clock stands still for a part of the pause.
    assert!(left < BASE_MS, "{left}");
}

#[tokio::test]
async fn an_undo_while_the_engine_thinks_ends_its_search() {
    let server = Running::start().await;
    let mut new = new_game();
    let full = json!({ "player": { "type": "engine", "strength": { "type": "full" } } });
    new["seats"]["black"] = full;
    let game = server.create(&new).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    acked(&ada.command(json!({ "type": "undo" })).await);
    assert_eq!(ada.ply, 0);
    searches(&server, 0).await;
}

// req: A8
#[tokio::test]
async fn a_game_that_is_left_ends_its_search_and_goes_on_when_somebody_is_back() {
    let server = Running::start().await;
    let mut new = new_game();
    new["seats"]["black"] =
        json!({ "player": { "type": "engine", "strength": { "type": "full" } } });
    let game = server.create(&new).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    searches(&server, 1).await;
    drop(ada);
    searches(&server, 0).await;
    let _ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    searches(&server, 1).await;
}

/// Waits until this many searches run.
async fn searches(server: &Running, count: u64) {
    eventually(async || {
        let engines = server.get("/health").await.json()["engines"].clone();
        (engines["busy"] == count && engines["waiting"] == 0).then_some(())
    })
    .await;
}

/// An engine of others: a few lines of shell that speak UCI and know one move.
#[cfg(unix)]
#[tokio::test]
async fn an_engine_of_others_plays_and_one_that_cannot_is_told() {
    const PARROT: &str = "while read word rest; do case $word in \
        uci) echo id name Parrot; echo uciok;; \
        isready) echo readyok;; \
        go) echo info depth 1 score cp 3 nodes 1 pv e7e5; echo bestmove e7e5;; \
        quit) exit;; esac; done";
    let parrot = ExternalEngine {
        name: "Parrot".into(),
        program: "/bin/sh".into(),
        arguments: vec!["-c".into(), PARROT.into()],
    };
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let mut config = config();
    config.engines.externals.push(parrot);
    let server = Running::with(config, Arc::clone(&store)).await;
    assert_eq!(server.get("/api/engines").await.json(), json!({ "external": ["Parrot"] }));
    let mut new = new_game();
    new["seats"]["black"] = json!({ "player": { "type": "external", "name": "Parrot" } });
    let game = server.create(&new).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    assert_eq!(ada.event("moved").await["event"]["uci"], "e7e5");
    // The next answer is no legal move; everybody is told, also who comes later, and nothing
    // happens to the game.
    acked(&ada.play("d2d4").await);
    assert_eq!(ada.until("stuck").await["code"], "engine_failed");
    let mut zoe = Client::join(&server, "zoe", &game.id, None).await;
    assert_eq!(zoe.until("stuck").await["message"], "the engine crashed");
    acked(&ada.command(json!({ "type": "undo" })).await);
    assert_eq!(ada.ply, 2);
    acked(&ada.play("d2d4").await);
    assert!(server.stop().await);

    // A server that does not have the engine keeps the game and says what is missing.
    let server = Running::on(store).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let stuck = ada.until("stuck").await;
    assert_eq!(stuck["code"], "unknown_engine");
    assert_eq!(stuck["message"], r#"no such engine: "Parrot""#);
}

#[tokio::test]
async fn engines_that_are_not_here_are_refused_at_once() {
    let server = Running::start().await;
    for (player, code) in [
        (json!({ "type": "external", "name": "Nobody" }), "unknown_engine"),
        (json!({ "type": "engine", "strength": { "type": "rated", "rating": 9 } }), "bad_rating"),
    ] {
        let mut new = new_game();
        new["seats"]["black"] = json!({ "player": player });
        let answer = server.post("/api/games", None, &new).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code));
    }
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    rejected(&ada.command(json!({ "type": "undo" })).await, "not_allowed");
}
