//! A move as the protocol writes it, before anybody has asked whether it is legal.

use std::fmt;
use std::str::FromStr;

use chess::{CastlingMode, IllegalMove, Move, Position, Quoted, Role, Square};

/// Two squares and perhaps a promotion: `e2e4`, `e7e8q`. Which move that is, or whether it is one,
/// only a position can tell.
///
/// ```
/// use chess::Position;
/// use uci::Coordinates;
///
/// let text: Coordinates = "g1f3".parse()?;
/// assert!(text.resolve(&Position::default()).is_ok());
/// assert!("e7e8k".parse::<Coordinates>().is_err());
/// # Ok::<(), uci::ParseCoordinatesError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coordinates {
    /// Where the piece comes from.
    pub from: Square,
    /// Where it goes; for castling either the king's target or its rook.
    pub to: Square,
    /// What a pawn becomes. No pawn or king, when it was read from text.
    pub promotion: Option<Role>,
}

impl Coordinates {
    /// The coordinates of a move, with castling as the mode asks for.
    pub fn new(m: Move, mode: CastlingMode) -> Coordinates {
        let to = match mode {
            CastlingMode::Standard => m.destination(),
            CastlingMode::Chess960 => m.to(),
        };
        Coordinates { from: m.from(), to, promotion: m.promoted() }
    }

    /// The legal move that is meant.
    ///
    /// # Errors
    /// When there is no such move, with the rule that it breaks.
    pub fn resolve(self, position: &Position) -> Result<Move, IllegalMove> {
        position.find_move(self.from, self.to, self.promotion)
    }

    /// Reads the text; some programs write the promotion as a capital.
    pub(crate) fn read(text: &str) -> Option<Coordinates> {
        let (&[a, b, c, d], promotion) = text.as_bytes().split_first_chunk()?;
        let promotion = match promotion {
            [] => None,
            [letter @ (b'n' | b'b' | b'r' | b'q' | b'N' | b'B' | b'R' | b'Q')] => {
                Some(Role::from_char(char::from(letter.to_ascii_lowercase()))?)
            }
            _ => return None,
        };
        let (from, to) = (Square::from_ascii([a, b])?, Square::from_ascii([c, d])?);
        Some(Coordinates { from, to, promotion })
    }
}

impl FromStr for Coordinates {
    type Err = ParseCoordinatesError;

    fn from_str(text: &str) -> Result<Coordinates, ParseCoordinatesError> {
        Coordinates::read(text).ok_or_else(|| ParseCoordinatesError { text: text.to_owned() })
    }
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        self.promotion.map_or(Ok(()), |role| write!(f, "{}", role.char()))
    }
}

/// A text that is no move in any position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCoordinatesError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for ParseCoordinatesError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}' is not a move such as e2e4 or e7e8q", Quoted(&self.text))
    }
}

impl std::error::Error for ParseCoordinatesError {}
