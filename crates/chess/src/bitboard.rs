//! Sets of squares, one bit each.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{Color, File, Rank, Square};

/// A set of squares. Bit 0 is `a1`, bit 63 is `h8`.
///
/// ```
/// use tabiya_chess::{Bitboard, File, Rank, Square};
///
/// let corner = Bitboard::file(File::A) & Bitboard::rank(Rank::First);
/// assert_eq!(corner, Square::A1.bitboard());
/// assert_eq!(Bitboard::from_iter([Square::A1, Square::B2]).count(), 2);
/// ```
///
/// The operators are those of sets: `|` union, `&` intersection, `^` symmetric difference, `-`
/// difference and `!` complement.
///
/// ```
/// use tabiya_chess::{Bitboard, Rank, Square};
///
/// let rank = Bitboard::rank(Rank::First);
/// let corners = Bitboard::from_iter([Square::A1, Square::H1]);
/// assert!(corners.is_subset(rank));
/// assert!((rank - corners).is_disjoint(corners));
/// assert_eq!(rank.into_iter().next_back(), Some(Square::H1));
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// Every square.
    pub const FULL: Bitboard = Bitboard(!0);
    /// The dark squares; `a1` is one of them.
    pub const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);
    /// The light squares; `h1` is one of them.
    pub const LIGHT: Bitboard = Bitboard(!Bitboard::DARK.0);
    /// The first and the eighth rank.
    pub const BACK_RANKS: Bitboard =
        Bitboard(Bitboard::rank(Rank::First).0 | Bitboard::rank(Rank::Eighth).0);

    /// The squares of a file.
    #[inline]
    pub const fn file(file: File) -> Bitboard {
        Bitboard(0x0101_0101_0101_0101 << file as u8)
    }

    /// The squares of a rank.
    #[inline]
    pub const fn rank(rank: Rank) -> Bitboard {
        Bitboard(0xff << (8 * rank as u8))
    }

    /// True when no square is in the set.
    #[inline(always)]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// True when at least one square is in the set.
    #[inline(always)]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// True when the set has two squares or more.
    #[inline(always)]
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The number of squares in the set.
    #[inline(always)]
    pub const fn count(self) -> usize {
        self.0.count_ones() as usize
    }

    /// True when the square is in the set.
    #[inline(always)]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u8 & 1 != 0
    }

    /// The set with a square added.
    #[inline(always)]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | square.bitboard().0)
    }

    /// The set with a square removed.
    #[inline(always)]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !square.bitboard().0)
    }

    /// Adds a square. True when it was not in the set.
    #[inline]
    pub const fn insert(&mut self, square: Square) -> bool {
        let is_new = !self.contains(square);
        *self = self.with(square);
        is_new
    }

    /// Removes a square. True when it was in the set.
    #[inline]
    pub const fn remove(&mut self, square: Square) -> bool {
        let was_held = self.contains(square);
        *self = self.without(square);
        was_held
    }

    /// True when every square of this set is in the other.
    #[inline]
    pub const fn is_subset(self, other: Bitboard) -> bool {
        self.0 & !other.0 == 0
    }

    /// True when every square of the other set is in this one.
    #[inline]
    pub const fn is_superset(self, other: Bitboard) -> bool {
        other.is_subset(self)
    }

    /// True when the sets have no square in common.
    #[inline]
    pub const fn is_disjoint(self, other: Bitboard) -> bool {
        self.0 & other.0 == 0
    }

    /// The square with the lowest index.
    #[inline(always)]
    pub const fn first(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrap(self.0.trailing_zeros() as u8)) }
    }

    /// The square with the highest index.
    #[inline(always)]
    pub const fn last(self) -> Option<Square> {
        if self.is_empty() { None } else { Some(Square::wrap(63 - self.0.leading_zeros() as u8)) }
    }

    /// Removes and returns the square with the lowest index.
    #[inline(always)]
    pub const fn pop(&mut self) -> Option<Square> {
        let first = self.first();
        self.0 &= self.0.wrapping_sub(1);
        first
    }

    /// Removes and returns the square with the highest index.
    #[inline]
    pub const fn pop_last(&mut self) -> Option<Square> {
        let last = self.last();
        if let Some(square) = last {
            *self = self.without(square);
        }
        last
    }

    /// The only square of a set that has exactly one.
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// The squares of the set, from `a1` to `h8`.
    #[inline(always)]
    pub const fn iter(self) -> Squares {
        Squares(self)
    }

    /// The set shifted one rank toward the side's promotion rank.
    #[inline(always)]
    pub const fn forward(self, color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard(self.0 << 8),
            Color::Black => Bitboard(self.0 >> 8),
        }
    }

    /// The set shifted one file toward `h`; squares on the `h` file drop out.
    #[inline(always)]
    pub const fn east(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::H).0) << 1)
    }

    /// The set shifted one file toward `a`; squares on the `a` file drop out.
    #[inline(always)]
    pub const fn west(self) -> Bitboard {
        Bitboard((self.0 & !Bitboard::file(File::A).0) >> 1)
    }

    /// The set mirrored vertically.
    #[inline]
    pub const fn flip_ranks(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }

    /// Every subset of this set, the empty one first.
    ///
    /// ```
    /// use tabiya_chess::{Bitboard, Square};
    ///
    /// let pair = Bitboard::from_iter([Square::A1, Square::H8]);
    /// assert_eq!(pair.subsets().count(), 4);
    /// ```
    pub fn subsets(self) -> impl Iterator<Item = Bitboard> {
        let next = move |&subset: &Bitboard| match self.next_subset(subset) {
            Bitboard::EMPTY => None,
            larger => Some(larger),
        };
        std::iter::successors(Some(Bitboard::EMPTY), next)
    }

    /// The next subset in counting order; the empty set follows the full one.
    #[inline]
    pub(crate) const fn next_subset(self, subset: Bitboard) -> Bitboard {
        Bitboard(subset.0.wrapping_sub(self.0) & self.0)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl FromIterator<Bitboard> for Bitboard {
    /// The union of the sets.
    fn from_iter<I: IntoIterator<Item = Bitboard>>(sets: I) -> Bitboard {
        sets.into_iter().fold(Bitboard::EMPTY, |union, set| union | set)
    }
}

impl Extend<Square> for Bitboard {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect::<Bitboard>();
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline(always)]
    fn into_iter(self) -> Squares {
        Squares(self)
    }
}

impl IntoIterator for &Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares(*self)
    }
}

/// Iterates over the squares of a [`Bitboard`] from `a1` to `h8`, or backward with
/// [`rev`](Iterator::rev).
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        self.0.pop()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.count(), Some(self.0.count()))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        self.0.pop_last()
    }
}

impl ExactSizeIterator for Squares {}

impl FusedIterator for Squares {}

macro_rules! operators {
    ($($operator:ident $method:ident $assign:ident $assign_method:ident;)*) => {$(
        impl $operator for Bitboard {
            type Output = Bitboard;

            #[inline(always)]
            fn $method(self, other: Bitboard) -> Bitboard {
                Bitboard(self.0.$method(other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline(always)]
            fn $assign_method(&mut self, other: Bitboard) {
                self.0.$assign_method(other.0);
            }
        }
    )*};
}

operators! {
    BitAnd bitand BitAndAssign bitand_assign;
    BitOr bitor BitOrAssign bitor_assign;
    BitXor bitxor BitXorAssign bitxor_assign;
}

impl Sub for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn sub(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & !other.0)
    }
}

impl SubAssign for Bitboard {
    #[inline(always)]
    fn sub_assign(&mut self, other: Bitboard) {
        *self = *self - other;
    }
}

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline(always)]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the board, eighth rank first: `#` in the set, `.` outside.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            let row = File::ALL.map(|file| self.contains(Square::new(file, rank)));
            let row: String = row.iter().map(|&held| if held { '#' } else { '.' }).collect();
            writeln!(f, "{row}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETS: [Bitboard; 5] =
        [Bitboard::EMPTY, Bitboard::DARK, Bitboard::BACK_RANKS, Bitboard(1), Bitboard::FULL];

    #[test]
    fn operators_are_those_of_sets() {
        for a in SETS {
            for b in SETS {
                for square in Square::ALL {
                    let (in_a, in_b) = (a.contains(square), b.contains(square));
                    assert_eq!((a - b).contains(square), in_a && !in_b);
                    assert_eq!((a ^ b).contains(square), in_a != in_b);
                    assert_eq!((!a).contains(square), !in_a);
                }
                assert_eq!(a.is_subset(b), a | b == b);
                assert_eq!(a.is_superset(b), b.is_subset(a));
                assert_eq!(a.is_disjoint(b), (a & b).is_empty());
                assert_eq!([a, b].into_iter().collect::<Bitboard>(), a | b);
            }
        }
    }

    #[test]
    fn squares_come_from_both_ends_with_an_exact_length() {
        for set in SETS {
            let mut forward: Vec<Square> = set.into_iter().collect();
            let backward: Vec<Square> = set.into_iter().rev().collect();
            assert_eq!(set.into_iter().len(), forward.len());
            forward.reverse();
            assert_eq!(backward, forward);
        }
        let mut ends = Bitboard::rank(Rank::First).into_iter();
        assert_eq!((ends.next(), ends.next_back()), (Some(Square::A1), Some(Square::H1)));
        assert_eq!(ends.len(), 6);
    }

    #[test]
    fn squares_are_added_and_removed() {
        let mut set = Bitboard::EMPTY;
        assert!(set.insert(Square::E4) && !set.insert(Square::E4));
        set.extend([Square::A1, Square::H8]);
        assert_eq!(set.count(), 3);
        assert_eq!(set.pop_last(), Some(Square::H8));
        assert!(set.remove(Square::E4) && !set.remove(Square::E4));
        assert_eq!((&set).into_iter().collect::<Vec<_>>(), [Square::A1]);
    }
}
