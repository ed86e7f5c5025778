//! Positions that belong to no game.

use std::sync::Arc;

use engine::Tablebase;
use serde_json::{Value, json};
use server::Config;
use server::config::EngineConfig;
use store::Memory;

use super::server::{Running, config};

/// Endgame tables of up to four pieces, where they lie beside the checkout.
const TABLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/syzygy");

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
        let answer = server.post("/api/positions", None, &body).await;
        assert_eq!((answer.status, answer.code().as_str()), (400, code), "{body}");
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

#[tokio::test]
async fn without_tables_nothing_is_said_about_them() {
    let server = Running::start().await;
    let mate_in_one = json!({ "start_fen": "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "moves": [] });
    let told = server.post("/api/positions", None, &mate_in_one).await.json();
    assert_eq!(told["table"], Value::Null);
}

// req: B8
#[tokio::test]
async fn endgame_tables_tell_what_a_position_and_its_moves_are_worth() {
    let tables = Some(Arc::new(Tablebase::open(TABLES).expect("tables")));
    let engines = EngineConfig { tables, ..config().engines };
    let server = Running::with(Config { engines, ..config() }, Arc::new(Memory::new())).await;
    let table = [
        // Mate in one, and what follows when it is missed.
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", &[][..], "win", json!(1), "Ra8#", "win"),
        ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", &["a1g1"], "loss", json!(5), "Kg8", "loss"),
        // Bishop and knight need more than the twenty half-moves that are left.
        ("8/8/8/4k3/8/8/8/KBN5 w - - 80 90", &[], "cursed_win", json!(59), "Kb2", "cursed_win"),
        ("8/8/8/8/4k3/8/4P3/4K3 w - - 0 1", &[], "draw", Value::Null, "Kd1", "draw"),
    ];
    for (fen, moves, outcome, distance, best, of_best) in table {
        let variation = json!({ "start_fen": fen, "moves": moves });
        let told = server.post("/api/positions", None, &variation).await.json()["table"].clone();
        assert_eq!(told["outcome"], outcome, "{fen}");
        assert_eq!(told["distance"], distance, "{fen}");
        let first = &told["moves"][0];
        assert_eq!((&first["play"]["san"], &first["outcome"]), (&json!(best), &json!(of_best)));
    }
    for unknown in [START, "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "7k/8/8/8/8/8/8/K7 w - - 0 1"] {
        let variation = json!({ "start_fen": unknown, "moves": [] });
        let told = server.post("/api/positions", None, &variation).await.json();
        assert_eq!(told["table"], Value::Null, "{unknown}");
    }
}
