//! Drawings on the board: `[%csl Ra1]`, `[%cal Ga1b2]`.

use std::fmt;
use std::str::FromStr;

use crate::Square;
use crate::notation::Quoted;

/// A colored square or an arrow.
///
/// ```
/// use tabiya_chess::Square;
/// use tabiya_chess::pgn::{Brush, Shape};
///
/// assert_eq!("Re4".parse(), Ok(Shape::Square(Brush::Red, Square::E4)));
/// assert_eq!(Shape::Arrow(Brush::Green, Square::G1, Square::F3).to_string(), "Gg1f3");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A colored square.
    Square(Brush, Square),
    /// An arrow from one square to another.
    Arrow(Brush, Square, Square),
}

/// The color of a [`Shape`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brush {
    /// `G`.
    Green,
    /// `R`.
    Red,
    /// `Y`.
    Yellow,
    /// `B`.
    Blue,
}

impl Brush {
    const fn letter(self) -> char {
        match self {
            Brush::Green => 'G',
            Brush::Red => 'R',
            Brush::Yellow => 'Y',
            Brush::Blue => 'B',
        }
    }

    const fn from_letter(letter: u8) -> Option<Brush> {
        match letter {
            b'G' => Some(Brush::Green),
            b'R' => Some(Brush::Red),
            b'Y' => Some(Brush::Yellow),
            b'B' => Some(Brush::Blue),
            _ => None,
        }
    }
}

/// The text is not a [`Shape`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseShapeError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for ParseShapeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}' is not a square such as Re4 or an arrow such as Gg1f3", Quoted(&self.text))
    }
}

impl std::error::Error for ParseShapeError {}

impl FromStr for Shape {
    type Err = ParseShapeError;

    fn from_str(text: &str) -> Result<Shape, ParseShapeError> {
        let parse = || match *text.as_bytes() {
            [brush, a, b] => {
                Some(Shape::Square(Brush::from_letter(brush)?, Square::from_ascii([a, b])?))
            }
            [brush, a, b, c, d] => Some(Shape::Arrow(
                Brush::from_letter(brush)?,
                Square::from_ascii([a, b])?,
                Square::from_ascii([c, d])?,
            )),
            _ => None,
        };
        parse().ok_or_else(|| ParseShapeError { text: text.to_owned() })
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Shape::Square(brush, square) => write!(f, "{}{square}", brush.letter()),
            Shape::Arrow(brush, from, to) => write!(f, "{}{from}{to}", brush.letter()),
        }
    }
}
