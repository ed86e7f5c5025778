//! Checks that turn a [`Setup`] into a [`Position`], one function per rule.
//!
//! The rules are those that the rest of the crate relies on and that every FEN reader expects.
//! Whether a position could arise in a real game does not matter: compositions and test positions
//! are valid as long as the next move can be played by the rules.

use std::fmt;

use crate::{Bitboard, Board, CastlingSide, Color, Position, Role, Setup, Square};

/// The rule that a [`Setup`] breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A side has no king or several.
    Kings(Color, usize),
    /// A pawn is on the first or eighth rank.
    PawnOnBackRank(Square),
    /// A side has more pieces than sixteen with promotions allow.
    TooManyPieces(Color),
    /// The side that has just moved is in check.
    OpponentInCheck(Color),
    /// More than two pieces give check.
    TooManyCheckers(usize),
    /// A castling right whose king is not on the back rank or whose rook is missing.
    CastlingRight(Color, CastlingSide),
    /// An en passant square that no pawn has just moved across.
    EnPassant(Square),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            SetupError::Kings(color, count) => {
                write!(f, "{color} has {count} kings; each side needs exactly one")
            }
            SetupError::PawnOnBackRank(square) => {
                write!(f, "a pawn stands on {square}; pawns stand on ranks 2 to 7")
            }
            SetupError::TooManyPieces(color) => {
                write!(f, "{color} has more pieces than sixteen with promotions allow")
            }
            SetupError::OpponentInCheck(color) => {
                write!(f, "{color} is in check but it is not {color}'s turn")
            }
            SetupError::TooManyCheckers(count) => {
                write!(f, "{count} pieces give check at once; no more than two can")
            }
            SetupError::CastlingRight(color, side) => {
                write!(f, "{color} cannot castle {}: king or rook has moved", side.san())
            }
            SetupError::EnPassant(square) => {
                write!(f, "no pawn has just moved across the en passant square {square}")
            }
        }
    }
}

impl std::error::Error for SetupError {}

impl TryFrom<Setup> for Position {
    type Error = SetupError;

    /// Checks a setup against the rules. An en passant square where no capture is legal is dropped,
    /// since many programs write one after every double step.
    fn try_from(setup: Setup) -> Result<Position, SetupError> {
        validate_kings(&setup.board)?;
        validate_pawns(&setup.board)?;
        validate_piece_counts(&setup.board)?;
        validate_waiting_king(&setup)?;
        validate_castling(&setup)?;
        validate_en_passant(&setup)?;
        let position = Position::from_valid_setup(&setup);
        validate_checkers(&position)?;
        Ok(position)
    }
}

impl Position {
    /// Builds the position of a valid setup.
    pub(crate) fn from_valid_setup(setup: &Setup) -> Position {
        let mut position = Position {
            board: setup.board,
            key: 0,
            castling: setup.castling.iter().map(|(_, _, rook)| rook).collect(),
            en_passant: None,
            turn: setup.turn,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves.max(1),
        };
        position.en_passant = setup
            .en_passant
            .filter(|&target| position.en_passant_capturers(setup.turn, target).any());
        position.key = position.key_from_scratch();
        position
    }
}

fn validate_kings(board: &Board) -> Result<(), SetupError> {
    for color in Color::ALL {
        match board.pieces(color, Role::King).count() {
            1 => {}
            count => return Err(SetupError::Kings(color, count)),
        }
    }
    Ok(())
}

fn validate_pawns(board: &Board) -> Result<(), SetupError> {
    match (board.role(Role::Pawn) & Bitboard::BACK_RANKS).first() {
        Some(square) => Err(SetupError::PawnOnBackRank(square)),
        None => Ok(()),
    }
}

/// Every piece beyond the initial set costs a pawn. This also bounds the number of legal moves.
///
/// The square colors of bishops are not checked: no rule for the next move depends on them.
fn validate_piece_counts(board: &Board) -> Result<(), SetupError> {
    for color in Color::ALL {
        let promoted = [
            board.pieces(color, Role::Knight).count().saturating_sub(2),
            board.pieces(color, Role::Bishop).count().saturating_sub(2),
            board.pieces(color, Role::Rook).count().saturating_sub(2),
            board.pieces(color, Role::Queen).count().saturating_sub(1),
        ];
        if board.pieces(color, Role::Pawn).count() + promoted.iter().sum::<usize>() > 8 {
            return Err(SetupError::TooManyPieces(color));
        }
    }
    Ok(())
}

fn validate_waiting_king(setup: &Setup) -> Result<(), SetupError> {
    let board = &setup.board;
    let in_check = |king| board.attackers(setup.turn, king, board.occupied()).any();
    if board.king(!setup.turn).is_some_and(in_check) {
        return Err(SetupError::OpponentInCheck(!setup.turn));
    }
    Ok(())
}

fn validate_checkers(position: &Position) -> Result<(), SetupError> {
    match position.checkers().count() {
        0..=2 => Ok(()),
        count => Err(SetupError::TooManyCheckers(count)),
    }
}

fn validate_castling(setup: &Setup) -> Result<(), SetupError> {
    for (color, side, rook) in setup.castling.iter() {
        let king_on_back_rank =
            setup.board.king(color).filter(|king| king.rank() == color.back_rank());
        let rook_stands = setup.board.pieces(color, Role::Rook).contains(rook);
        if !rook_stands || king_on_back_rank.map(|king| CastlingSide::of(king, rook)) != Some(side)
        {
            return Err(SetupError::CastlingRight(color, side));
        }
    }
    Ok(())
}

/// The square behind a pawn that can just have made a double step.
fn validate_en_passant(setup: &Setup) -> Result<(), SetupError> {
    let Some(target) = setup.en_passant else { return Ok(()) };
    let mover = !setup.turn;
    let jumped = target.bitboard();
    let (start, landing) = (jumped.forward(!mover), jumped.forward(mover));
    let on_third_rank = start & Bitboard::rank(mover.pawn_rank());
    let landed = landing & setup.board.pieces(mover, Role::Pawn);
    let path_is_free = ((start | jumped) & setup.board.occupied()).is_empty();
    if on_third_rank.any() && landed.any() && path_is_free {
        Ok(())
    } else {
        Err(SetupError::EnPassant(target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_bishops_on_one_color_are_welcome_beside_eight_pawns() {
        let fen = "NBQKRBRN/PPPPPPPP/8/8/8/8/3k4/8 w - - 0 1";
        assert_eq!(fen.parse::<Position>().map(|position| position.to_string()), Ok(fen.into()));
    }

    #[test]
    fn a_third_bishop_costs_a_pawn() {
        for (fen, expected) in [
            ("4k3/8/8/8/8/8/1PPPPPPP/BBB1K3 w - - 0 1", Ok(())),
            (
                "4k3/8/8/8/8/8/PPPPPPPP/BBB1K3 w - - 0 1",
                Err(SetupError::TooManyPieces(Color::White)),
            ),
        ] {
            assert_eq!(
                validate_piece_counts(&fen.parse::<Setup>().unwrap().board),
                expected,
                "{fen}"
            );
        }
    }
}
