//! Moves in UCI notation: `e2e4`, `e7e8q`, with two ways to write castling.

use std::fmt;
use std::str::FromStr;

use super::{MoveText, Quoted};
use crate::{CastlingRights, CastlingSide, Color, File, IllegalMove, Move, Position, Role, Square};

/// How castling is written in coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CastlingMode {
    /// The king's two squares, `e1g1`: standard chess.
    #[default]
    Standard,
    /// The king captures its rook, `e1h1`: Chess960, where the king's square may not change.
    Chess960,
}

impl CastlingMode {
    /// The mode for a game that starts here: standard when the kings and rooks that may castle are
    /// on their standard squares.
    ///
    /// ```
    /// use tabiya_chess::{CastlingMode, Position};
    ///
    /// assert_eq!(CastlingMode::of(&Position::default()), CastlingMode::Standard);
    /// let start: Position = "4k3/8/8/8/8/8/8/5K1R w H - 0 1".parse()?;
    /// assert_eq!(CastlingMode::of(&start), CastlingMode::Chess960);
    /// # Ok::<(), tabiya_chess::FenError>(())
    /// ```
    pub fn of(start: &Position) -> CastlingMode {
        let is_usual = |(color, side, rook): (Color, CastlingSide, Square)| {
            start.king(color).file() == File::E
                && CastlingRights::STANDARD.rook(color, side) == Some(rook.file())
        };
        if start.castling_rights().iter().all(is_usual) {
            CastlingMode::Standard
        } else {
            CastlingMode::Chess960
        }
    }
}

impl Move {
    /// The move in UCI notation.
    ///
    /// ```
    /// use tabiya_chess::{CastlingMode, Move, Square};
    ///
    /// let castle = Move::castle(Square::E1, Square::H1);
    /// assert_eq!(castle.uci(CastlingMode::Standard).as_str(), "e1g1");
    /// assert_eq!(castle.uci(CastlingMode::Chess960).as_str(), "e1h1");
    /// ```
    pub fn uci(self, mode: CastlingMode) -> MoveText {
        UciMove::new(self, mode).text()
    }
}

/// A move in UCI notation, without a position: two squares and an optional promotion.
///
/// The same text can mean a normal move, castling or an en passant capture; only a position turns
/// it into a [`Move`].
///
/// ```
/// use tabiya_chess::{CastlingMode, Position, UciMove};
///
/// let uci: UciMove = "g1f3".parse()?;
/// let m = uci.to_move(&Position::default())?;
/// assert_eq!(UciMove::new(m, CastlingMode::Standard), uci);
/// assert_eq!(uci.to_string(), "g1f3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct UciMove {
    /// The square the piece leaves.
    pub from: Square,
    /// The square the piece moves to.
    pub to: Square,
    /// The role a pawn promotes to.
    pub promotion: Option<Role>,
}

impl UciMove {
    /// The notation of a move.
    pub fn new(m: Move, mode: CastlingMode) -> UciMove {
        let to = match mode {
            CastlingMode::Standard => m.destination(),
            CastlingMode::Chess960 => m.to(),
        };
        UciMove { from: m.from(), to, promotion: m.promoted() }
    }

    /// The legal move that this stands for, as [`Position::parse_uci`] reads it.
    ///
    /// # Errors
    /// When there is no such legal move; the error gives the reason.
    pub fn to_move(self, position: &Position) -> Result<Move, IllegalMove> {
        position.find_move(self.from, self.to, self.promotion)
    }

    fn text(self) -> MoveText {
        let mut text = MoveText::default();
        text.square(self.from);
        text.square(self.to);
        if let Some(role) = self.promotion {
            text.push(role.char());
        }
        text
    }

    /// Splits `e7e8q` into its parts.
    fn parse(text: &str) -> Option<UciMove> {
        let (&[a, b, c, d], promotion) = text.as_bytes().split_first_chunk()?;
        let promotion = match promotion {
            [] => None,
            [letter @ b'a'..=b'z'] => Some(Role::from_char(char::from(*letter))?),
            _ => return None,
        };
        let (from, to) = (Square::from_ascii([a, b])?, Square::from_ascii([c, d])?);
        Some(UciMove { from, to, promotion })
    }
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl FromStr for UciMove {
    type Err = UciError;

    fn from_str(text: &str) -> Result<UciMove, UciError> {
        UciMove::parse(text).ok_or_else(|| UciError::Syntax(text.to_owned()))
    }
}

impl Position {
    /// Parses a move in UCI notation. Both ways to write castling are accepted; if the king could
    /// also make a normal move to that square, the normal move is returned.
    ///
    /// ```
    /// use tabiya_chess::Position;
    ///
    /// let start = Position::default();
    /// assert!(start.parse_uci("g1f3").is_ok());
    /// assert_eq!(
    ///     start.parse_uci("e1e2").unwrap_err().to_string(),
    ///     "e1e2: A piece of the same color stands on e2",
    /// );
    /// ```
    ///
    /// # Errors
    /// When the text is not a move, or the move is illegal; the error gives the reason.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciError> {
        let uci: UciMove = text.parse()?;
        uci.to_move(self).map_err(|reason| UciError::Illegal(text.to_owned(), reason))
    }
}

/// Why a text is not a legal move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The text is not two squares and an optional promotion.
    Syntax(String),
    /// The move is illegal.
    Illegal(String, IllegalMove),
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            UciError::Syntax(text) => {
                write!(f, "'{}' is not a move such as e2e4 or e7e8q", Quoted(text))
            }
            UciError::Illegal(text, reason) => write!(f, "{text}: {reason}"),
        }
    }
}

impl std::error::Error for UciError {}
