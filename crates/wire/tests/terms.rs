//! New games as JSON: what becomes terms, and what is refused with which word.

use std::time::Duration;

use serde_json::{Value, json};
use wire::ErrorCode;
use wire::new_game::NewGame;

fn person(name: &str) -> Value {
    json!({"name": name, "player": {"type": "person"}})
}

fn open() -> Value {
    json!({"player": {"type": "open"}})
}

fn ordinary() -> Value {
    json!({
        "start": {"type": "standard"},
        "seats": {"white": person("Ada"), "black": open()},
        "time": {
            "white": {"base_ms": 300_000, "bonus": {"type": "increment", "ms": 2000}},
            "black": null,
        },
        "shared": false,
        "automatic_draws": true,
    })
}

/// The ordinary request with one part replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut request = ordinary();
    *request.pointer_mut(pointer).expect("a part of the request") = value;
    request
}

#[test]
fn a_new_game_becomes_terms() {
    let new: NewGame = serde_json::from_value(ordinary()).expect("readable");
    assert_eq!(serde_json::to_value(&new).expect("writable")["seats"]["white"], person("Ada"));
    let terms = game::Terms::try_from(new).expect("sensible");
    assert_eq!(terms.start, game::Start::Standard);
    let names = terms.seats.iter().map(|(_, seat)| seat.name.as_ref().map(game::Name::as_str));
    assert_eq!(names.collect::<Vec<_>>(), [Some("Ada"), None]);
    let white = terms.time[chess::Color::White].expect("White has a clock");
    assert_eq!(white.base, Duration::from_mins(5));
    assert_eq!(white.bonus, game::Bonus::Increment(Duration::from_secs(2)));
    assert_eq!(terms.time[chess::Color::Black], None);
}

#[test]
fn every_kind_of_player_and_time_survives_both_ways() {
    for player in [
        json!({"type": "open"}),
        json!({"type": "person"}),
        json!({"type": "engine", "strength": {"type": "easy"}}),
        json!({"type": "engine", "strength": {"type": "rated", "rating": 1400}}),
        json!({"type": "engine", "strength": {"type": "full"}}),
        json!({"type": "external", "name": "friend"}),
    ] {
        let read: wire::new_game::Player =
            serde_json::from_value(player.clone()).expect("readable");
        let back = wire::new_game::Player::from(&game::Player::from(read));
        assert_eq!(serde_json::to_value(&back).expect("writable"), player);
    }
    for time in [
        json!({"base_ms": 60_000, "bonus": {"type": "none"}}),
        json!({"base_ms": 0, "bonus": {"type": "delay", "ms": 5000}}),
        json!({"base_ms": 1, "bonus": {"type": "bronstein", "ms": 1}}),
    ] {
        let read: wire::new_game::Time = serde_json::from_value(time.clone()).expect("readable");
        let control = game::TimeControl::from(read);
        let back = wire::new_game::Time::from(control);
        assert_eq!(serde_json::to_value(back).expect("writable"), time);
    }
}

// req: B2
#[test]
fn an_invalid_request_has_a_code_and_a_message() {
    let fen = |fen: &str| json!({"type": "fen", "fen": fen});
    for (request, code, part) in [
        (
            with("/start", fen("8/8/8/8/8/8/8/8 w - - 0 1")),
            ErrorCode::BadKings,
            "White has 0 kings",
        ),
        (with("/start", fen("chess, please")), ErrorCode::BadFen, "chess"),
        (with("/start", json!({"type": "chess960", "number": 960})), ErrorCode::BadChess960, "960"),
        (with("/seats/white", person("a\u{7}b")), ErrorCode::BadName, "\\u{7}"),
        (with("/seats/white", person(&"x".repeat(33))), ErrorCode::BadName, "32 characters"),
        (with("/seats/white", open()), ErrorCode::BadSeats, "must be taken"),
        (with("/shared", json!(true)), ErrorCode::BadSeats, "pass-and-play"),
    ] {
        let new: NewGame = serde_json::from_value(request.clone()).expect("readable");
        let error = game::Terms::try_from(new).expect_err("makes no sense");
        assert_eq!(error.code(), code, "{request}");
        assert!(error.to_string().contains(part), "{request}: {error}");
    }
}

#[test]
fn a_request_of_another_shape_is_not_read() {
    for (request, part) in [
        (with("/start", json!({"type": "fen", "fen": "8".repeat(129)})), "129 characters"),
        (with("/start", json!({"type": "standard", "fen": "8"})), "unknown field `fen`"),
        (with("/seats/white", person(&"x".repeat(1025))), "1025 characters"),
        (with("/seats", json!(null)), "invalid type"),
        (with("/time/white", json!({"base_ms": -1})), "invalid value"),
    ] {
        let error = serde_json::from_value::<NewGame>(request.clone()).expect_err("refused");
        assert!(error.to_string().contains(part), "{request}: {error}");
    }
}
