//! Moves in UCI notation, with both ways to write castling.

use tabiya_chess::{CastlingMode, UciError};

use super::position;

#[test]
fn a_move_is_written_as_its_squares_and_promotion() {
    let check = |fen: &str, text: &str, standard: &str, chess960: &str| {
        let m = position(fen).parse_uci(text).unwrap();
        assert_eq!(m.uci(CastlingMode::Standard).as_str(), standard, "{fen} {text}");
        assert_eq!(m.uci(CastlingMode::Chess960).as_str(), chess960, "{fen} {text}");
    };
    let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for text in ["e1g1", "e1h1"] {
        check(castles, text, "e1g1", "e1h1");
    }
    for text in ["e1c1", "e1a1"] {
        check(castles, text, "e1c1", "e1a1");
    }
    let black = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    check(black, "e8g8", "e8g8", "e8h8");
    check(black, "e8a8", "e8c8", "e8a8");
    check("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", "b1g1", "b1g1");
    check("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8n", "e7e8n", "e7e8n");
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "e5d6", "e5d6");
    // A king that captures an enemy rook, or moves two squares where it cannot castle, does not
    // castle.
    check("4k3/8/8/8/8/8/8/4Kr2 w - - 0 1", "e1f1", "e1f1", "e1f1");
}

#[test]
fn an_invalid_uci_move_is_an_error() {
    for text in [
        "", "e2", "e2e", "e2e9", "i2e4", "E2E4", "e2e4Q", "e7e8x", "e2e4qq", "0000", "e2-e4",
        " e2e4", "e2e4 ", "O-O", "e2♘4", "e7e8=q",
    ] {
        let refused = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").parse_uci(text);
        assert_eq!(refused, Err(UciError::Syntax(text.into())));
        let message = format!("'{text}' is not a move such as e2e4 or e7e8q");
        assert_eq!(refused.unwrap_err().to_string(), message);
    }
}
