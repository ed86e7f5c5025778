//! Promotion.

use tabiya_chess::IllegalMove::{self, PromotionMissing, PromotionNotAllowed};
use tabiya_chess::Role;

use super::{after, moves_where, position};

#[test]
fn a_pawn_promotes_to_four_pieces_by_push_and_by_capture() {
    let check = |fen: &str, expect: &str| {
        let found = moves_where(&position(fen), |m| m.promoted().is_some());
        assert_eq!(found, expect, "{fen}");
    };
    check("8/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7e8b e7e8n e7e8q e7e8r");
    check("4k3/K7/8/8/8/8/4p3/8 b - - 0 1", "e2e1b e2e1n e2e1q e2e1r");
    check("3nr3/4P3/8/8/8/8/k7/6K1 w - - 0 1", "e7d8b e7d8n e7d8q e7d8r");
    check("3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1", "e7d8b e7d8n e7d8q e7d8r e7e8b e7e8n e7e8q e7e8r");
    // Pinned along the rank below, and free only to capture the pinning piece.
    check("8/r3P1K1/8/8/8/8/k7/8 w - - 0 1", "");
    check("3b4/4P3/5K2/8/8/8/k7/8 w - - 0 1", "e7d8b e7d8n e7d8q e7d8r");
    check("4k3/4P3/4K3/8/8/8/8/8 w - - 0 1", "");
}

#[test]
fn the_chosen_piece_stands_on_the_last_rank() {
    let check = |fen: &str, uci: &str, expect: &str| {
        assert_eq!(after(fen, uci).to_string(), expect, "{fen} {uci}");
    };
    let push = "8/4P3/8/8/8/8/k7/4K3 w - - 7 40";
    check(push, "e7e8q", "4Q3/8/8/8/8/8/k7/4K3 b - - 0 40");
    check(push, "e7e8r", "4R3/8/8/8/8/8/k7/4K3 b - - 0 40");
    check(push, "e7e8b", "4B3/8/8/8/8/8/k7/4K3 b - - 0 40");
    check(push, "e7e8n", "4N3/8/8/8/8/8/k7/4K3 b - - 0 40");
    check("4k3/8/8/8/8/8/p7/1R2K3 b - - 0 1", "a2b1r", "4k3/8/8/8/8/8/8/1r2K3 w - - 0 2");
    // A rook captured in its corner can no longer castle.
    check("r3k2r/1P6/8/8/8/8/8/4K3 w kq - 0 1", "b7a8q", "Q3k2r/8/8/8/8/8/8/4K3 b k - 0 1");
}

#[test]
fn promotion_is_required_exactly_on_the_last_rank() {
    let check = |fen: &str, uci: &str, promotion: Option<Role>, expect: IllegalMove| {
        let (from, to) = (uci[..2].parse().unwrap(), uci[2..].parse().unwrap());
        assert_eq!(position(fen).find_move(from, to, promotion), Err(expect), "{fen} {uci}");
    };
    let pawn = "3n4/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    check(pawn, "e7e8", None, PromotionMissing);
    check(pawn, "e7d8", None, PromotionMissing);
    check(pawn, "e7e8", Some(Role::King), PromotionNotAllowed(Role::King));
    check(pawn, "e7e8", Some(Role::Pawn), PromotionNotAllowed(Role::Pawn));
    check(pawn, "e1e2", Some(Role::Queen), PromotionNotAllowed(Role::Queen));
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    check(start, "e2e4", Some(Role::Queen), PromotionNotAllowed(Role::Queen));
}
