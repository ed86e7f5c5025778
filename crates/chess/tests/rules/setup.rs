//! Which setups are not legal positions, and why.

use tabiya_chess::CastlingSide::{King, Queen};
use tabiya_chess::Color::{Black, White};
use tabiya_chess::SetupError::{
    CastlingRight, EnPassant, Kings, OpponentInCheck, PawnOnBackRank, TooManyCheckers,
    TooManyPieces,
};
use tabiya_chess::{FenError, Position, SetupError, Square};

#[test]
fn a_setup_that_breaks_a_rule_names_it() {
    let check = |fen: &str, reason: SetupError, message: &str| {
        assert_eq!(fen.parse::<Position>(), Err(FenError::Invalid(reason)), "{fen}");
        assert_eq!(reason.to_string(), message);
        assert_eq!(FenError::Invalid(reason).to_string(), message);
    };
    let message = "White has 0 kings; each side needs exactly one";
    check("8/8/8/8/8/8/8/k7 w - - 0 1", Kings(White, 0), message);
    let message = "Black has 2 kings; each side needs exactly one";
    check("kk6/8/8/8/8/8/8/K7 w - - 0 1", Kings(Black, 2), message);
    let message = "a pawn stands on a8; pawns stand on ranks 2 to 7";
    check("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", PawnOnBackRank(Square::A8), message);
    let message = "a pawn stands on h1; pawns stand on ranks 2 to 7";
    check("4k3/8/8/8/8/8/8/4K2p w - - 0 1", PawnOnBackRank(Square::H1), message);
    let message = "White has more pieces than sixteen with promotions allow";
    check("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", TooManyPieces(White), message);
    check("6k1/8/8/8/8/2Q5/PPPPPPPP/3QK3 w - - 0 1", TooManyPieces(White), message);
    check("6k1/8/8/8/8/N7/PPPPPPPP/1N2K1N1 w - - 0 1", TooManyPieces(White), message);
    check("6k1/8/8/8/8/R7/PPPPPPPP/R3K2R w - - 0 1", TooManyPieces(White), message);
    check("6k1/8/8/8/8/BB6/PPPPPPPP/4KB2 w - - 0 1", TooManyPieces(White), message);
    let message = "Black has more pieces than sixteen with promotions allow";
    check("4k3/pppppppp/n7/n7/n7/8/8/4K3 w - - 0 1", TooManyPieces(Black), message);
    let message = "Black is in check but it is not Black's turn";
    check("4k3/8/8/8/8/8/8/4RK2 w - - 0 1", OpponentInCheck(Black), message);
    check("8/8/8/8/8/8/4k3/4K3 w - - 0 1", OpponentInCheck(Black), message);
    let message = "White is in check but it is not White's turn";
    check("4k3/8/8/8/8/8/3p4/4K3 b - - 0 1", OpponentInCheck(White), message);
    let message = "3 pieces give check at once; no more than two can";
    check("4r1k1/8/8/b7/7b/8/8/4K3 w - - 0 1", TooManyCheckers(3), message);
    let message = "White cannot castle O-O: king or rook has moved";
    check("4k3/8/8/8/8/8/8/4K3 w K - 0 1", CastlingRight(White, King), message);
    check("4k3/8/8/8/8/8/4K3/7R w K - 0 1", CastlingRight(White, King), message);
    check("4k3/8/8/8/8/8/8/4K2r w K - 0 1", CastlingRight(White, King), message);
    check("4k3/8/8/8/8/8/8/4K2R w G - 0 1", CastlingRight(White, King), message);
    let message = "Black cannot castle O-O-O: king or rook has moved";
    check("4k3/8/8/8/8/8/8/4K3 w q - 0 1", CastlingRight(Black, Queen), message);
    let message = "no pawn has just moved across the en passant square e6";
    check("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", EnPassant(Square::E6), message);
    check("4k3/4p3/8/4p3/8/8/8/4K3 w - e6 0 1", EnPassant(Square::E6), message);
    check("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", EnPassant(Square::E6), message);
    check("4k3/8/8/4P3/8/8/8/4K3 w - e6 0 1", EnPassant(Square::E6), message);
    check("4k3/8/8/4p3/8/8/8/4K3 b - e6 0 1", EnPassant(Square::E6), message);
    let message = "no pawn has just moved across the en passant square e4";
    check("4k3/8/8/4p3/8/8/8/4K3 w - e4 0 1", EnPassant(Square::E4), message);
    let message = "no pawn has just moved across the en passant square e1";
    check("4k3/8/8/4p3/8/8/8/3K4 w - e1 0 1", EnPassant(Square::E1), message);
}

#[test]
fn unusual_legal_setups_are_accepted() {
    for fen in [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "nnnnnnnn/nn6/8/k7/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        "7k/8/8/8/8/1B6/PPPPPPPP/4KB2 w - - 0 1", // two bishops on light squares
        "4k3/8/8/8/8/8/8/4K2b b - - 65535 65535",
        "8/8/8/8/8/8/8/K1k5 w - - 0 1",
        "1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1",
    ] {
        super::position(fen);
    }
}

#[test]
fn no_legal_position_has_more_moves_than_218() {
    let most = super::position("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1");
    assert_eq!(most.legal_moves().len(), 218);
    assert_eq!(most.count_moves(), 218);
}
