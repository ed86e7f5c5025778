//! Who may do what: every role against every action.

use serde_json::{Value, json};

use super::client::{Client, acked, refused};
use super::server::{Running, new_game};

fn acts() -> Vec<Value> {
    vec![
        json!({ "type": "offer", "offer": "draw" }),
        json!({ "type": "offer", "offer": "takeback" }),
        json!({ "type": "offer", "offer": "rematch" }),
        json!({ "type": "decline", "offer": "draw" }),
        json!({ "type": "claim" }),
        json!({ "type": "undo" }),
        json!({ "type": "redo" }),
        json!({ "type": "resign" }),
        json!({ "type": "abort" }),
        json!({ "type": "give_time", "ms": 5_000 }),
        json!({ "type": "rename", "side": "white", "name": "Eve" }),
        json!({ "type": "rename", "side": "black", "name": "Eve" }),
    ]
}

// Protects: C7
#[tokio::test]
async fn a_spectator_sees_everything_and_may_do_nothing() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut eve = Client::connect(&server, "eve").await;
    eve.hello(&game.id, None, None).await;
    let full = eve.until("full").await;
    assert_eq!(full["you"], "spectator");
    for secret in [&game.white, &game.black].into_iter().flatten() {
        assert!(!full.to_string().contains(secret.as_str()), "no secret is told");
    }
    for act in acts() {
        refused(&eve.act(act).await, "not_allowed");
    }
    refused(&eve.play("e2e4").await, "not_allowed");
    let path = format!("/api/games/{}", game.id);
    for what in ["hint", "evaluation"] {
        let answer = server.post(&format!("{path}/{what}"), None, &json!({})).await;
        assert_eq!((answer.status, answer.code().as_str()), (403, "not_allowed"), "{what}");
    }
    let wrong = Some("AAAAAAAAAAAAAAAAAAAAAA");
    let answer = server.post(&format!("{path}/hint"), wrong, &json!({})).await;
    assert_eq!((answer.status, answer.code().as_str()), (403, "wrong_secret"));

    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    acked(&ada.play("e2e4").await);
    assert_eq!(eve.event("moved").await["event"]["san"], "e4");
    acked(&ada.act(json!({ "type": "resign" })).await);
    eve.event("resigned").await;
    let answer = server.post(&format!("{path}/hint"), None, &json!({})).await;
    assert_eq!(answer.status, 200, "a game that is over is everybody's: {}", answer.body);
}

#[tokio::test]
async fn a_player_acts_for_one_side_and_a_shared_screen_for_both() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    refused(&bob.play("e2e4").await, "not_your_turn");
    let rename = json!({ "type": "rename", "side": "white", "name": "Eve" });
    refused(&bob.act(rename.clone()).await, "not_allowed");
    for act in [json!({ "type": "undo" }), json!({ "type": "redo" })] {
        refused(&bob.act(act).await, "not_allowed");
    }

    let mut new = new_game();
    new["shared"] = json!(true);
    let game = server.create(&new).await;
    assert_eq!(game.white, game.black);
    let mut both = Client::join(&server, "both", &game.id, game.white.as_deref()).await;
    acked(&both.play("e2e4").await);
    acked(&both.play("e7e5").await);
    acked(&both.act(json!({ "type": "undo" })).await);
    assert_eq!(both.ply, 1);
    acked(&both.act(rename).await);
}
