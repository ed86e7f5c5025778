//! Games with their variations, between PGN and an analysis board.

use serde_json::json;

use super::server::Running;

/// With all seven tags that a writer gives to every game.
const PGN: &str = "[Event \"Club\"]\n[Site \"?\"]\n[Date \"2026.01.01\"]\n[Round \"1\"]\n\
    [White \"Ada\"]\n[Black \"Bo\"]\n\n\
    {A game} 1. e4 $1 {[%cal Ge2e4] best [%clk 0:05:00]} (1. d4 d5 (1... Nf6 $6)) 1... e5 \
    {[%csl Re5][%eval 0.3]} 2. Nf3 1-0\n";

#[tokio::test]
async fn a_game_goes_to_the_board_and_back_without_loss() {
    let server = Running::start().await;
    let read = server.ask("POST", "/api/studies/read", None, PGN).await;
    assert_eq!(read.status, 200, "{}", read.body);
    let study = read.json();
    assert_eq!(study["nodes"][1]["san"], "d4", "{study}");
    assert_eq!(study["nodes"][1]["parent"], json!(null));
    assert_eq!(study["nodes"][3]["parent"], 1);
    let written = server.post("/api/studies/write", None, &study).await;
    assert_eq!(written.status, 200, "{}", written.body);
    let again = server.ask("POST", "/api/studies/read", None, &written.body).await;
    assert_eq!(again.json(), study);
}

#[tokio::test]
async fn what_is_no_game_is_refused_with_a_reason() {
    let server = Running::start().await;
    for text in ["", "1. e4 e9 *", "1. e4 (1. d4 *"] {
        let answer = server.ask("POST", "/api/studies/read", None, text).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_import"), "{text:?}");
    }
    let node = json!({ "parent": 5, "uci": "e2e4", "san": "", "nags": [], "before": [],
        "comments": [] });
    let study = json!({ "tags": [], "start_fen": "8/8/8/8/8/8/8/8 w - - 0 1", "result": "*",
        "comments": [], "nodes": [] });
    for (field, value, code) in [
        ("tags", json!([]), "bad_kings"),
        ("result", json!("2-0"), "bad_body"),
        ("nodes", json!([node]), "bad_body"),
    ] {
        let mut study = study.clone();
        if field != "tags" {
            study["start_fen"] = json!("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
        }
        study[field] = value;
        let answer = server.post("/api/studies/write", None, &study).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{}", answer.body);
    }
}
