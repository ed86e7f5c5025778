//! Every reason why a move is illegal, and its wording.

use tabiya_chess::IllegalMove::{
    Blocked, CastlingBlocked, CastlingOutOfCheck, CastlingThroughCheck, EmptySquare, KingIntoCheck,
    LeavesKingInCheck, NoCastlingRight, NothingToCapture, OwnPiece, Pattern, PromotionMissing,
    PromotionNotAllowed, StillInCheck, WrongColor, WrongKind,
};
use tabiya_chess::Square::{C1, D3, E1, E2, E3, E4, E5, E6, E7, F1, G1, G3};
use tabiya_chess::{CastlingSide, Color, IllegalMove, Move, Role, UciError};

use super::position;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_legal_move_of_the_wrong_kind_is_illegal() {
    let mislabeled = Move::en_passant(E2, E4);
    assert_eq!(position(START).play(mislabeled), Err(WrongKind(E2, E4)));
    let message = "From e2 to e4 is a legal move of another kind";
    assert_eq!(WrongKind(E2, E4).to_string(), message);
}

// req: D30
#[test]
fn an_illegal_move_gives_the_rule_it_breaks() {
    let check = |fen: &str, uci: &str, reason: IllegalMove, message: &str| {
        let refused = position(fen).parse_uci(uci);
        assert_eq!(refused, Err(UciError::Illegal(uci.into(), reason)), "{fen}");
        assert_eq!(reason.to_string(), message);
        assert_eq!(refused.unwrap_err().to_string(), format!("{uci}: {message}"));
    };
    check(START, "e4e5", EmptySquare(E4), "There is no piece on e4");
    let message = "The piece on e7 is Black's, and it is White's turn";
    check(START, "e7e5", WrongColor(E7, Color::Black), message);
    check(START, "e1e2", OwnPiece(E2), "A piece of the same color stands on e2");
    check(START, "g1e2", OwnPiece(E2), "A piece of the same color stands on e2");
    let message = "A knight cannot move from g1 to g3";
    check(START, "g1g3", Pattern(Role::Knight, G1, G3), message);
    let message = "A pawn cannot move from e2 to e5";
    check(START, "e2e5", Pattern(Role::Pawn, E2, E5), message);
    let message = "A king cannot move from e1 to e3";
    check(START, "e1e3", Pattern(Role::King, E1, E3), message);
    check(START, "f1c4", Blocked(E2), "The piece on e2 is in the way");
    let message = "A pawn moves diagonally only to capture, and d3 is empty";
    check(START, "e2d3", NothingToCapture(D3), message);
    let pawn = "8/4P3/8/8/8/8/k7/4K3 w - - 0 1";
    let message = "The pawn must become a queen, rook, bishop or knight";
    check(pawn, "e7e8", PromotionMissing, message);
    let message = "This move cannot promote to a king";
    check(pawn, "e7e8k", PromotionNotAllowed(Role::King), message);
    let message = "This move cannot promote to a queen";
    check(START, "e2e4q", PromotionNotAllowed(Role::Queen), message);
    let checked = "4k3/4r3/8/8/8/8/3P4/4K1N1 w - - 0 1";
    check(checked, "g1f3", StillInCheck, "The king is in check, and this move does not end it");
    check(checked, "e1e2", KingIntoCheck(E2), "Move puts king into check on e2");
    let pinned = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1";
    check(pinned, "e2f4", LeavesKingInCheck, "Move leaves king in check");
    let message = "O-O is no longer possible: king or rook has moved";
    let castles = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
    check(castles, "e1g1", NoCastlingRight(CastlingSide::King), message);
    let message = "O-O-O is no longer possible: king or rook has moved";
    check(castles, "e1c1", NoCastlingRight(CastlingSide::Queen), message);
    let message = "Cannot castle: the piece on f1 is in the way";
    check("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", CastlingBlocked(F1), message);
    let message = "Cannot castle out of check";
    check("4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "e1g1", CastlingOutOfCheck, message);
    let message = "Cannot castle: the king would be in check on c1";
    check("2r1k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", CastlingThroughCheck(C1), message);
    // The nearest obstacle is named, in every direction.
    let message = "The piece on e3 is in the way";
    check("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1", "e2e4", Blocked(E3), message);
    check("4k3/8/8/8/4n3/4n3/4P3/4K3 w - - 0 1", "e2e4", Blocked(E3), message);
    let message = "The piece on e6 is in the way";
    check("4k3/4p3/4N3/4N3/8/8/8/4K3 b - - 0 1", "e7e5", Blocked(E6), message);
    check("4r1k1/8/4N3/4N3/8/8/8/4K3 b - - 0 1", "e8e2", Blocked(E6), message);
    let message = "The piece on e5 is in the way";
    check("4k3/4p3/8/4N3/8/8/8/4K3 b - - 0 1", "e7e5", Blocked(E5), message);
}

#[test]
fn a_pinned_piece_may_move_along_its_pin_only() {
    let check = |fen: &str, expect: &str| {
        let position = position(fen);
        let pinned = position.pinned();
        let found = super::moves_where(&position, |m| pinned.contains(m.from()));
        assert_eq!(found, expect, "{fen}");
    };
    check("4k3/4r3/8/8/8/8/4R3/4K3 w - - 0 1", "e2e3 e2e4 e2e5 e2e6 e2e7");
    check("4k3/8/8/8/1b6/8/3N4/4K3 w - - 0 1", "");
    check("4k3/8/8/8/1b6/2B5/8/4K3 w - - 0 1", "c3b4 c3d2");
    check("4k3/8/8/4r3/8/8/4P3/4K3 w - - 0 1", "e2e3 e2e4");
    check("4k3/8/8/8/8/2b5/3P4/4K3 w - - 0 1", "d2c3");
    check("4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1", "");
    check("k7/8/8/8/8/8/2r1Q1K1/8 w - - 0 1", "e2c2 e2d2 e2f2");
}

#[test]
fn a_double_check_is_answered_by_the_king_alone() {
    let position = position("4k3/8/8/b7/8/8/4r3/R3K2R w KQ - 0 1");
    assert_eq!(position.checkers().count(), 2);
    assert_eq!(super::moves_where(&position, |_| true), "e1d1 e1e2 e1f1");
}
