//! Club files, whole and damaged.

mod rules;
mod saves;

use serde_json::{Value, json};

use super::*;
use crate::import::FatalImportError;

/// A game with two kings, White's rook on its first square and one pawn of each side.
fn valid_entry() -> Value {
    json!({
        "id": 7, "last_played": "2024/02/29", "turn": "White", "move_num": 11, "winner": null,
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

/// The valid entry with one part replaced.
fn with(pointer: &str, value: Value) -> Value {
    let mut game = valid_entry();
    *game.pointer_mut(pointer).expect("a part of the game") = value;
    game
}

/// The valid entry without one of its fields.
fn without(parent: &str, field: &str) -> Value {
    let mut game = valid_entry();
    let parent = game.pointer_mut(parent).and_then(Value::as_object_mut);
    parent.expect("an object").remove(field).expect("a field of it");
    game
}

/// All games of a file.
fn read_all(bytes: &[u8]) -> Result<Vec<EntryResult>, FatalImportError> {
    let mut found = Vec::new();
    read(bytes, |entry| {
        found.push(entry);
        Ok::<_, FatalImportError>(())
    })?;
    Ok(found)
}

fn read_games(games: &[Value]) -> Vec<EntryResult> {
    read_all(json!({"games": games}).to_string().as_bytes()).expect("a club file")
}

/// The only game of a file, which is valid.
fn sole(game: Value) -> ClubGame {
    let mut found = read_games(&[game]);
    found.pop().expect("a game").expect("a valid game").0
}

// req: C5
#[test]
fn a_game_becomes_a_legal_position_with_its_rights() {
    let passing = json!({"from": [3, 4], "to": [2, 3], "taken": [3, 3]});
    let mut can_pass = with("/enpassant_move", passing);
    can_pass["enpassant_possible"]["White"] = json!(true);
    for (game, fen) in [
        (valid_entry(), "4k3/8/8/3pP3/8/8/8/4K2R w K - 0 6"),
        (can_pass, "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 6"),
        (with("/pieces/rooks/0/has_moved", json!(true)), "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 6"),
        (with("/pieces/kings/0/has_moved", json!(true)), "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 6"),
        (with("/turn", json!("Black")), "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 6"),
    ] {
        let found = read_games(std::slice::from_ref(&game));
        let (read, _) = found[0].as_ref().expect("a valid game");
        assert_eq!(read.position.to_string(), fen, "{game}");
    }
}

// req: C5
#[test]
fn a_damaged_game_is_reported_and_the_rest_are_read() {
    let king = json!({"position": [5, 0], "colour": "White", "has_moved": true});
    let two_kings = {
        let mut game = valid_entry();
        game["pieces"]["kings"].as_array_mut().expect("a list").push(king);
        game
    };
    for (game, part) in [
        (two_kings, "White has 2 kings"),
        (with("/pieces/pawns/0/position", json!([7, 0])), "a1"),
        (with("/pieces/pawns/0/position", json!([8, 0])), "[8, 0] is off the board"),
        (with("/pieces/pawns/0/position", json!([-1, 0])), "[-1, 0] is off the board"),
        (with("/pieces/pawns/0/position", json!([3, 3])), "two pieces stand on d5"),
        (with("/pieces/pawns/0/position", json!("e5")), "invalid type"),
        (with("/pieces/kings", json!([])), "White has 0 kings"),
        (with("/turn", json!("Red")), "unknown variant `Red`"),
        (with("/last_played", json!("yesterday")), "\"yesterday\" is not a date"),
        (with("/move_num", json!(0)), "0 is not a valid move_num"),
        (with("/move_num", json!(-3)), "-3 is not a valid move_num"),
        (with("/move_num", json!(131_071)), "131071 is not a valid move_num"),
        (with("/move_num", json!(i64::MAX)), "is not a valid move_num"),
        (with("/move_num", json!(1e300)), "invalid type: floating point"),
        (with("/id", json!(-1)), "an id has to be a whole number"),
        (with("/id", json!(0.5)), "an id has to be a whole number"),
        (with("/id", json!(1)), "another game of the file has the id 1"),
        (without("", "pieces"), "missing field `pieces`"),
        (without("/pieces", "queens"), "missing field `queens`"),
        (without("/pieces/rooks/0", "has_moved"), "missing field `has_moved`"),
        (json!(null), "invalid type"),
        (json!([[[[]]]]), "an id has to be"),
    ] {
        let [first, last] = [1, 2].map(|id| with("/id", json!(id)));
        let found = read_games(&[first, game.clone(), last]);
        let [Ok(_), Err(error), Ok(_)] = &found[..] else { panic!("{game}: {found:?}") };
        assert!(error.to_string().contains(part), "{game}: {error}");
    }
}

#[test]
fn the_winner_is_a_color_a_player_or_nobody() {
    for (winner, expected) in [
        (json!("White"), Some(ClubResult::Won(Color::White))),
        (json!("Bob"), Some(ClubResult::Won(Color::Black))),
        (json!(null), Some(ClubResult::Drawn)),
        (json!(""), Some(ClubResult::Drawn)),
        (json!(" Ada "), Some(ClubResult::Won(Color::White))),
        (json!("Carol"), None),
    ] {
        let mut game = with("/winner", winner.clone());
        game["game_over"] = json!(true);
        let found = read_games(&[game]);
        let result = found[0].as_ref().ok().map(|(game, _)| game.result);
        assert_eq!(result, expected, "{winner}");
    }
}

#[test]
fn a_player_named_like_a_color_wins_for_their_own_side() {
    let mut game = with("/player_two", json!("White"));
    (game["winner"], game["game_over"]) = (json!("White"), json!(true));
    assert_eq!(sole(game.clone()).result, ClubResult::Won(Color::Black));
    game["player_one"] = json!("White");
    let result = sole(game).result;
    assert_eq!(result, ClubResult::Won(Color::Black), "White has to move, so Black has won");
}

#[test]
fn what_only_the_clubs_program_needs_may_be_missing_or_odd() {
    let mut game = with("/colour_in_check", json!(7));
    game["extra"] = json!({"deep": [[[1]]]});
    game["pieces"]["kings"][0]["mood"] = json!("fine");
    game["enpassant_move"] = json!({"from": [], "to": [1, 2, 3], "taken": null});
    for game in [game, without("", "must_promote"), without("", "enpassant_move")] {
        assert_eq!(sole(game).position, sole(valid_entry()).position);
    }
}

/// `first_moved` of a black pawn on d5 beside a white one on e5, and whether White may take it.
#[test]
fn a_pawn_that_has_just_made_a_double_step_can_be_captured() {
    for (moved, possible, home, expected) in [
        (json!(10), true, false, true),
        (json!(10), false, false, false),
        (json!(8), true, false, false),
        (json!(10), true, true, false),
        (json!(-10), true, false, false),
    ] {
        let mut game = with("/pieces/pawns/1/first_moved", moved.clone());
        game["pieces"]["pawns"][0]["first_moved"] = json!(9);
        game["enpassant_possible"]["White"] = json!(possible);
        let pawn = json!({"position": [1, 3], "colour": "Black", "first_moved": 0});
        let pawns = game["pieces"]["pawns"].as_array_mut().expect("a list");
        pawns.extend(home.then_some(pawn));
        let can = sole(game).position.en_passant() == Some(Square::D6);
        assert_eq!(can, expected, "{moved}, {possible}, {home}");
    }
}

#[test]
fn a_file_that_is_not_a_club_file_is_rejected() {
    let deep = "[".repeat(100_000);
    for (bytes, part) in [
        (deep.as_bytes(), "not a club file"),
        (b"".as_slice(), "not a club file"),
        (b"{}", "missing field `games`"),
        (b"{\"games\": 7}", "invalid type"),
        (b"\xff\xfe", "not a club file"),
        (b"{\"games\": [{\"move_num\": NaN}]}", "not a club file"),
        (b"{\"games\": [{\"move_num\": 1e999}]}", "not a club file"),
        (b"{\"games\": []} {}", "not a club file"),
    ] {
        let error = read_all(bytes).expect_err("not a club file");
        assert!(error.to_string().contains(part), "{error}");
    }
}
