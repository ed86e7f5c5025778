//! Club files, whole and damaged.

use serde_json::{Value, json};

use super::*;
use crate::export::club::{FRAME, write};

/// A game with two kings, White's rook on its first square and one pawn of each side.
fn sound() -> Value {
    json!({
        "id": 7, "last_played": "2024/02/29", "turn": "White", "move_num": 12, "winner": null,
        "colour_in_check": null, "is_stalemate": false, "game_over": false, "must_promote": null,
        "enpassant_possible": {"Black": false, "White": false},
        "enpassant_move": {"from": null, "to": null, "taken": null},
        "player_one": "Ada", "player_two": "Bob",
        "pieces": {
            "kings": [
                {"position": [7, 4], "colour": "White", "has_moved": false},
                {"position": [0, 4], "colour": "Black", "has_moved": true},
            ],
            "queens": [], "bishops": [], "knights": [],
            "rooks": [{"position": [7, 7], "colour": "White", "has_moved": false}],
            "pawns": [
                {"position": [3, 4], "colour": "White", "first_moved": true},
                {"position": [3, 3], "colour": "Black", "first_moved": true},
            ],
        },
    })
}

/// The sound game with one part replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut game = sound();
    *game.pointer_mut(pointer).expect("a part of the game") = value;
    game
}

/// The sound game without one of its fields.
fn without(parent: &str, field: &str) -> Value {
    let mut game = sound();
    let parent = game.pointer_mut(parent).and_then(Value::as_object_mut);
    parent.expect("an object").remove(field).expect("a field of it");
    game
}

fn read_games(games: &[Value]) -> Vec<Found> {
    read(json!({"games": games}).to_string().as_bytes()).expect("a club file")
}

// Protects: C5
#[test]
fn a_game_becomes_a_legal_position_with_its_rights() {
    let passing = json!({"from": [3, 4], "to": [2, 3], "taken": [3, 3]});
    let mut can_pass = with("/enpassant_move", passing);
    can_pass["enpassant_possible"]["White"] = json!(true);
    for (game, fen) in [
        (sound(), "4k3/8/8/3pP3/8/8/8/4K2R w K - 0 12"),
        (can_pass, "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 12"),
        (with("/pieces/rooks/0/has_moved", json!(true)), "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 12"),
        (with("/pieces/kings/0/has_moved", json!(true)), "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 12"),
        (with("/turn", json!("Black")), "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 12"),
    ] {
        let found = read_games(std::slice::from_ref(&game));
        let (read, _) = found[0].as_ref().expect("a sound game");
        assert_eq!(read.position.to_string(), fen, "{game}");
    }
}

// Protects: C5
#[test]
fn a_damaged_game_is_reported_and_the_rest_are_read() {
    let king = json!({"position": [5, 0], "colour": "White", "has_moved": true});
    let two_kings = {
        let mut game = sound();
        game["pieces"]["kings"].as_array_mut().expect("a list").push(king);
        game
    };
    for (game, part) in [
        (two_kings, "White has 2 kings"),
        (with("/pieces/pawns/0/position", json!([7, 0])), "a1"),
        (with("/pieces/pawns/0/position", json!([8, 0])), "[8, 0] is off the board"),
        (with("/pieces/pawns/0/position", json!([-1, 0])), "[-1, 0] is off the board"),
        (with("/pieces/pawns/0/position", json!([3, 3])), "two men stand on d5"),
        (with("/pieces/pawns/0/position", json!("e5")), "invalid type"),
        (with("/pieces/kings", json!([])), "White has 0 kings"),
        (with("/turn", json!("Red")), "unknown variant `Red`"),
        (with("/last_played", json!("yesterday")), "\"yesterday\" is no day"),
        (without("", "pieces"), "missing field `pieces`"),
        (without("/pieces", "queens"), "missing field `queens`"),
        (without("/pieces/rooks/0", "has_moved"), "missing field `has_moved`"),
        (json!(null), "invalid type"),
        (json!([[[[]]]]), "an id has to be"),
    ] {
        let found = read_games(&[sound(), game.clone(), sound()]);
        let [Ok(_), Err(fault), Ok(_)] = &found[..] else { panic!("{game}: {found:?}") };
        assert!(fault.contains(part), "{game}: {fault}");
    }
}

#[test]
fn the_winner_is_a_color_a_player_or_nobody() {
    for (winner, expected) in [
        (json!("White"), Some(Standing::Won(Color::White))),
        (json!("Bob"), Some(Standing::Won(Color::Black))),
        (json!(null), Some(Standing::Drawn)),
        (json!("Carol"), None),
    ] {
        let mut game = with("/winner", winner.clone());
        game["game_over"] = json!(true);
        let found = read_games(&[game]);
        let standing = found[0].as_ref().ok().map(|(game, _)| game.standing);
        assert_eq!(standing, expected, "{winner}");
    }
}

#[test]
fn what_is_no_club_file_is_refused_as_a_whole() {
    let deep = "[".repeat(100_000);
    for (bytes, part) in [
        (deep.as_bytes(), "no club file"),
        (b"".as_slice(), "no club file"),
        (b"{}", "missing field `games`"),
        (b"{\"games\": 7}", "invalid type"),
        (b"\xff\xfe", "no club file"),
    ] {
        let error = read(bytes).expect_err("no club file");
        assert!(error.to_string().contains(part), "{error}");
    }
}

// Protects: C5
#[test]
fn what_was_written_reads_back_the_same() {
    for (fen, standing) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Standing::Open),
        ("r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 9", Standing::Open),
        ("4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 20", Standing::Won(Color::White)),
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 30", Standing::Won(Color::White)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 60", Standing::Drawn),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 60", Standing::Drawn),
    ] {
        let game = ClubGame {
            id: "Abc123Def4".into(),
            last_played: "2024/02/29".parse::<Day>().expect("a day").into(),
            white: Name::new("Ada").ok(),
            black: None,
            position: fen.parse().expect("a FEN"),
            standing,
        };
        let [first, _, last] = FRAME;
        let text = format!("{first}{}{last}", write(&game).expect("writable"));
        let found = read(text.as_bytes()).expect("a club file");
        let read: Vec<_> = found.into_iter().map(|game| game.map(|(game, _)| game)).collect();
        assert_eq!(read, [Ok(game)], "{text}");
    }
}
