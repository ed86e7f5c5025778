//! Files, ranks and the 64 squares.

use std::fmt;
use std::str::FromStr;

use crate::Bitboard;
use crate::notation::Quoted;

/// A column of the board, `a` to `h`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the letters name themselves")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

impl File {
    /// Every file, from `a` to `h`.
    pub const ALL: [File; 8] =
        [File::A, File::B, File::C, File::D, File::E, File::F, File::G, File::H];

    /// The file of a letter `a` to `h`, in lower case.
    pub const fn from_char(letter: char) -> Option<File> {
        match letter {
            'a'..='h' => Some(File::ALL[letter as usize - 'a' as usize]),
            _ => None,
        }
    }

    /// The letter `a` to `h`.
    pub const fn char(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// A row of the board, 1 to 8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[expect(missing_docs, reason = "the numbers name themselves")]
pub enum Rank {
    First,
    Second,
    Third,
    Fourth,
    Fifth,
    Sixth,
    Seventh,
    Eighth,
}

impl Rank {
    /// Every rank, from the first to the eighth.
    pub const ALL: [Rank; 8] = [
        Rank::First,
        Rank::Second,
        Rank::Third,
        Rank::Fourth,
        Rank::Fifth,
        Rank::Sixth,
        Rank::Seventh,
        Rank::Eighth,
    ];

    /// The rank of a digit `1` to `8`.
    pub const fn from_char(digit: char) -> Option<Rank> {
        match digit {
            '1'..='8' => Some(Rank::ALL[digit as usize - '1' as usize]),
            _ => None,
        }
    }

    /// The digit `1` to `8`.
    pub const fn char(self) -> char {
        (b'1' + self as u8) as char
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}", self.char())
    }
}

/// One of the 64 squares. `A1` is 0, `B1` is 1, `H8` is 63.
///
/// ```
/// use tabiya_chess::{File, Rank, Square};
///
/// let square: Square = "e4".parse()?;
/// assert_eq!(square, Square::E4);
/// assert_eq!((square.file(), square.rank()), (File::E, Rank::Fourth));
/// assert_eq!(Square::new(File::H, Rank::Eighth).to_string(), "h8");
/// # Ok::<(), tabiya_chess::ParseSquareError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "the squares name themselves")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl Square {
    /// Every square, from `A1` along the ranks to `H8`.
    #[rustfmt::skip]
    #[allow(clippy::enum_glob_use, reason = "sixty-four names")]
    pub const ALL: [Square; 64] = {
        use Square::*;
        [
            A1, B1, C1, D1, E1, F1, G1, H1,
            A2, B2, C2, D2, E2, F2, G2, H2,
            A3, B3, C3, D3, E3, F3, G3, H3,
            A4, B4, C4, D4, E4, F4, G4, H4,
            A5, B5, C5, D5, E5, F5, G5, H5,
            A6, B6, C6, D6, E6, F6, G6, H6,
            A7, B7, C7, D7, E7, F7, G7, H7,
            A8, B8, C8, D8, E8, F8, G8, H8,
        ]
    };

    /// The square where a file meets a rank.
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Square {
        Square::wrap(rank as u8 * 8 + file as u8)
    }

    /// The square with this index, 0 to 63.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 64 { Some(Square::wrap(index as u8)) } else { None }
    }

    /// The square whose index is the low six bits of `index`.
    ///
    /// Spelled out so that the compiler recognizes the identity mapping: only the mask remains, and
    /// no unsafe code is needed.
    #[inline(always)]
    #[rustfmt::skip]
    #[allow(clippy::enum_glob_use, reason = "sixty-four names")]
    pub(crate) const fn wrap(index: u8) -> Square {
        use Square::*;
        match index & 0o77 {
            0o00 => A1, 0o01 => B1, 0o02 => C1, 0o03 => D1,
            0o04 => E1, 0o05 => F1, 0o06 => G1, 0o07 => H1,
            0o10 => A2, 0o11 => B2, 0o12 => C2, 0o13 => D2,
            0o14 => E2, 0o15 => F2, 0o16 => G2, 0o17 => H2,
            0o20 => A3, 0o21 => B3, 0o22 => C3, 0o23 => D3,
            0o24 => E3, 0o25 => F3, 0o26 => G3, 0o27 => H3,
            0o30 => A4, 0o31 => B4, 0o32 => C4, 0o33 => D4,
            0o34 => E4, 0o35 => F4, 0o36 => G4, 0o37 => H4,
            0o40 => A5, 0o41 => B5, 0o42 => C5, 0o43 => D5,
            0o44 => E5, 0o45 => F5, 0o46 => G5, 0o47 => H5,
            0o50 => A6, 0o51 => B6, 0o52 => C6, 0o53 => D6,
            0o54 => E6, 0o55 => F6, 0o56 => G6, 0o57 => H6,
            0o60 => A7, 0o61 => B7, 0o62 => C7, 0o63 => D7,
            0o64 => E7, 0o65 => F7, 0o66 => G7, 0o67 => H7,
            0o70 => A8, 0o71 => B8, 0o72 => C8, 0o73 => D8,
            0o74 => E8, 0o75 => F8, 0o76 => G8, _ => H8,
        }
    }

    /// The index, 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The file of the square.
    #[inline]
    pub const fn file(self) -> File {
        match self as u8 & 7 {
            0 => File::A,
            1 => File::B,
            2 => File::C,
            3 => File::D,
            4 => File::E,
            5 => File::F,
            6 => File::G,
            _ => File::H,
        }
    }

    /// The rank of the square.
    #[inline]
    pub const fn rank(self) -> Rank {
        match self as u8 >> 3 {
            0 => Rank::First,
            1 => Rank::Second,
            2 => Rank::Third,
            3 => Rank::Fourth,
            4 => Rank::Fifth,
            5 => Rank::Sixth,
            6 => Rank::Seventh,
            _ => Rank::Eighth,
        }
    }

    /// The set that holds only this square.
    #[inline(always)]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }

    /// True for the dark squares; `a1` is dark.
    pub const fn is_dark(self) -> bool {
        (self.file() as u8 + self.rank() as u8).is_multiple_of(2)
    }

    /// The square `files` to the right and `ranks` up, if it is on the board.
    ///
    /// ```
    /// use tabiya_chess::Square;
    ///
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::H1.offset(1, 0), None);
    /// ```
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file() as i8 + files;
        let rank = self.rank() as i8 + ranks;
        if 0 <= file && file < 8 && 0 <= rank && rank < 8 {
            Some(Square::wrap((rank * 8 + file) as u8))
        } else {
            None
        }
    }

    /// The square mirrored top to bottom: `e2` and `e7`.
    #[inline]
    pub const fn flip_rank(self) -> Square {
        Square::wrap(self as u8 ^ 0o70)
    }

    /// The square mirrored left to right: `e2` and `d2`.
    #[inline]
    pub const fn flip_file(self) -> Square {
        Square::wrap(self as u8 ^ 0o07)
    }

    /// The number of king moves between two squares.
    pub const fn distance(self, other: Square) -> u8 {
        let files = (self.file() as u8).abs_diff(other.file() as u8);
        let ranks = (self.rank() as u8).abs_diff(other.rank() as u8);
        if files > ranks { files } else { ranks }
    }

    /// Reads a square from two bytes such as `b"e4"`.
    #[inline]
    pub const fn from_ascii(text: [u8; 2]) -> Option<Square> {
        let (file, rank) = (text[0].wrapping_sub(b'a'), text[1].wrapping_sub(b'1'));
        if file < 8 && rank < 8 { Some(Square::wrap(rank * 8 + file)) } else { None }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text = [b'a' + self.file() as u8, b'1' + self.rank() as u8];
        f.pad(std::str::from_utf8(&text).map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Square {
    type Err = ParseSquareError;

    fn from_str(text: &str) -> Result<Square, ParseSquareError> {
        <[u8; 2]>::try_from(text.as_bytes())
            .ok()
            .and_then(Square::from_ascii)
            .ok_or_else(|| ParseSquareError { text: text.into() })
    }
}

/// The text is not a square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSquareError {
    /// The text that was read.
    pub text: String,
}

impl fmt::Display for ParseSquareError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "'{}' is not a square; squares run from a1 to h8", Quoted(&self.text))
    }
}

impl std::error::Error for ParseSquareError {}
