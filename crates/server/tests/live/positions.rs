//! Positions that belong to no game.

use serde_json::{Value, json};

use super::server::Running;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn variation(moves: &[&str]) -> Value {
    json!({ "start_fen": START, "moves": moves })
}

#[tokio::test]
async fn a_position_is_answered_with_what_may_be_played() {
    let server = Running::start().await;
    let answer = server.post("/api/positions", None, &variation(&["e2e4"])).await;
    assert_eq!(answer.status, 200, "{}", answer.body);
    let told = answer.json();
    assert_eq!(told["turn"], "black");
    assert_eq!(told["legal"]["destinations"]["e7"], json!(["e5", "e6"]));
    for (body, code) in [
        (variation(&["e2e5"]), "bad_move"),
        (json!({ "start_fen": START }), "bad_body"),
        (json!({ "start_fen": START, "moves": [], "depth": 99 }), "bad_body"),
    ] {
        let refused = server.post("/api/positions", None, &body).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, code), "{body}");
    }
}

#[tokio::test]
async fn a_position_is_judged_as_those_of_a_review_are() {
    let server = Running::start().await;
    let path = "/api/positions/evaluation";
    let lost = server.post(path, None, &variation(&["f2f3", "e7e5", "g2g4"])).await;
    assert_eq!(lost.status, 200, "{}", lost.body);
    let told = lost.json();
    assert_eq!(told["value"], json!({ "type": "mate", "moves": -1 }));
    assert_eq!(told["line"][0], json!({ "uci": "d8h4", "san": "Qh4#" }));
    assert_eq!(told["ply"], 3);

    let mated = ["f2f3", "e7e5", "g2g4", "d8h4"];
    let over = server.post(path, None, &variation(&mated)).await.json();
    assert_eq!((&over["value"]["moves"], &over["line"]), (&json!(0), &json!([])));
    let illegal = server.post(path, None, &variation(&["e2e5"])).await;
    assert_eq!(illegal.code(), "bad_move");
}
