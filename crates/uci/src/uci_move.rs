//! A move in the notation of the protocol, not yet checked for legality.

use std::fmt;
use std::str::FromStr;

use chess::{CastlingMode, IllegalMove, Move, Position, Quoted, Role, Square};

/// Two squares and an optional promotion: `e2e4`, `e7e8q`. Only a position can tell which move that
/// is, and whether it is legal.
///
/// ```
/// use chess::Position;
/// use uci::UciMove;
///
/// let text: UciMove = "g1f3".parse()?;
/// assert!(text.resolve(&Position::default()).is_ok());
/// assert!("e7e8k".parse::<UciMove>().is_err());
/// # Ok::<(), uci::ParseUciMoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// The origin square.
    pub from: Square,
    /// The target square; for castling, either the king's target or its rook.
    pub to: Square,
    /// What a pawn promotes to.
    pub promotion: Option<Role>,
}

impl UciMove {
    /// A move, with castling written as the mode asks for.
    pub fn new(m: Move, mode: CastlingMode) -> UciMove {
        let to = match mode {
            CastlingMode::Standard => m.destination(),
            CastlingMode::Chess960 => m.to(),
        };
        UciMove { from: m.from(), to, promotion: m.promoted() }
    }

    /// The legal move with these squares.
    ///
    /// # Errors
    /// When there is none, with the rule that it breaks.
    pub fn resolve(self, position: &Position) -> Result<Move, IllegalMove> {
        position.find_move(self.from, self.to, self.promotion)
    }

    /// Parses a move; some programs write the promotion in upper case.
    pub(crate) fn read(text: &str) -> Option<UciMove> {
        let (&[a, b, c, d], promotion) = text.as_bytes().split_first_chunk()?;
        let promotion = match promotion {
            [] => None,
            [letter @ (b'n' | b'b' | b'r' | b'q' | b'N' | b'B' | b'R' | b'Q')] => {
                Some(Role::from_char(char::from(letter.to_ascii_lowercase()))?)
            }
            _ => return None,
        };
        let (from, to) = (Square::from_ascii([a, b])?, Square::from_ascii([c, d])?);
        Some(UciMove { from, to, promotion })
    }
}

impl FromStr for UciMove {
    type Err = ParseUciMoveError;

    fn from_str(text: &str) -> Result<UciMove, ParseUciMoveError> {
        UciMove::read(text).ok_or_else(|| ParseUciMoveError { text: text.to_owned() })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

/// A text that is not in UCI move notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{}' is not a move such as e2e4 or e7e8q", Quoted(.text))]
pub struct ParseUciMoveError {
    /// The text.
    pub text: String,
}
