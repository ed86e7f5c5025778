//! A position that has not been checked against the rules.

use crate::{Board, CastlingRights, Color, Square};

/// The fields of a position, with no guarantee that they make sense together.
///
/// It can hold anything: a half-built board in an editor, or an untrusted FEN.
/// [`Position::try_from`](crate::Position#impl-TryFrom<Setup>-for-Position) checks it and reports
/// the rule it breaks.
///
/// ```
/// use tabiya_chess::{Position, Role, Setup, Square};
///
/// let mut setup = Setup::default();
/// setup.board.take(Square::A1);
/// assert!(Position::try_from(setup).is_err()); // White may not castle with a missing rook
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may still castle.
    pub castling: CastlingRights,
    /// The square that a pawn has just moved across with a double step.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the next move; starts at 1 and increases after Black's move.
    pub fullmoves: u16,
}

impl Setup {
    /// An empty board with White to move and no castling rights.
    pub const EMPTY: Setup = Setup {
        board: Board::EMPTY,
        turn: Color::White,
        castling: CastlingRights::NONE,
        en_passant: None,
        halfmoves: 0,
        fullmoves: 1,
    };
}

impl Default for Setup {
    /// The standard start position.
    fn default() -> Setup {
        crate::chess960::standard_start()
    }
}
