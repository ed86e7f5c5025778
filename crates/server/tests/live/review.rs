//! Reviews of finished games.

use std::sync::Arc;

use serde_json::{Value, json};
use store::{DataDirectory, Memory, Sqlite, Store};

use super::client::{Client, acked};
use super::server::{Running, new_game};

/// Plays the shortest of all mates, and gives the address of its review.
async fn finished(server: &Running) -> String {
    let game = server.create(&new_game()).await;
    let mut ada = Client::join(server, "ada", &game.id, game.white.as_deref()).await;
    let mut bob = Client::join(server, "bob", &game.id, game.black.as_deref()).await;
    acked(&ada.play("f2f3").await);
    bob.event("moved").await;
    acked(&bob.play("e7e5").await);
    ada.event("moved").await;
    acked(&ada.play("g2g4").await);
    bob.event("moved").await;
    acked(&bob.play("d8h4").await);
    format!("/api/games/{}/review", game.id)
}

/// Follows a review to its end: the positions in the order in which they came, and the whole.
async fn follow(server: &Running, path: &str) -> (Vec<u64>, Value) {
    let answer = server.get(&format!("{path}/events")).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let data = |kind: &str| -> Vec<Value> {
        let events = answer.body.split("\n\n").filter(|event| event.contains(kind));
        let lines = events.flat_map(str::lines).filter_map(|line| line.strip_prefix("data: "));
        lines.map(|text| serde_json::from_str(text).expect("JSON")).collect()
    };
    let positions = data("event: position");
    let plies = positions.iter().map(|one| one["ply"].as_u64().expect("a ply"));
    (plies.collect(), data("event: review").pop().expect("the whole"))
}

#[tokio::test]
async fn a_finished_game_is_reviewed_as_it_is_followed() {
    let server = Running::on(Arc::new(Memory::new())).await;
    let path = finished(&server).await;
    let idle = server.get(&path).await.json();
    assert_eq!((&idle["state"], &idle["total"]), (&json!("idle"), &json!(5)));
    let begun = server.post(&path, None, &json!({})).await;
    assert_eq!((begun.status, &begun.json()["state"]), (202, &json!("running")));

    let (mut plies, whole) = follow(&server, &path).await;
    plies.sort_unstable();
    assert_eq!(plies, [0, 1, 2, 3, 4]);
    assert_eq!(whole["state"], "finished");
    assert_eq!(whole["positions"][4]["value"], json!({ "type": "mate", "moves": 0 }));
    let report = &whole["report"];
    assert_eq!(report["white"]["blunders"], 1, "{report}");
    let why = json!({ "type": "allows_mate", "moves": 1, "on_back_rank": false });
    assert_eq!(report["moves"][2]["why"]["fact"], why, "{report}");
    assert_eq!(report["moves"][2]["why"]["english"], "Allows mate in 1.");
    assert_eq!(server.get(&path).await.json(), whole);
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_game_that_is_played_is_not_reviewed() {
    let server = Running::start().await;
    let game = server.create(&new_game()).await;
    let path = format!("/api/games/{}/review", game.id);
    for method in ["GET", "POST"] {
        let answer = server.ask(method, &path, None, "{}").await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "not_over"), "{method}");
    }
    let nowhere = server.get("/api/games/nosuchgame12/review").await;
    assert_eq!(nowhere.status, 404);
}

#[tokio::test]
async fn what_is_done_stays_when_a_review_or_the_server_is_stopped() {
    let directory = tempfile::tempdir().expect("a place");
    let open = || -> Arc<dyn Store> {
        let directory = DataDirectory::open(directory.path()).expect("a directory");
        Arc::new(Sqlite::open(directory).expect("a library"))
    };
    let server = Running::on(open()).await;
    let path = finished(&server).await;
    server.post(&path, None, &json!({})).await;
    follow(&server, &path).await;
    let stopped = server.ask("DELETE", &path, None, "").await;
    assert_eq!(stopped.status, 204);
    assert!(server.stop().await);

    let server = Running::on(open()).await;
    let kept = server.get(&path).await.json();
    assert_eq!(kept["state"], "finished", "{kept}");
    assert!(server.stop().await);
}
