//! When an en passant capture is legal.

use tabiya_chess::IllegalMove::{self, LeavesKingInCheck, NothingToCapture};
use tabiya_chess::Square::D6;

use super::{after, moves_where, position};

#[test]
fn en_passant_is_legal_only_when_the_king_stays_safe() {
    let check = |fen: &str, expect: &str| {
        let found = moves_where(&position(fen), |m| m.is_en_passant());
        assert_eq!(found, expect, "{fen}");
    };
    check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6");
    check("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3");
    check("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "c5d6 e5d6");
    check("4k3/8/8/8/7p/8/8/4K3 b - - 0 1", "");
    // Both pawns leave the rank and expose the king to a rook or queen; a third piece shields it.
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "");
    check("8/8/8/q2pP2K/8/8/8/4k3 w - d6 0 1", "");
    check("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "");
    check("8/8/8/K1NpP2r/8/8/8/4k3 w - d6 0 1", "e5d6");
    check("8/8/8/K1PpP2r/8/8/8/4k3 w - d6 0 1", "c5d6 e5d6");
    // The capturing pawn is pinned on a diagonal: across it, and along it.
    check("7b/8/8/3pP3/8/8/8/K3k3 w - d6 0 1", "");
    check("1b6/8/8/3pP3/8/8/7K/4k3 w - d6 0 1", "e5d6");
    check("8/8/2k5/8/3Pp3/8/6B1/3K4 b - d3 0 1", "");
    // The captured pawn was blocking a diagonal.
    check("6b1/8/8/3pP3/8/8/K7/4k3 w - d6 0 1", "");
    // The capturing pawn is pinned on its file; of two capturers only the other one may capture.
    check("4r3/8/8/3pP3/8/8/8/4K2k w - d6 0 1", "");
    check("4r3/8/8/2PpP3/8/8/8/4K2k w - d6 0 1", "c5d6");
    // In check: by the pawn that moved, by another piece, and where the capture blocks the check.
    check("8/8/8/3pP3/2K5/8/8/4k3 w - d6 0 1", "e5d6");
    check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "e4d3");
    check("8/8/8/3pP3/8/5n2/8/4K2k w - d6 0 1", "");
    check("4b3/8/8/3pP3/K7/8/8/4k3 w - d6 0 1", "");
    check("5b2/8/8/3pP3/8/K7/8/4k3 w - d6 0 1", "e5d6");
}

#[test]
fn the_square_is_kept_only_when_a_capture_is_legal() {
    let check = |fen: &str, moves: &str, expect: &str| {
        let written = after(fen, moves).to_string();
        assert_eq!(written.split(' ').nth(3), Some(expect), "{fen} {moves}");
    };
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "e2e4", "-");
    check(start, "e2e4 a7a6 e4e5 d7d5", "d6");
    check(start, "e2e4 a7a6 e4e5 d7d6", "-");
    check(start, "e2e4 d7d5 e4e5 a7a5", "-");
    check(start, "a2a4 h7h5", "-");
    check(start, "e2e4 a7a6 e4e5 d7d5 g1f3", "-");
    check("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "", "-");
    check("8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "", "-");
    check("8/3p4/8/K3P2r/8/8/8/4k3 b - - 0 1", "d7d5", "-");
}

#[test]
fn the_captured_pawn_leaves_the_board() {
    let check = |fen: &str, moves: &str, expect: &str| {
        assert_eq!(after(fen, moves).to_string(), expect, "{fen} {moves}");
    };
    check("4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 9", "c5d6", "4k3/8/3P4/4P3/8/8/8/4K3 b - - 0 9");
    check("4k3/8/8/8/3pPp2/8/8/4K3 b - e3 0 9", "f4e3", "4k3/8/8/8/3p4/4p3/8/4K3 w - - 0 10");
}

#[test]
fn illegal_en_passant_gives_its_reason() {
    let check = |fen: &str, uci: &str, expect: IllegalMove| {
        let (from, to) = (uci[..2].parse().unwrap(), uci[2..].parse().unwrap());
        assert_eq!(position(fen).find_move(from, to, None), Err(expect), "{fen} {uci}");
    };
    // One move too late, and a pawn that moved one square.
    check("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", NothingToCapture(D6));
    check("4r3/8/8/2PpP3/8/8/8/4K2k w - d6 0 1", "e5d6", LeavesKingInCheck);
}
