//! Piece types, pieces with a color, and a table with one value per piece type.

use std::fmt;
use std::ops::{Index, IndexMut};

use crate::Color;

/// A piece type, from pawn to king.
///
/// ```
/// use tabiya_chess::Role;
///
/// assert_eq!(Role::Knight.upper_char(), 'N');
/// assert_eq!(Role::from_char('q'), Some(Role::Queen));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Role {
    /// Moves forward, captures diagonally, promotes.
    Pawn,
    /// Jumps.
    Knight,
    /// Slides diagonally.
    Bishop,
    /// Slides along ranks and files.
    Rook,
    /// Slides like a rook or a bishop.
    Queen,
    /// The piece that must not be captured.
    King,
}

impl Role {
    /// Every role, pawn first, king last.
    pub const ALL: [Role; 6] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

    /// What a pawn can promote to, in move generation order.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// The lower-case English letter, as in UCI and Black's pieces in FEN.
    pub const fn char(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The upper-case English letter, as in SAN and White's pieces in FEN.
    pub const fn upper_char(self) -> char {
        self.char().to_ascii_uppercase()
    }

    /// The role of an English letter in either case.
    pub const fn from_char(letter: char) -> Option<Role> {
        match letter.to_ascii_lowercase() {
            'p' => Some(Role::Pawn),
            'n' => Some(Role::Knight),
            'b' => Some(Role::Bishop),
            'r' => Some(Role::Rook),
            'q' => Some(Role::Queen),
            'k' => Some(Role::King),
            _ => None,
        }
    }

    /// A piece of this role and a color.
    pub const fn of(self, color: Color) -> Piece {
        Piece { color, role: self }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Role::Pawn => "pawn",
            Role::Knight => "knight",
            Role::Bishop => "bishop",
            Role::Rook => "rook",
            Role::Queen => "queen",
            Role::King => "king",
        })
    }
}

/// A piece on the board: a role with a color.
///
/// ```
/// use tabiya_chess::{Color, Piece, Role};
///
/// let knight = Piece { color: Color::Black, role: Role::Knight };
/// assert_eq!(knight.char(), 'n');
/// assert_eq!(Piece::from_char('N'), Some(Role::Knight.of(Color::White)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side it belongs to.
    pub color: Color,
    /// Its type.
    pub role: Role,
}

impl Piece {
    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn char(self) -> char {
        match self.color {
            Color::White => self.role.upper_char(),
            Color::Black => self.role.char(),
        }
    }

    /// The piece of a FEN letter.
    pub const fn from_char(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_char(letter) {
            Some(role) => Some(Piece { color, role }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}

/// One `T` for each role, indexed by [`Role`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct ByRole<T>(pub(crate) [T; 6]);

impl<T> ByRole<T> {
    /// A table made by calling `make` for each role.
    pub fn from_fn(make: impl FnMut(Role) -> T) -> ByRole<T> {
        ByRole(Role::ALL.map(make))
    }

    /// Each role with its value, pawn first.
    pub fn iter(&self) -> impl Iterator<Item = (Role, &T)> {
        Role::ALL.into_iter().zip(&self.0)
    }
}

impl<T> Index<Role> for ByRole<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, role: Role) -> &T {
        &self.0[role as usize]
    }
}

impl<T> IndexMut<Role> for ByRole<T> {
    #[inline(always)]
    fn index_mut(&mut self, role: Role) -> &mut T {
        &mut self.0[role as usize]
    }
}
