//! When castling is legal, where king and rook end up, and how the right is lost.

use tabiya_chess::CastlingSide::{King, Queen};
use tabiya_chess::IllegalMove::{
    CastlingBlocked, CastlingOutOfCheck, CastlingThroughCheck, NoCastlingRight, OwnPiece,
};
use tabiya_chess::Square::{B1, C1, C8, D1, D8, E2, F1, F8, G1, G8, H3};
use tabiya_chess::{CastlingMode, IllegalMove, Move};

use super::{after, position};

#[test]
fn king_and_rook_land_on_their_squares() {
    let check = |fen: &str, uci: &str, expect: &str| {
        assert_eq!(after(fen, uci).to_string(), expect, "{fen} {uci}");
    };
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(both, "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    check(both, "e1c1", "r3k2r/8/8/8/8/8/8/2KR3R b kq - 1 1");
    let both = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
    check(both, "e8g8", "r4rk1/8/8/8/8/8/8/R3K2R w KQ - 1 2");
    check(both, "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2");
    // In Chess960: king and rook swap, only one of them moves, both move far.
    check("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("4k3/8/8/8/8/8/8/6KR w H - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("4k3/8/8/8/8/8/8/1RK5 w B - 0 1", "c1b1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("4k3/8/8/8/8/8/8/3RK3 w D - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("4k3/8/8/8/8/8/8/RK6 w A - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    check("4k3/8/8/8/8/8/8/1KR5 w C - 0 1", "b1c1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check("1kr5/8/8/8/8/8/8/4K3 b c - 0 1", "b8c8", "5rk1/8/8/8/8/8/8/4K3 w - - 1 2");
    // The inner of two rooks castles, and the outer one stays.
    check("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "e1g1", "4k3/8/8/8/8/8/8/5RKR b - - 1 1");
}

#[test]
fn only_the_kings_own_squares_must_be_safe() {
    let check = |fen: &str, uci: &str| {
        let found = position(fen).parse_uci(uci);
        assert!(found.as_ref().is_ok_and(|m| m.is_castle()), "{fen} {uci}: {found:?}");
    };
    check("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"); // b1 is attacked
    check("r3k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1"); // the rook is attacked
    check("4k2r/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1");
    check("r3k3/8/8/8/8/8/8/1R2K3 b q - 0 1", "e8c8"); // b8 is attacked
    check("r3k3/8/8/8/8/8/p7/R3K3 w Q - 0 1", "e1c1"); // a pawn attacks b1
}

#[test]
fn illegal_castling_gives_its_reason() {
    let check = |fen: &str, uci: &str, expect: IllegalMove| {
        let (from, to) = (uci[..2].parse().unwrap(), uci[2..].parse().unwrap());
        let position = position(fen);
        assert_eq!(position.find_move(from, to, None), Err(expect), "{fen} {uci}");
        assert_eq!(position.play(Move::castle(from, to)), Err(expect), "{fen} {uci}");
    };
    // The right is lost.
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", NoCastlingRight(King));
    check("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1h1", NoCastlingRight(King));
    check("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", NoCastlingRight(Queen));
    check("r3k2r/8/8/8/8/8/8/4K3 b k - 0 1", "e8c8", NoCastlingRight(Queen));
    check("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", NoCastlingRight(King));
    // A piece of either color is in the way, even if only in the rook's.
    check("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", CastlingBlocked(F1));
    check("4k3/8/8/8/8/8/8/4K1nR w K - 0 1", "e1g1", CastlingBlocked(G1));
    check("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", "e1c1", CastlingBlocked(B1));
    check("4k3/8/8/8/8/8/8/Rn2K3 w Q - 0 1", "e1a1", CastlingBlocked(B1));
    check("4kb1r/8/8/8/8/8/8/4K3 b k - 0 1", "e8g8", CastlingBlocked(F8));
    // The king is in check, or would pass through or land on an attacked square.
    check("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1g1", CastlingOutOfCheck);
    check("4k3/8/8/8/8/5n2/8/4K2R w K - 0 1", "e1h1", CastlingOutOfCheck);
    check("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", CastlingThroughCheck(F1));
    check("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", CastlingThroughCheck(G1));
    check("3rk3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", CastlingThroughCheck(D1));
    check("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1a1", CastlingThroughCheck(C1));
    check("r3k3/8/8/8/8/8/8/3RK3 b q - 0 1", "e8c8", CastlingThroughCheck(D8));
    check("r3k3/8/8/8/8/8/8/2R1K3 b q - 0 1", "e8c8", CastlingThroughCheck(C8));
    check("4k2r/8/8/8/8/8/8/4K1R1 b k - 0 1", "e8g8", CastlingThroughCheck(G8));
    check("4k3/8/8/8/8/8/7p/4K2R w K - 0 1", "e1g1", CastlingThroughCheck(G1));
    check("8/8/8/8/8/8/6k1/4K2R w K - 0 1", "e1g1", CastlingThroughCheck(F1));
    // In Chess960 the rook uncovers its own king.
    check("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", "c1b1", CastlingThroughCheck(C1));
    check("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1b1", CastlingThroughCheck(C1));
    // The king's target determines the side, wherever the king is.
    check("4k3/8/8/8/8/8/8/KN5R w H - 0 1", "a1c1", NoCastlingRight(Queen));
    // A rook that cannot castle is an ordinary piece of the same color.
    check("k7/8/8/8/8/8/4R3/4K2R w K - 0 1", "e1e2", OwnPiece(E2));
    check("k7/8/8/8/8/5n2/4R3/4K2R w K - 0 1", "e1e2", OwnPiece(E2));
    check("4k3/8/8/8/8/7R/8/4K3 w - - 0 1", "e1h3", OwnPiece(H3));
}

#[test]
fn a_king_that_can_step_there_steps_and_castles_onto_its_rook() {
    let check = |fen: &str, uci: &str, castles: bool| {
        let m = position(fen).parse_uci(uci).unwrap();
        assert_eq!(m.is_castle(), castles, "{fen} {uci}");
    };
    check("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1g1", false);
    check("4k3/8/8/8/8/8/8/5K1R w H - 0 1", "f1h1", true);
    check("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1c1", false);
    check("4k3/8/8/8/8/8/8/R2K4 w A - 0 1", "d1a1", true);
    check("4k3/8/8/8/8/8/8/1K4R1 w G - 0 1", "b1g1", true);
}

#[test]
fn rights_are_lost_by_moving_and_by_capture_and_stay_lost() {
    let check = |fen: &str, moves: &str, expect: &str| {
        let rights = after(fen, moves).to_string();
        assert_eq!(rights.split(' ').nth(2), Some(expect), "{fen} {moves}");
    };
    let both = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check(both, "e1e2", "kq");
    check(both, "e1e2 e8e7 e2e1 e7e8", "-");
    check(both, "a1b1", "Kkq");
    check(both, "h1g1 a8b8 g1h1 b8a8", "Qk");
    check(both, "a1a8", "Kk");
    check(both, "h1h8", "Qq");
    check(both, "e1g1", "kq");
    check("r3k3/1P6/8/8/8/8/8/4K3 w q - 0 1", "b7a8n", "-");
    check("4k2r/8/8/8/8/8/8/4K2R b Kk - 0 1", "h8h1", "-");
    // A rook without the right, and other pieces, revoke nothing.
    check("r3k2r/8/8/8/8/8/R7/R3K2R w KQkq - 0 1", "a2a3", "KQkq");
    check("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "h1h2", "K");
    check("4k3/8/8/8/8/8/8/4K1RR w G - 0 1", "g1g8", "-");
    check("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "g1f3 b8c6", "KQkq");
}

#[test]
fn both_sides_may_castle_from_one_position() {
    let position = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
    let castles: Vec<_> = position
        .legal_moves()
        .iter()
        .filter(|m| m.is_castle())
        .map(|m| (m.castling_side(), m.uci(CastlingMode::Standard).to_string()))
        .collect();
    let expect = [(Queen, "e1c1"), (King, "e1g1")];
    assert_eq!(castles, expect.map(|(side, text)| (Some(side), text.to_owned())));
}
