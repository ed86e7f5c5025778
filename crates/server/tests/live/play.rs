//! Two people play.

use serde_json::json;

use super::client::{Client, acked, rejected};
use super::server::{Running, new_game};

/// Three minutes for each side, and two seconds a move.
fn blitz() -> serde_json::Value {
    json!({ "base_ms": 180_000, "bonus": { "type": "increment", "ms": 2_000 } })
}

// req: C7, D32
#[tokio::test]
async fn two_people_play_a_whole_game_with_clocks_offers_and_a_lost_connection() {
    let server = Running::start().await;
    let mut new = new_game();
    new["seats"]["black"] = json!({ "player": { "type": "open" } });
    new["time"] = json!({ "white": blitz(), "black": blitz() });
    let game = server.create(&new).await;
    assert!(game.black.is_none() && game.invitation.is_some());

    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    rejected(&ada.play("e2e4").await, "waiting");
    let path = format!("/api/games/{}/join", game.id);
    for nameless in [json!(null), json!("  ")] {
        let join = json!({ "invitation": game.invitation, "name": nameless });
        let answer = server.post(&path, None, &join).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_name"));
    }
    let invitation = json!({ "invitation": game.invitation, "name": "Bob" });
    let joined = server.post(&path, None, &invitation).await;
    assert_eq!(joined.status, 200, "{}", joined.body);
    let secret = joined.json()["secrets"]["black"].as_str().expect("a secret").to_owned();
    let again = server.post(&path, None, &invitation).await;
    assert_eq!((again.status, again.code().as_str()), (403, "wrong_secret"));
    ada.event("joined").await;

    let mut bob = Client::join(&server, "bob", &game.id, Some(&secret)).await;
    for uci in ["f2f3", "e7e5", "a2a3"] {
        let (mover, other) =
            if ada.ply % 2 == 0 { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
        acked(&mover.play(uci).await);
        let seen = other.event("moved").await;
        assert_eq!(seen["event"]["uci"], uci);
    }
    acked(&ada.command(json!({ "type": "offer", "offer": "takeback" })).await);
    bob.event("offered").await;
    acked(&bob.command(json!({ "type": "offer", "offer": "takeback" })).await);
    ada.event("taken_back").await;
    assert_eq!((ada.ply, bob.ply), (2, 2));

    acked(&ada.command(json!({ "type": "offer", "offer": "draw" })).await);
    bob.event("offered").await;
    acked(&bob.command(json!({ "type": "decline", "offer": "draw" })).await);
    ada.event("declined").await;

    let last = bob.version;
    drop(bob);
    acked(&ada.play("g2g4").await);
    let mut bob = Client::connect(&server, "bob-again").await;
    (bob.version, bob.ply) = (last, 2);
    bob.hello(&game.id, Some(&secret), Some(last)).await;
    let missed = bob.next().await.expect("what was missed");
    assert_eq!(missed["type"], "event", "only what was missed: {missed}");
    acked(&bob.play("d8h4").await);
    let mate = ada.event("moved").await;
    assert_eq!(mate["state"]["status"]["reason"], "checkmate");
    assert_eq!(mate["state"]["status"]["winner"], "black");
    let clock = mate["state"]["clocks"]["remaining_ms"]["white"].as_u64().expect("a clock");
    assert!((180_000..=190_000).contains(&clock), "{clock}");

    acked(&ada.command(json!({ "type": "offer", "offer": "rematch" })).await);
    bob.event("offered").await;
    acked(&bob.command(json!({ "type": "offer", "offer": "rematch" })).await);
    let next = ada.event("rematched").await;
    let next = next["event"]["next"].as_str().expect("an id").to_owned();
    bob.hello(&next, Some(&secret), None).await;
    let full = bob.until("full").await;
    assert_eq!(full["you"], "white", "colors are swapped, and the secret is the same");
    drop((ada, bob));
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_flag_falls_by_itself() {
    let server = Running::start().await;
    let mut new = new_game();
    let short = json!({ "base_ms": 200, "bonus": { "type": "none" } });
    new["time"] = json!({ "white": short, "black": short });
    let game = server.create(&new).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    let flagged = bob.event("flagged").await;
    assert_eq!(flagged["event"]["side"], "white");
    assert_eq!(flagged["state"]["status"]["winner"], "black");
    ada.event("flagged").await;
    rejected(&ada.play("d2d4").await, "over");
    assert!(server.stop().await);
}

#[tokio::test]
async fn whoever_is_there_when_the_server_ends_gets_the_last_answer() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(&server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(&server, "bob", &game.id, game.black.as_deref()).await;
    let message = ada.moving("e2e4");
    ada.say(&message).await;
    // The room has answered Ada when Bob sees her move; she has not read it yet.
    bob.event("moved").await;
    assert!(server.stop().await, "everybody leaves in time");
    acked(&ada.answer().await);
    // Bob may be seen to leave first; then the socket is closed.
    while let Some(message) = ada.next().await {
        assert_eq!(message["type"], "presence", "{message}");
    }
}
