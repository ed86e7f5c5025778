//! Positions that somebody studies.

use serde_json::{Value, json};
use wire::position::{PositionPath, PositionView};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// The answer to a variation as JSON, or the code and the sentence of its refusal.
fn answer(fen: &str, moves: &[&str]) -> Result<Value, (Value, String)> {
    let asked = json!({ "start_fen": fen, "moves": moves });
    let variation: PositionPath = serde_json::from_value(asked).expect("readable");
    match variation.board() {
        Ok(board) => Ok(serde_json::to_value(PositionView::from(&board)).expect("writable")),
        Err(fault) => Err((json!(fault.code()), fault.to_string())),
    }
}

#[test]
fn a_position_comes_with_its_moves_its_check_and_its_destinations() {
    let told = answer(START, &["e2e4", "f7f6", "d1h5"]).expect("legal moves");
    assert_eq!(told["turn"], "black");
    assert_eq!(told["check"], "e8");
    assert_eq!(told["moves"][2], json!({ "uci": "d1h5", "san": "Qh5+" }));
    assert_eq!(told["legal"]["destinations"], json!({ "g7": ["g6"] }));
    assert_eq!(told["ending"], Value::Null);
}

#[test]
fn a_pawn_that_promotes_is_named_and_castling_is_written_as_the_start_wants_it() {
    let told = answer("4k3/P7/8/8/8/8/8/4K2R w K - 0 1", &[]).expect("a position");
    assert_eq!(told["legal"]["promotions"], json!(["a7a8"]));
    assert!(told["legal"]["destinations"]["e1"].to_string().contains("g1"), "{told}");
}

#[test]
fn a_null_move_passes_the_turn() {
    let told = answer(START, &["e2e4", "0000", "d2d4"]).expect("a null move and two legal ones");
    assert_eq!(told["fen"], "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2");
    assert_eq!(told["moves"], json!([{ "uci": "d2d4", "san": "d4" }]));
    let (code, _) =
        answer(START, &["e2e4", "f7f6", "d1h5", "0000"]).expect_err("Black is in check");
    assert_eq!(code, "illegal");
}

#[test]
fn where_the_game_is_over_nothing_may_be_played() {
    let told = answer(START, &["f2f3", "e7e5", "g2g4", "d8h4"]).expect("a mate");
    assert_eq!(told["ending"], "checkmate");
    assert_eq!(told["legal"]["destinations"], json!({}));
}

#[test]
fn what_is_no_position_or_no_move_is_named() {
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    let many: Vec<&str> = shuffle.into_iter().cycle().take(1001).collect();
    let after_the_end: Vec<&str> = shuffle.into_iter().cycle().take(17).collect();
    for (fen, moves, code, part) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", &[][..], "bad_kings", "king"),
        ("nonsense", &[][..], "bad_fen", "nonsense"),
        (START, &["e2e5"][..], "bad_move", "e2e5"),
        (START, &["up"][..], "bad_move", "up"),
        (START, &after_the_end[..], "over", "over"),
        (START, &many[..], "bad_move", "1001"),
    ] {
        let (seen, sentence) = answer(fen, moves).expect_err(code);
        assert_eq!(seen, code, "{sentence}");
        assert!(sentence.contains(part), "{sentence}");
    }
}
