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
    for (text, detail) in [
        ("", json!({ "type": "file", "error": { "type": "no_game" } })),
        (
            "1. e4 e9 *",
            json!({ "type": "game", "line": 1, "column": 7,
                "error": { "type": "not_move", "text": "e9" } }),
        ),
        (
            "1. e4 {no end",
            json!({ "type": "game", "line": 1, "column": 7,
                "error": { "type": "unclosed_comment" } }),
        ),
    ] {
        let answer = server.ask("POST", "/api/studies/read", None, text).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, "bad_import"), "{text:?}");
        assert_eq!(answer.json()["detail"], detail, "{text:?}");
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

#[tokio::test]
async fn what_people_paste_is_opened_and_all_that_is_written_is_read_again() {
    let server = Running::start().await;
    let deep = |depth: usize| {
        let open = "(1. d4 ".repeat(depth);
        format!("1. e4 {open}{} *", ")".repeat(depth))
    };
    let long = format!("1. e4 {{{}}} *", "word ".repeat(5_000));
    let many = format!("{{{}}} ", "word ".repeat(400)).repeat(60);
    for (what, text) in [
        ("no result", "1. e4 e5 2. Nf3 Nc6".to_owned()),
        ("another result", "[Result \"1-0\"]\n\n1. e4 0-1".to_owned()),
        ("two games", "1. e4 *\n\n[White \"Ada\"]\n\n1. d4 *".to_owned()),
        ("an odd tag", "[White-Elo \"1800\"]\n\n1. e4 *".to_owned()),
        ("variations in variations", deep(40)),
        ("a long comment", long),
        ("a hundred kilobytes", format!("1. e4 {many} *")),
    ] {
        let read = server.ask("POST", "/api/studies/read", None, &text).await;
        assert_eq!(read.status, 200, "{what}: {}", read.body);
        assert_eq!(read.json()["nodes"][0]["san"], "e4", "{what}");
        let written = server.post("/api/studies/write", None, &read.json()).await;
        assert_eq!(written.status, 200, "{what}: {}", written.body);
        let again = server.ask("POST", "/api/studies/read", None, &written.body).await;
        assert_eq!(again.status, 200, "{what}: {}", again.body);
        assert_eq!(again.json()["nodes"], read.json()["nodes"], "{what}");
        let tags = again.json()["tags"].to_string();
        assert_eq!(tags.contains("White-Elo"), what == "an odd tag", "{tags}");
    }
}
