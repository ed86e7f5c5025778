//! Forsyth–Edwards notation: reading, writing and errors.

use tabiya_chess::{BoardError, FenError, FenField, Position, Setup, Square};

use super::{after, position};

#[test]
fn plain_fen_is_written_wherever_it_suffices() {
    let check = |fen: &str, written: &str, shredder: &str| {
        let position = position(fen);
        assert_eq!(position.to_string(), written, "{fen}");
        assert_eq!(position.to_setup().shredder_fen().to_string(), shredder, "{fen}");
        assert_eq!(super::position(written), position, "{fen}");
        assert_eq!(super::position(shredder), position, "{fen}");
    };
    check(
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
    );
    // KQkq mean the outermost rooks, in Chess960 too.
    check(
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq - 0 1",
        "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1",
    );
    // An inner rook is named by its file, the outer one by its side, in any order and case.
    check(
        "4k3/8/8/8/8/8/8/1R1RK1RR w DG - 0 1",
        "4k3/8/8/8/8/8/8/1R1RK1RR w GD - 0 1",
        "4k3/8/8/8/8/8/8/1R1RK1RR w GD - 0 1",
    );
    check(
        "4k3/8/8/8/8/8/8/1R1RK1RR w BH - 0 1",
        "4k3/8/8/8/8/8/8/1R1RK1RR w KQ - 0 1",
        "4k3/8/8/8/8/8/8/1R1RK1RR w HB - 0 1",
    );
    check(
        "rr2k3/8/8/8/8/8/8/4K3 b b - 3 9",
        "rr2k3/8/8/8/8/8/8/4K3 b b - 3 9",
        "rr2k3/8/8/8/8/8/8/4K3 b b - 3 9",
    );
    // The opponent's rooks and rooks beyond the king do not make a rook an inner one.
    check(
        "4k3/8/8/8/8/8/8/4KR1r w F - 0 1",
        "4k3/8/8/8/8/8/8/4KR1r w K - 0 1",
        "4k3/8/8/8/8/8/8/4KR1r w F - 0 1",
    );
    check(
        "4k3/8/8/8/8/8/7R/R3KR2 w FA - 0 1",
        "4k3/8/8/8/8/8/7R/R3KR2 w KQ - 0 1",
        "4k3/8/8/8/8/8/7R/R3KR2 w FA - 0 1",
    );
}

#[test]
fn missing_fields_have_defaults() {
    let check = |fen: &str, expect: &str| {
        assert_eq!(position(fen).to_string(), expect, "{fen}");
    };
    let expect = "4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 1";
    check("4k3/8/8/3pP3/8/8/8/4K2R w K d6", expect);
    check("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0", expect);
    check("  4k3/8/8/3pP3/8/8/8/4K2R   w\tK d6 0 1\r\n", expect);
    check("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 0", expect);
    check("4k3/8/8/3pP3/8/8/8/4K2R w", "4k3/8/8/3pP3/8/8/8/4K2R w - - 0 1");
    check("4k3/8/8/3pP3/8/8/8/4K2R b K", "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 1");
}

#[test]
fn an_invalid_fen_is_an_error_that_says_why() {
    let check = |fen: &str, error: FenError, message: &str| {
        assert_eq!(fen.parse::<Setup>(), Err(error.clone()), "{fen}");
        assert_eq!(fen.parse::<Position>(), Err(error.clone()), "{fen}");
        assert_eq!(error.to_string(), message, "{fen}");
    };
    let board = |text: &str, error| FenError::Board(text.into(), error);
    check("", FenError::Missing(FenField::Board), "the FEN ends before the board");
    check(" \n", FenError::Missing(FenField::Board), "the FEN ends before the board");
    let message = "the FEN ends before the side to move";
    check("4k3/8/8/8/8/8/8/4K3", FenError::Missing(FenField::Turn), message);
    for (text, error, english) in [
        ("4k3/8/8/8/8/8/4K3", BoardError::TooFewRanks, "has fewer than 8 ranks"),
        ("4k3/8/8/8/8/8/8/8/4K3", BoardError::TooManyRanks, "has more than 8 ranks"),
        ("4k3/8/8/8/8/8/8/4K3/", BoardError::TooManyRanks, "has more than 8 ranks"),
        ("4k4/8/8/8/8/8/8/4K3", BoardError::LongRank, "has a rank of more than 8 squares"),
        ("pppppppppk/8/8/8/8/8/8/4K3", BoardError::LongRank, "has a rank of more than 8 squares"),
        ("4k2/8/8/8/8/8/8/4K3", BoardError::ShortRank, "has a rank of fewer than 8 squares"),
        ("//8/8/8/8/8/4K3", BoardError::ShortRank, "has a rank of fewer than 8 squares"),
        ("4k12/8/8/8/8/8/8/4K3", BoardError::TwoDigits, "has two digits in a row"),
        (
            "4x3/8/8/8/8/8/8/4K3",
            BoardError::UnknownPiece,
            "contains a character that is not a piece",
        ),
        (
            "4k3/9/8/8/8/8/8/4K3",
            BoardError::UnknownPiece,
            "contains a character that is not a piece",
        ),
        (
            "4k3/08/8/8/8/8/8/4K3",
            BoardError::UnknownPiece,
            "contains a character that is not a piece",
        ),
        (
            "4♔3/8/8/8/8/8/8/4K3",
            BoardError::UnknownPiece,
            "contains a character that is not a piece",
        ),
    ] {
        let message = format!("the board '{text}' {english}");
        check(&format!("{text} w - - 0 1"), board(text, error), &message);
    }
    let pieces = "4k3/8/8/8/8/8/8/4K2R";
    let fields = |rest: &str| format!("{pieces} {rest}");
    for text in ["W", "white", "x"] {
        let message = format!("the side to move is '{text}'; it must be w or b");
        check(&fields(text), FenError::Turn(text.into()), &message);
    }
    for text in ["x", "K-", "--", "KQkqx", "1", "♔"] {
        let message =
            format!("the castling field '{text}' must be - or letters such as KQkq or HAha");
        check(&fields(&format!("w {text}")), FenError::Castling(text.into()), &message);
    }
    for text in ["e", "e9", "E3", "e33", "♔♔"] {
        let message = format!("the en passant field '{text}' must be - or a square such as e3");
        check(&fields(&format!("w - {text}")), FenError::EnPassant(text.into()), &message);
    }
    for text in ["-1", "+1", "x", "65536", "99999999999999999999", "1.5", "-", "٣"] {
        let message = format!("the counter '{text}' must be a number from 0 to 65535");
        check(&fields(&format!("w - - {text}")), FenError::Counter(text.into()), &message);
        check(&fields(&format!("w - - 0 {text}")), FenError::Counter(text.into()), &message);
    }
    let message = "'x' follows the last field of the FEN";
    check(&fields("w - - 0 1 x"), FenError::TooLong("x".into()), message);
}

#[test]
fn two_rooks_on_one_side_cannot_both_have_the_right() {
    for (pieces, castling) in [
        ("4k3/8/8/8/8/8/8/4K1RR", "GH"),
        ("4k3/8/8/8/8/8/8/4K1RR", "KG"),
        ("4k3/8/8/8/8/8/8/RR2K3", "QB"),
        ("rr2k3/8/8/8/8/8/8/4K3", "ab"),
    ] {
        let error = format!("{pieces} w {castling} - 0 1").parse::<Position>();
        assert_eq!(error, Err(FenError::Castling(castling.into())));
    }
    // The same right given twice is not a contradiction.
    position("4k3/8/8/8/8/8/8/4K2R w KH - 0 1");
}

#[test]
fn an_error_quotes_long_and_strange_text_safely() {
    let long = "x".repeat(500);
    let message = long.parse::<Position>().unwrap_err().to_string();
    let cut = "x".repeat(80);
    assert_eq!(message, format!("the board '{cut}…' contains a character that is not a piece"));
    let message = "\u{1b}[2J".parse::<Position>().unwrap_err().to_string();
    assert_eq!(message, "the board '\\u{1b}[2J' contains a character that is not a piece");
    let message = "E4\u{7}".parse::<Square>().unwrap_err().to_string();
    assert_eq!(message, "'E4\\u{7}' is not a square; squares run from a1 to h8");
}

#[test]
fn counters_follow_the_moves_and_stop_at_their_limits() {
    let check = |fen: &str, moves: &str, expect: &str| {
        let written = after(fen, moves).to_string();
        let counters: Vec<&str> = written.split(' ').skip(4).collect();
        assert_eq!(counters.join(" "), expect, "{fen} {moves}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "g1f3", "1 1");
    check(start, "g1f3 g8f6", "2 2");
    check(start, "g1f3 g8f6 e2e4", "0 2");
    check(start, "g1f3 g8f6 e2e4 f6e4", "0 3");
    check(start, "g1f3 g8f6 g2g3 b8c6 f1g2 c6b8 e1g1", "4 4");
    let late = "4k3/8/8/8/8/8/8/4K2R b - - 65535 65535";
    check(late, "", "65535 65535");
    check(late, "e8e7", "65535 65535");
    check(late, "e8e7 h1h2", "65535 65535");
    check("4k3/8/8/8/8/8/8/4K2R w K - 65535 65535", "e1g1", "65535 65535");
}

#[test]
fn the_ply_counts_half_moves_from_the_first_move() {
    for (fen, ply) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0),
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 1", 1),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 30", 58),
        ("4k3/8/8/8/8/8/8/4K2R b - - 0 65535", 131_069),
    ] {
        assert_eq!(position(fen).ply(), ply, "{fen}");
    }
}
