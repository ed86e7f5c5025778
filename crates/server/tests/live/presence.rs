//! Players who lose their connections, and opponents who are told and may claim.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use store::{Memory, Store};

use super::client::{Client, acked, rejected};
use super::server::{Running, config, eventually, new_game};

/// The next message about who is connected in which both are as expected.
pub(super) async fn until_connected(client: &mut Client, white: bool, black: bool) -> Value {
    loop {
        let players = client.until("presence").await["players"].clone();
        if players["white"]["connected"] == white && players["black"]["connected"] == black {
            return players;
        }
    }
}

async fn impatient(store: Arc<dyn Store>) -> Running {
    let mut config = config();
    config.limits.claim_wait = Some(Duration::from_millis(300));
    Running::with(config, store).await
}

/// Two moves by two players who are both there.
async fn begun(server: &Running) -> (super::server::Created, Client, Client) {
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(server, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("e2e4").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    ada.event("moved").await;
    (game, ada, bob)
}

#[tokio::test]
async fn a_lost_connection_is_told_and_coming_back_ends_the_wait() {
    let server = Running::start().await;
    let (game, mut ada, bob) = begun(&server).await;
    let mut watcher = Client::join(&server, "watcher", &game.id, None).await;
    until_connected(&mut watcher, true, true).await;
    let win = json!({ "type": "claim_abandoned", "result": "win" });
    rejected(&ada.command(win.clone()).await, "opponent_present");
    drop(bob);
    let players = until_connected(&mut ada, true, false).await;
    let wait = players["black"]["claimable_in_ms"].as_u64().expect("a wait");
    assert!((200_000..=300_000).contains(&wait), "without clocks nobody is in a hurry: {wait}");
    until_connected(&mut watcher, true, false).await;
    rejected(&ada.command(win.clone()).await, "opponent_may_return");
    let _bob = Client::join(&server, "bob2", &game.id, game.black.as_deref()).await;
    let players = until_connected(&mut ada, true, true).await;
    assert_eq!(players["black"]["claimable_in_ms"], Value::Null);
    rejected(&ada.command(win).await, "opponent_present");
}

#[tokio::test]
async fn the_game_of_whoever_stays_away_is_claimed_and_kept() {
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let server = impatient(Arc::clone(&store)).await;
    let (game, mut ada, bob) = begun(&server).await;
    drop(bob);
    until_connected(&mut ada, true, false).await;
    let draw = json!({ "type": "claim_abandoned", "result": "draw" });
    let answer = eventually(async || {
        let answer = ada.command(draw.clone()).await;
        (answer["code"] != "opponent_may_return").then_some(answer)
    })
    .await;
    acked(&answer);
    drop(ada);
    assert!(server.stop().await);
    let server = Running::on(store).await;
    let status = server.get(&format!("/api/games/{}", game.id)).await.json()["state"].clone();
    assert_eq!(status["status"]["reason"], "abandoned");
    assert_eq!(status["status"]["result"], "1/2-1/2");
    let pgn = server.get(&format!("/api/games/{}/pgn", game.id)).await.body;
    assert!(
        pgn.contains("[Termination \"abandoned\"]") && pgn.trim_end().ends_with("1/2-1/2"),
        "{pgn}"
    );
}

#[tokio::test]
async fn a_server_that_was_away_counts_nobodys_absence() {
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let server = impatient(Arc::clone(&store)).await;
    let (game, ada, bob) = begun(&server).await;
    drop((ada, bob));
    assert!(server.stop().await);
    let mut config = config();
    config.limits.claim_wait = Some(Duration::from_mins(1));
    let server = Running::with(config, store).await;
    let mut ada = Client::join(&server, "ada2", &game.id, game.white.as_deref()).await;
    let players = until_connected(&mut ada, true, false).await;
    let wait = players["black"]["claimable_in_ms"].as_u64().expect("a wait");
    assert!(wait > 50_000, "the wait begins anew: {wait}");
    rejected(
        &ada.command(json!({ "type": "claim_abandoned", "result": "win" })).await,
        "opponent_may_return",
    );
}

#[tokio::test]
async fn nobody_is_absent_from_a_shared_screen_or_against_an_engine() {
    let server = impatient(Arc::new(Memory::new())).await;
    let mut shared = new_game();
    shared["shared"] = json!(true);
    let game = server.create(&shared).await;
    let mut both = Client::join(&server, "both", &game.id, game.white.as_deref()).await;
    acked(&both.play("e2e4").await);
    acked(&both.play("e7e5").await);
    let win = json!({ "type": "claim_abandoned", "result": "win" });
    rejected(&both.command(win).await, "not_allowed");
    both.say(&json!({ "type": "ping", "number": 1 })).await;
    let next = both.next().await.expect("an answer");
    assert_eq!(next["type"], "pong", "nothing is told about connections: {next}");
}
