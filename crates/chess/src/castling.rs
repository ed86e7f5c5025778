//! Castling sides, and the rooks that may still castle.

use crate::{ByColor, Color, File, Square};

/// Castling toward the `h` file or the `a` file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastlingSide {
    /// `O-O`: the king ends on the `g` file, the rook on the `f` file.
    King,
    /// `O-O-O`: the king ends on the `c` file, the rook on the `d` file.
    Queen,
}

impl CastlingSide {
    /// Both sides, the king's first.
    pub const ALL: [CastlingSide; 2] = [CastlingSide::King, CastlingSide::Queen];

    /// The side of the king that a rook is on.
    #[inline]
    pub fn of(king: Square, rook: Square) -> CastlingSide {
        if rook > king { CastlingSide::King } else { CastlingSide::Queen }
    }

    /// The file where the king ends.
    #[inline]
    pub const fn king_file(self) -> File {
        match self {
            CastlingSide::King => File::G,
            CastlingSide::Queen => File::C,
        }
    }

    /// The file where the rook ends.
    #[inline]
    pub const fn rook_file(self) -> File {
        match self {
            CastlingSide::King => File::F,
            CastlingSide::Queen => File::D,
        }
    }

    /// The SAN text, `O-O` or `O-O-O`.
    pub const fn san(self) -> &'static str {
        match self {
            CastlingSide::King => "O-O",
            CastlingSide::Queen => "O-O-O",
        }
    }
}

/// For each color and castling side, the file of the rook that may still castle.
///
/// Files rather than flags, because in Chess960 the rooks may start anywhere.
///
/// ```
/// use tabiya_chess::{CastlingRights, CastlingSide, Color, File};
///
/// let mut rights = CastlingRights::STANDARD;
/// rights.set(Color::White, CastlingSide::King, None);
/// assert_eq!(rights.rook(Color::White, CastlingSide::King), None);
/// assert_eq!(rights.rook(Color::White, CastlingSide::Queen), Some(File::A));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CastlingRights(ByColor<[Option<File>; 2]>);

impl CastlingRights {
    /// Nobody may castle.
    pub const NONE: CastlingRights = CastlingRights(ByColor::new([None; 2], [None; 2]));

    /// Both sides may castle with rooks from the `a` and `h` files.
    pub const STANDARD: CastlingRights = CastlingRights(ByColor::new(
        [Some(File::H), Some(File::A)],
        [Some(File::H), Some(File::A)],
    ));

    /// The file of the rook that may castle, if any.
    #[inline]
    pub fn rook(&self, color: Color, side: CastlingSide) -> Option<File> {
        self.0[color][side as usize]
    }

    /// Grants the right to the rook on a file, or removes it.
    pub fn set(&mut self, color: Color, side: CastlingSide, rook: Option<File>) {
        self.0[color][side as usize] = rook;
    }

    /// True when nobody may castle.
    pub fn is_empty(&self) -> bool {
        *self == CastlingRights::NONE
    }

    /// The rights held, as color, side and square of the rook: White first, king side first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, CastlingSide, Square)> {
        Color::ALL.into_iter().flat_map(move |color| {
            CastlingSide::ALL.into_iter().filter_map(move |side| {
                let file = self.rook(color, side)?;
                Some((color, side, Square::new(file, color.back_rank())))
            })
        })
    }
}
