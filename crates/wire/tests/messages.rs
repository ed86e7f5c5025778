//! Messages of the socket as JSON: each reads as it is written, and nothing else is understood.

use serde_json::{Value, json};
use wire::{ClientMessage, Command, ErrorCode, Offer, RequestError, ServerMessage, Side};

fn text<const MAX: usize>(text: &str) -> wire::BoundedString<MAX> {
    text.try_into().expect("short enough")
}

fn command(command: Command) -> ClientMessage {
    ClientMessage::Command { game: text("Abc123Def4"), id: text("7"), base_version: 3, command }
}

fn command_json(command: &Value) -> Value {
    json!({
        "type": "command", "game": "Abc123Def4", "id": "7", "base_version": 3, "command": command
    })
}

#[test]
fn client_messages_are_written_and_read_back() {
    let hello = ClientMessage::Hello {
        game: text("Abc123Def4"),
        secret: Some(text("s3cret")),
        last_version: Some(9),
    };
    let play = ClientMessage::Move {
        game: text("Abc123Def4"),
        id: text("a-1"),
        base_version: 12,
        ply: 4,
        uci: text("e7e8q"),
    };
    for (message, expected) in [
        (
            hello,
            json!({"type": "hello", "game": "Abc123Def4", "secret": "s3cret", "last_version": 9}),
        ),
        (
            play,
            json!({
                "type": "move", "game": "Abc123Def4", "id": "a-1", "base_version": 12, "ply": 4,
                "uci": "e7e8q",
            }),
        ),
        (ClientMessage::Ping { number: 5 }, json!({"type": "ping", "number": 5})),
        (command(Command::Resign {}), command_json(&json!({"type": "resign"}))),
        (
            command(Command::Offer { offer: Offer::Draw }),
            command_json(&json!({"type": "offer", "offer": "draw"})),
        ),
        (
            command(Command::GiveTime { ms: 15_000 }),
            command_json(&json!({"type": "give_time", "ms": 15_000})),
        ),
        (
            command(Command::Rename { side: Side::Black, name: Some(text("Ada")) }),
            command_json(&json!({"type": "rename", "side": "black", "name": "Ada"})),
        ),
    ] {
        assert_eq!(serde_json::to_value(&message).expect("writable"), expected);
        let read: ClientMessage = serde_json::from_value(expected.clone()).expect("readable");
        assert!(read == message, "{expected}");
    }
}

#[test]
fn what_no_client_should_say_is_refused() {
    for (message, part) in [
        (json!({"type": "dance"}), "unknown variant `dance`"),
        (json!({"number": 5}), "missing field `type`"),
        (json!({"type": "ping"}), "missing field `number`"),
        (json!({"type": "ping", "number": -1}), "invalid value"),
        (json!({"type": "ping", "number": 1, "more": 2}), "unknown field `more`"),
        (json!({"type": "hello", "game": "x".repeat(17)}), "17 characters"),
        (json!({"type": "hello", "game": "x", "secret": "x".repeat(65)}), "65 characters"),
        (command_json(&json!({"type": "resign", "by": "white"})), "unknown field `by`"),
        (command_json(&json!({"type": "claim", "with": "e2e4e5"})), "6 characters"),
        (command_json(&json!({"type": "offer", "offer": "money"})), "unknown variant `money`"),
    ] {
        match serde_json::from_value::<ClientMessage>(message.clone()) {
            Ok(_) => panic!("{message} was read"),
            Err(error) => assert!(error.to_string().contains(part), "{message}: {error}"),
        }
    }
}

#[test]
fn acts_become_commands_of_the_game() {
    let start = chess::Position::default();
    for (command, expected) in [
        (Command::Undo {}, Ok(game::Command::Undo)),
        (
            Command::Decline { offer: Offer::Takeback },
            Ok(game::Command::Decline(game::Offer::Takeback)),
        ),
        (Command::Claim { with: None }, Ok(game::Command::Claim { with: None })),
        (
            Command::Claim { with: Some(text("g1f3")) },
            Ok(game::Command::Claim { with: start.parse_uci("g1f3").ok() }),
        ),
        (Command::Claim { with: Some(text("g1g3")) }, Err(ErrorCode::BadMove)),
        (Command::GiveTime { ms: u64::MAX }, Err(ErrorCode::BadTime)),
        (Command::Rename { side: Side::White, name: Some(text("<b>")) }, Err(ErrorCode::BadName)),
        (
            Command::Rename { side: Side::White, name: Some(text("  ")) },
            Ok(game::Command::Rename { color: chess::Color::White, name: None }),
        ),
    ] {
        let command = command.to_game(&start);
        assert_eq!(command.as_ref().map_err(RequestError::code), expected.as_ref().map_err(|c| *c));
    }
}

#[test]
fn server_messages_are_written_with_their_type() {
    let illegal = chess::Position::default().find_move(chess::Square::E2, chess::Square::E5, None);
    let refusal = game::GameError::Illegal(illegal.expect_err("no pawn steps so far"));
    for (message, expected) in [
        (
            ServerMessage::Ack { id: "7".into(), version: 4 },
            json!({"type": "ack", "id": "7", "version": 4}),
        ),
        (
            ServerMessage::error("7", game::GameError::NotYourTurn, 4),
            json!({
                "type": "error", "id": "7", "code": "not_your_turn",
                "message": "not your turn", "version": 4,
            }),
        ),
        (
            ServerMessage::error("8", refusal, 4),
            json!({
                "type": "error", "id": "8", "code": "illegal",
                "message": refusal.to_string(), "version": 4,
            }),
        ),
        (
            ServerMessage::Pong { number: 1, now_ms: 2 },
            json!({"type": "pong", "number": 1, "now_ms": 2}),
        ),
        (
            ServerMessage::Competition {
                game: "Abc123Def4".into(),
                competition: "Xyz789Uvw0".into(),
            },
            json!({"type": "competition", "game": "Abc123Def4", "competition": "Xyz789Uvw0"}),
        ),
        (
            ServerMessage::Resync { game: "Abc123Def4".into() },
            json!({"type": "resync", "game": "Abc123Def4"}),
        ),
    ] {
        assert_eq!(serde_json::to_value(&message).expect("writable"), expected);
    }
}
