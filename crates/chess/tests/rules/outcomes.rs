//! Checkmate, stalemate, dead positions and mating material.

use tabiya_chess::{Board, Color, Outcome};

use super::position;

// req: D30
#[test]
fn mate_and_stalemate_differ() {
    let check = |fen: &str, expect: Option<Outcome>| {
        let position = position(fen);
        assert_eq!(position.outcome(), expect, "{fen}");
        let mate = matches!(expect, Some(Outcome::Checkmate { .. }));
        assert_eq!(position.is_checkmate(), mate, "{fen}");
        assert_eq!(position.is_stalemate(), expect == Some(Outcome::Stalemate), "{fen}");
    };
    let (white, black) = (Color::White, Color::Black);
    let mate = |winner| Some(Outcome::Checkmate { winner });
    check("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", mate(black));
    check("r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4", mate(white));
    check("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", mate(white));
    check("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", mate(white));
    // The checking piece can be captured, the check blocked, the king can flee, or capture en
    // passant.
    check("R5k1/1b3ppp/8/8/8/8/8/4K3 b - - 0 1", None);
    check("R5k1/3r1ppp/8/8/8/8/8/4K3 b - - 0 1", None);
    check("R5k1/5pp1/8/8/8/8/8/4K3 b - - 0 1", None);
    check("6R1/8/R7/7k/6Pp/5K2/8/8 b - g3 0 1", None);
    check("6R1/8/R7/7k/6Pp/5K2/8/8 b - - 0 1", mate(white));
    check("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate));
    check("k7/P7/K7/8/8/8/8/8 b - - 0 1", Some(Outcome::Stalemate));
    check("8/8/8/8/8/6k1/5p2/5K2 w - - 0 1", None);
    check("8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Some(Outcome::Stalemate));
    // All pieces are pinned or blocked.
    check("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", Some(Outcome::Stalemate));
    // Stalemate takes precedence over insufficient material.
    check("k7/8/1K6/8/8/8/7B/8 b - - 0 1", Some(Outcome::Stalemate));
    check("k7/8/1K6/8/8/8/7B/8 w - - 0 1", Some(Outcome::InsufficientMaterial));
}

#[test]
fn dead_positions_end_the_game_and_others_do_not() {
    let check = |board: &str, expect: bool| {
        let board: Board = board.parse().unwrap();
        assert_eq!(board.is_insufficient_material(), expect, "{board}");
    };
    // Dead.
    check("4k3/8/8/8/8/8/8/4K3", true);
    check("4k3/8/8/8/8/8/8/4KN2", true);
    check("4kn2/8/8/8/8/8/8/4K3", true);
    check("4k3/8/8/8/8/8/8/4KB2", true);
    check("2b1k3/8/8/8/8/8/8/4K3", true);
    check("2b1k3/8/8/8/8/8/8/4KB2", true); // both on light squares
    check("4kb2/8/8/8/8/8/8/2B1K3", true); // both on dark squares
    check("2b1k3/1b6/b7/8/8/8/8/4KB2", true);
    check("b1b1k3/8/8/8/8/8/8/1B1BKB1B", true);
    // Not dead.
    check("b1b1k3/8/8/8/8/8/8/B2BKB1B", false);
    check("4k3/8/8/8/8/8/8/3NKN2", false);
    check("4kn2/8/8/8/8/8/8/4KN2", false);
    check("4kn2/8/8/8/8/8/8/4KB2", false);
    check("4kb2/8/8/8/8/8/8/4KB2", false); // one light, one dark
    check("4k3/8/8/8/8/8/8/2B1KB2", false);
    check("4k3/8/8/8/8/8/4P3/4K3", false);
    check("4k3/8/8/8/8/8/8/4KR2", false);
    check("4kq2/8/8/8/8/8/8/4K3", false);
}

/// The material of a side, and whether any sequence of legal moves lets it mate.
#[test]
fn a_side_can_mate_when_some_sequence_of_moves_does() {
    let check = |board: &str, white: bool, black: bool| {
        let board: Board = board.parse().unwrap();
        assert_eq!(board.can_mate(Color::White), white, "White: {board}");
        assert_eq!(board.can_mate(Color::Black), black, "Black: {board}");
    };
    check("4k3/8/8/8/8/8/8/4K3", false, false);
    check("4k3/8/8/8/8/8/4P3/4K3", true, false);
    check("4k3/8/8/8/8/8/8/4KR2", true, false);
    check("4k3/8/8/8/8/8/8/3QK3", true, false);
    check("4k3/8/8/8/8/8/8/3NKN2", true, false);
    check("4k3/8/8/8/8/8/8/3NKB2", true, false);
    check("4k3/8/8/8/8/8/8/2B1KB2", true, false);
    // A lone knight needs an enemy piece that blocks its own king, which a queen cannot.
    check("4k3/4p3/8/8/8/8/8/4KN2", true, true);
    check("4kr2/8/8/8/8/8/8/4KN2", true, true);
    check("4kb2/8/8/8/8/8/8/4KN2", true, true);
    check("4kn2/8/8/8/8/8/8/4KN2", true, true);
    check("3qk3/8/8/8/8/8/8/4KN2", false, true);
    check("3qkq2/8/8/8/8/8/8/4KN2", false, true);
    check("3qkr2/8/8/8/8/8/8/4KN2", true, true);
    // A lone bishop needs a piece on squares of the other color.
    check("4k3/4p3/8/8/8/8/8/4KB2", true, true);
    check("4kn2/8/8/8/8/8/8/4KB2", true, true);
    check("4kb2/8/8/8/8/8/8/4KB2", true, true);
    check("2b1k3/8/8/8/8/8/8/4KB2", false, false);
    check("4kr2/8/8/8/8/8/8/4KB2", false, true);
    check("3qk3/8/8/8/8/8/8/4KB2", false, true);
    check("4k3/8/8/8/8/8/4P3/4KB2", true, false);
}

#[test]
fn an_outcome_names_its_winner_result_and_rule() {
    let (white, black) = (Color::White, Color::Black);
    for (outcome, winner, result, text) in [
        (Outcome::Checkmate { winner: white }, Some(white), "1-0", "White wins by checkmate"),
        (Outcome::Checkmate { winner: black }, Some(black), "0-1", "Black wins by checkmate"),
        (Outcome::Stalemate, None, "1/2-1/2", "Draw by stalemate"),
        (Outcome::InsufficientMaterial, None, "1/2-1/2", "Draw by insufficient material"),
        (Outcome::FivefoldRepetition, None, "1/2-1/2", "Draw by fivefold repetition"),
        (Outcome::SeventyFiveMoves, None, "1/2-1/2", "Draw by the seventy-five-move rule"),
        (Outcome::ThreefoldRepetition, None, "1/2-1/2", "Draw by threefold repetition"),
        (Outcome::FiftyMoves, None, "1/2-1/2", "Draw by the fifty-move rule"),
    ] {
        assert_eq!(outcome.winner(), winner);
        assert_eq!(outcome.is_draw(), winner.is_none());
        assert_eq!(outcome.result(), result);
        assert_eq!(outcome.to_string(), text);
    }
}
