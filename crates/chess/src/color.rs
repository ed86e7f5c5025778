//! The two sides, and a pair with one value per side.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

use crate::{Rank, Square};

/// White or Black.
///
/// ```
/// use tabiya_chess::Color;
///
/// assert_eq!(!Color::White, Color::Black);
/// assert_eq!(Color::Black.to_string(), "Black");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Color {
    /// Both colors, White first.
    pub const ALL: [Color; 2] = [Color::White, Color::Black];

    /// The FEN letter: `w` or `b`.
    pub const fn char(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The color of a FEN letter, `w` or `b`.
    pub const fn from_char(letter: char) -> Option<Color> {
        match letter {
            'w' => Some(Color::White),
            'b' => Some(Color::Black),
            _ => None,
        }
    }

    /// True for White.
    pub const fn is_white(self) -> bool {
        matches!(self, Color::White)
    }

    /// The rank where this side's king and rooks start.
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        }
    }

    /// The rank where this side's pawns start.
    pub const fn pawn_rank(self) -> Rank {
        match self {
            Color::White => Rank::Second,
            Color::Black => Rank::Seventh,
        }
    }

    /// The rank where this side's pawns promote.
    pub const fn promotion_rank(self) -> Rank {
        self.opposite().back_rank()
    }

    /// The square from this side's point of view: unchanged for White, flipped vertically for
    /// Black.
    pub const fn relative(self, square: Square) -> Square {
        match self {
            Color::White => square,
            Color::Black => square.flip_rank(),
        }
    }

    /// The other side: `!color`, usable in constants.
    pub const fn opposite(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        self.opposite()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// One `T` for each side, indexed by [`Color`].
///
/// ```
/// use tabiya_chess::{ByColor, Color};
///
/// let mut score = ByColor::new(1, 0);
/// score[Color::Black] += 1;
/// assert_eq!(score, ByColor::new(1, 1));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByColor<T>(pub(crate) [T; 2]);

impl<T> ByColor<T> {
    /// A pair of White's and Black's values.
    pub const fn new(white: T, black: T) -> ByColor<T> {
        ByColor([white, black])
    }

    /// A pair made by calling `make` for each side.
    pub fn from_fn(mut make: impl FnMut(Color) -> T) -> ByColor<T> {
        ByColor([make(Color::White), make(Color::Black)])
    }

    /// Each color with its value, White first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        Color::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, color: Color) -> &T {
        &self.0[color as usize]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    #[inline(always)]
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color as usize]
    }
}
