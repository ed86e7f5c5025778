//! A position as somebody wrote it down, not yet checked against the rules.

use crate::{Board, CastlingRights, Color, Square};

/// The fields of a position, with no promise that they make sense together.
///
/// Anything may be put in here: an editor's half-built board, a stranger's FEN.
/// [`Position::try_from`](crate::Position#impl-TryFrom<Setup>-for-Position) checks it and says
/// which rule it breaks.
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
    /// Whose turn it is.
    pub turn: Color,
    /// Who may still castle with which rook.
    pub castling: CastlingRights,
    /// The square that a pawn has just jumped over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u16,
    /// The number of the next move, counted from 1 and raised after Black's.
    pub fullmoves: u16,
}

impl Setup {
    /// An empty board, White to move, nobody may castle.
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
    /// The start of an ordinary game.
    fn default() -> Setup {
        crate::chess960::standard_start()
    }
}
