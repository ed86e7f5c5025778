//! Reviews of finished games.

use std::sync::Arc;

use futures_util::future::join_all;
use serde_json::{Value, json};
use store::{DataDirectory, Memory, Sqlite, Store};

use super::client::{Client, acked};
use super::server::{Running, config, new_game};

/// Plays the shortest of all mates, and gives the address of its review.
pub(super) async fn finished(server: &Running) -> String {
    let (path, _) = played(server).await;
    path
}

/// The same with one of the players.
async fn played(server: &Running) -> (String, Client) {
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
    (format!("/api/games/{}/review", game.id), bob)
}

/// Follows a review to its end: the positions in the order in which they came, and the whole.
pub(super) async fn follow(server: &Running, path: &str) -> (Vec<u64>, Value) {
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
    let fact = json!({ "type": "allows_mate", "moves": 1, "on_back_rank": false });
    assert_eq!(report["moves"][2]["explanation"]["fact"], fact, "{report}");
    assert_eq!(report["moves"][2]["explanation"]["english"], "Allows mate in 1.");
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
    let stopped = server.ask("DELETE", &path, None, "").await;
    assert_eq!(stopped.status, 204);
    let (_, part) = follow(&server, &path).await;
    assert_eq!((&part["state"], &part["report"]), (&json!("idle"), &json!(null)), "{part}");
    server.post(&path, None, &json!({})).await;
    let (_, whole) = follow(&server, &path).await;
    assert_eq!(whole["state"], "finished");
    assert!(server.stop().await);

    let server = Running::on(open()).await;
    let kept = server.get(&path).await.json();
    assert_eq!(kept["state"], "finished", "{kept}");
    assert!(server.stop().await);
}

#[tokio::test]
async fn a_review_is_of_the_moves_whatever_else_happens_to_the_game() {
    let server = Running::start().await;
    let (path, mut bob) = played(&server).await;
    server.post(&path, None, &json!({})).await;
    let (_, whole) = follow(&server, &path).await;
    acked(&bob.command(json!({ "type": "offer", "offer": "rematch" })).await);
    assert_eq!(server.get(&path).await.json(), whole);
}

#[tokio::test]
async fn a_repetition_is_a_draw_in_a_review_too() {
    let server = Running::start().await;
    let pgn = "[SetUp \"1\"]\n[FEN \"6k1/5ppp/8/8/8/8/5PPP/Q5K1 w - - 0 1\"]\n\n1. Qa2 h6 2. Qa1 \
        Kh7 3. Qa2 Kg8 4. Qa1 Kh7 5. Qa2 Kg8 1/2-1/2\n";
    let imported = server.ask("POST", "/api/import", None, pgn).await.json();
    let path = format!("/api/games/{}/review", imported["imported"][0].as_str().expect("an id"));
    server.post(&path, None, &json!({})).await;
    let (_, whole) = follow(&server, &path).await;
    let draw = json!({ "type": "centipawns", "amount": 0 });
    assert_eq!(whole["positions"][10]["value"], draw, "{whole}");
    assert_eq!(whole["report"]["moves"][9]["accuracy"], 100.0, "{whole}");
}

#[tokio::test]
async fn a_review_waits_where_the_engines_have_no_room() {
    let mut config = config();
    (config.engines.workers, config.engines.queue) = (Some(1), 1);
    let server = Running::with(config, Arc::new(Memory::new())).await;
    let path = finished(&server).await;
    let start = json!({ "start_fen": "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "moves": [] });
    let crowd = (0..12).map(|_| server.post("/api/positions/evaluation", None, &start));
    let review = async {
        server.post(&path, None, &json!({})).await;
        follow(&server, &path).await.1
    };
    let (answers, whole) = tokio::join!(join_all(crowd), review);
    assert!(answers.iter().any(|answer| answer.status == 503), "the engines had room for all");
    assert_eq!(whole["state"], "finished", "{whole}");
}
