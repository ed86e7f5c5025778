//! Requests that are repeated, come too late, or fail.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use serde_json::json;
use store::{Hint, Store};

use super::client::{Client, acked, rejected};
use super::failing_store::{FailingStore, Failure};
use super::log::Log;
use super::server::{Running, eventually, new_game};

// req: C2
#[tokio::test]
async fn a_move_that_is_sent_again_is_acked_again_and_stored_once() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let message = ada.moving("e2e4");
    for _ in 0..3 {
        ada.say(&message).await;
        let answer = ada.answer().await;
        acked(&answer);
        assert_eq!(answer["version"], 2);
    }
    assert_eq!(store.written.load(Ordering::SeqCst), 1);
    drop(ada);
    assert!(server.stop().await);

    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    ada.say(&message).await;
    let answer = ada.answer().await;
    acked(&answer);
    assert_eq!((answer["version"].as_u64(), ada.version), (Some(2), 2), "also after a restart");
    assert_eq!(store.written.load(Ordering::SeqCst), 1);
}

#[tokio::test]
async fn a_stale_move_is_refused_after_what_was_missed() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let early = ada.moving("d2d4");
    let mut wrong_ply = ada.moving("d2d4");
    wrong_ply["ply"] = json!(1);
    ada.say(&wrong_ply).await;
    rejected(&ada.answer().await, "stale");
    acked(&ada.play("e2e4").await);
    ada.version = 1;
    ada.say(&early).await;
    let missed = ada.next().await.expect("an open socket");
    assert_eq!(missed["event"]["uci"], "e2e4", "{missed}");
    rejected(&ada.answer().await, "stale");
}

#[tokio::test]
async fn what_cannot_be_stored_has_not_happened() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    bob.until("presence").await;
    let before = server.get(&format!("/api/games/{}", game.id)).await.body;
    store.fail(Failure::DiskFull);
    rejected(&ada.play("e2e4").await, "not_stored");
    rejected(&ada.command(json!({ "type": "resign" })).await, "not_stored");
    assert_eq!(server.get(&format!("/api/games/{}", game.id)).await.body, before);
    store.fail(Failure::None);
    acked(&ada.play("e2e4").await);
    let first = bob.next().await.expect("an open socket");
    assert_eq!((first["type"].as_str(), bob.version), (Some("event"), 2), "{first}");
}

#[tokio::test]
async fn what_cannot_be_read_is_not_said_to_be_unsaved() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    store.fail(Failure::Unreadable);
    let log = Log::default();
    let _listening = tracing::subscriber::set_default(log.clone());
    let answer = server.get("/api/games").await;
    assert_eq!((answer.status, answer.code().as_str()), (500, "not_read"), "{}", answer.body);
    assert_eq!(answer.json()["message"], "could not be read; try again");
    assert!(answer.head.contains("x-content-type-options"), "headers as always: {}", answer.head);
    let text = log.text();
    assert!(text.contains("could not be read") && text.contains("NotRead"), "{text}");
    assert!(!text.contains("could not be saved") && !text.contains("NotStored"), "{text}");
    store.fail(Failure::None);
    assert_eq!(server.get("/api/games").await.status, 200);
}

#[tokio::test]
async fn a_server_that_cannot_store_anything_is_not_healthy() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let health = async |status: u16| {
        eventually(async || {
            let answer = server.get("/health").await;
            (answer.status == status).then(|| answer.json()["status"].clone())
        })
        .await
    };
    assert_eq!(health(200).await, "ok");
    store.fail(Failure::DiskFull);
    assert_eq!(health(503).await, "cannot_store");
    store.fail(Failure::None);
    assert_eq!(health(200).await, "ok");
}

#[tokio::test]
async fn a_join_whose_answer_was_lost_can_be_repeated() {
    let server = Running::start().await;
    let mut new = new_game();
    new["seats"]["black"] = json!({ "player": { "type": "open" } });
    let game = server.create(&new).await;
    let path = format!("/api/games/{}/join", game.id);
    let join =
        |secret: &str| json!({ "invitation": game.invitation, "name": "Bob", "secret": secret });
    let bob = "QUJDREVGR0hJSktMTU5PUA";
    for _ in 0..2 {
        let answer = server.post(&path, None, &join(bob)).await;
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(answer.json()["secrets"], json!({ "white": null, "black": bob }));
    }
    for other in ["UVJTVFVWV1hZWjAxMjM0NQ", "short"] {
        let answer = server.post(&path, None, &join(other)).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "wrong_secret"), "{other}");
    }
    let mut bob = Client::join(&server, "bob", &game.id, Some(bob)).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
}

#[tokio::test]
async fn messages_that_make_no_sense_are_refused_and_the_socket_stays() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    for (message, code) in [
        (json!("hello"), "bad_message"),
        (json!({ "type": "hello", "game": "nowhere" }), "no_game"),
        (json!({ "type": "hello", "game": "AAAAAAAAAA" }), "no_game"),
        (json!({ "type": "hello", "game": game.id, "secret": "x" }), "wrong_secret"),
        (json!({ "type": "hello", "game": game.id, "extra": 1 }), "bad_message"),
        (ada.moving("e2e5"), "bad_move"),
        (ada.moving("zzzz"), "bad_move"),
    ] {
        ada.say(&message).await;
        rejected(&ada.answer().await, code);
    }
    let mut elsewhere = ada.moving("e2e4");
    elsewhere["game"] = json!("AAAAAAAAAA");
    ada.say(&elsewhere).await;
    rejected(&ada.answer().await, "not_followed");
    let mut nameless = ada.moving("e2e4");
    nameless["id"] = json!("");
    ada.say(&nameless).await;
    rejected(&ada.answer().await, "bad_id");
    acked(&ada.play("e2e4").await);
}

#[tokio::test]
async fn a_study_that_cannot_be_stored_is_not_said_to_be() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let path = "/api/studies/AAAAbbbbCCCC1111";
    let secret = "x-study-secret: QUJDREVGR0hJSktMTU5PUA";
    let tree = json!({ "tags": [], "start_fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "result": "*", "comments": ["kept"], "nodes": [] });
    let save = json!({ "base": 0, "request": "a", "name": "A", "source": null, "tree": tree });
    store.fail(Failure::DiskFull);
    let answer = server.send("PUT", path, secret, save.to_string()).await;
    assert_eq!((answer.status, answer.code().as_str()), (500, "not_stored"));
    assert!(!answer.body.contains("disk"), "what the database says is for the log");
    assert_eq!(server.send("GET", path, secret, "").await.status, 404);
    store.fail(Failure::None);
    let answer = server.send("PUT", path, secret, save.to_string()).await;
    assert_eq!((answer.status, &answer.json()["version"]), (200, &json!(1)));
}

#[tokio::test]
async fn an_event_that_does_not_fit_its_game_is_an_internal_error_and_not_retried() {
    let store = FailingStore::new();
    let (server, owner) = Running::owned_on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    store.fail(Failure::Impossible);
    rejected(&ada.play("e2e4").await, "internal");
    let answer = server.send("POST", &format!("/api/games/{}/abort", game.id), &owner, "{}").await;
    assert_eq!((answer.status, answer.code().as_str()), (500, "internal"));
    assert_eq!(answer.json()["message"], "internal server error", "the cause is for the log");
    assert_eq!(store.appends.load(Ordering::SeqCst), 2, "once for each request");
    store.fail(Failure::None);
    acked(&ada.play("e2e4").await);
}

/// As when a primary was replaced by a standby that did not have everything.
#[tokio::test]
async fn a_room_that_knows_more_than_the_store_ends_and_the_next_one_goes_on() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    store.fail(Failure::Behind);
    rejected(&ada.play("e2e4").await, "stale");
    // Her socket is closed.
    while ada.next().await.is_some() {}
    store.fail(Failure::None);
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
}

#[tokio::test]
async fn a_room_that_crashes_is_an_internal_error_and_not_asked_again() {
    let store = FailingStore::new();
    let (server, owner) = Running::owned_on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    store.fail(Failure::Panic);
    let path = format!("/api/games/{}/abort", game.id);
    let answer = server.send("POST", &path, &owner, "{}").await;
    assert_eq!((answer.status, answer.code().as_str()), (500, "internal"));
    assert_eq!(store.appends.load(Ordering::SeqCst), 1, "it would only crash again");
    // Her socket is closed, after what she was sent before.
    while ada.next().await.is_some() {}
    store.fail(Failure::None);
    assert_eq!(server.send("POST", &path, &owner, "{}").await.status, 204, "the next room works");
}

#[tokio::test]
async fn an_engine_whose_move_is_impossible_is_stuck_and_does_not_try_for_ever() {
    let store = FailingStore::new();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let mut new = new_game();
    new["seats"]["white"] =
        json!({ "player": { "type": "engine", "strength": { "type": "easy" } } });
    let game = server.create(&new).await;
    store.fail(Failure::Impossible);
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    assert_eq!(bob.until("stuck").await["code"], "engine_failed");
    assert_eq!(store.appends.load(Ordering::SeqCst), 1);
}

/// All rooms of a server may read at once, for example when another one is gone.
#[tokio::test]
async fn a_failed_read_of_news_closes_no_room() {
    let store = FailingStore::new();
    let _other = store.beside();
    let server = Running::on(Arc::clone(&store) as Arc<dyn Store>).await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    store.fail(Failure::UnreadableOnce);
    store.hints.send(Hint::Anything).expect("the server listens");
    eventually(async || (store.failure() == Failure::None).then_some(())).await;
    let message = ada.moving("e2e4");
    ada.say(&message).await;
    loop {
        let message = ada.next().await.expect("an open socket");
        assert_ne!(message["type"], "resync", "the room is still there");
        if message["type"] == "ack" {
            break;
        }
    }
}
