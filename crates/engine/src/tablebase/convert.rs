//! Our positions as shakmaty's, bitboard by bitboard.

use std::num::NonZeroU32;

use chess::{Color, Position, Role};
use shakmaty::{
    Bitboard, Board, ByColor, ByRole, CastlingMode, Chess, FromSetup, PositionError, Setup, Square,
};

/// The position without castling rights and move number, which no table uses.
pub(super) fn position(position: &Position) -> Option<Chess> {
    let board = position.board();
    let role = |role| Bitboard(board.role(role).0);
    let roles = ByRole {
        pawn: role(Role::Pawn),
        knight: role(Role::Knight),
        bishop: role(Role::Bishop),
        rook: role(Role::Rook),
        queen: role(Role::Queen),
        king: role(Role::King),
    };
    let color = |color| Bitboard(board.color(color).0);
    let colors = ByColor { white: color(Color::White), black: color(Color::Black) };
    let setup = Setup {
        board: Board::try_from_bitboards(roles, colors).ok()?,
        turn: shakmaty::Color::from_white(position.turn().is_white()),
        ep_square: position.en_passant().map(|square| Square::new(square.index() as u32)),
        halfmoves: u32::from(position.halfmoves()),
        fullmoves: NonZeroU32::MIN,
        ..Setup::empty()
    };
    // Tables also know positions that cannot arise in play.
    Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .ok()
}
