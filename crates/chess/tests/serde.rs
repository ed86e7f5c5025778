//! The `serde` feature: each type is the text that chess programs use, and reads back the same.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tabiya_chess::pgn::GameResult;
use tabiya_chess::{Board, Color, File, Piece, Position, Rank, Role, Setup, Square, UciMove};

fn check<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, json: &str) {
    assert_eq!(serde_json::to_string(value).unwrap(), json);
    assert_eq!(&serde_json::from_str::<T>(json).unwrap(), value);
}

fn check_error<T: DeserializeOwned + Debug>(json: &str, expected: &str) {
    let error = serde_json::from_str::<T>(json).unwrap_err().to_string();
    assert!(error.starts_with(expected), "{error}");
}

#[test]
fn positions_are_fens_and_moves_are_uci_text() {
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    check(&fen.parse::<Position>().unwrap(), &format!("{fen:?}"));
    check(&fen.parse::<Setup>().unwrap(), &format!("{fen:?}"));
    check(&"8/8/8/8/8/8/8/K1k5".parse::<Board>().unwrap(), "\"8/8/8/8/8/8/8/K1k5\"");
    check(&"e7e8q".parse::<UciMove>().unwrap(), "\"e7e8q\"");
}

#[test]
fn small_types_are_words_and_letters() {
    check(&Square::E4, "\"e4\"");
    check(&Color::White, "\"white\"");
    check(&Color::Black, "\"black\"");
    for role in Role::ALL {
        check(&role, &format!("\"{role}\""));
    }
    check(&File::C, "\"c\"");
    check(&Rank::Seventh, "\"7\"");
    check::<Piece>(&Role::Knight.of(Color::Black), "\"n\"");
    check::<Piece>(&Role::King.of(Color::White), "\"K\"");
    check(&GameResult::Win(Color::Black), "\"0-1\"");
    check(&GameResult::Unknown, "\"*\"");
}

#[test]
fn other_text_is_an_error_that_says_why() {
    check_error::<Position>("\"8/8/8/8/8/8/8/8 w - - 0 1\"", "White has 0 kings");
    check_error::<Square>("\"e9\"", "'e9' is not a square");
    check_error::<Color>("\"White\"", "\"White\" is not white or black");
    check_error::<UciMove>("\"e4\"", "'e4' is not a move");
    check_error::<Square>("4", "invalid type: integer `4`, expected a square such as e4");
}
