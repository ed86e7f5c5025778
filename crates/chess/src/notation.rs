//! Reading and writing positions, moves and games as text.
//!
//! There is one module per notation. Readers accept what people and programs actually write;
//! writers follow the standards. An error quotes the offending text, shortened and escaped.

pub(crate) mod epd;
pub(crate) mod fen;
mod line;
pub mod pgn;
pub(crate) mod san;
pub(crate) mod uci;

use std::fmt;
use std::ops::Deref;

use arrayvec::ArrayString;

use crate::Square;

/// The longest legal move is `e7xd8=Q#`. An illegal one can be a character longer, `Qh4xe1=Q#`, and
/// must not panic.
const LONGEST_MOVE: usize = 9;

/// A move as text: a short string stored inline.
///
/// ```
/// use tabiya_chess::{Position, Square};
///
/// let start = Position::default();
/// let text = start.san(start.find_move(Square::G1, Square::F3, None)?);
/// assert_eq!(text.as_str(), "Nf3");
/// # Ok::<(), tabiya_chess::IllegalMove>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveText(ArrayString<LONGEST_MOVE>);

impl MoveText {
    /// How a null move is written in PGN: `--`.
    pub(crate) fn null_move() -> MoveText {
        let mut text = MoveText::default();
        text.push('-');
        text.push('-');
        text
    }

    /// The text as a string slice.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    #[inline(always)]
    fn push(&mut self, letter: char) {
        self.0.push(letter);
    }

    #[inline(always)]
    fn square(&mut self, square: Square) {
        self.push(square.file().char());
        self.push(square.rank().char());
    }
}

impl Deref for MoveText {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Untrusted text for use in a message: escaped, and truncated when long.
///
/// ```
/// assert_eq!(tabiya_chess::Quoted("a\tb").to_string(), "a\\tb");
/// ```
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        const LONGEST: usize = 80;
        for letter in self.0.chars().take(LONGEST) {
            write!(f, "{}", letter.escape_debug())?;
        }
        match self.0.chars().nth(LONGEST) {
            Some(_) => f.write_str("…"),
            None => Ok(()),
        }
    }
}
