//! Feature indices of pieces, and the features that differ between two boards.

use crate::pieces::{PieceBitboards, Side};
use crate::shape::{INPUTS, KING_BUCKETS, king_bucket};

/// The perspective of a side: flipped for Black, and mirrored when its king is on the files e to h,
/// so that the king is always on the files a to d (horizontal mirroring). The bucket of the king's
/// square chooses the weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Perspective {
    side: Side,
    is_mirrored: bool,
    king_bucket: u8,
}

impl Perspective {
    /// The perspective of a side, with this many king buckets.
    pub(crate) fn new(side: Side, pieces: &PieceBitboards, king_buckets: usize) -> Perspective {
        let king = pieces.king(side);
        let is_mirrored = king % 8 >= 4;
        let seen = king ^ square_mask(side, is_mirrored);
        Perspective { side, is_mirrored, king_bucket: king_bucket(king_buckets, seen) as u8 }
    }

    /// How many perspectives a side has at most.
    pub(crate) const COUNT: usize = 2 * KING_BUCKETS;

    /// The index of the perspective among those of its side.
    pub(crate) fn index(self) -> usize {
        2 * usize::from(self.king_bucket) + usize::from(self.is_mirrored)
    }
}

/// The mask by which squares are flipped and mirrored (XOR).
fn square_mask(side: Side, is_mirrored: bool) -> usize {
    let flip = if side == Side::Black { 56 } else { 0 };
    flip ^ if is_mirrored { 7 } else { 0 }
}

/// A list of active features.
pub(crate) struct Features {
    list: [u16; 64],
    count: usize,
}

impl Features {
    const NONE: Features = Features { list: [0; 64], count: 0 };

    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.list[..self.count]
    }

    /// Adds the pieces of a bitboard, whose features begin with `first`.
    fn extend(&mut self, mut set: u64, first: usize, mask: usize) {
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            // No square holds two pieces, so there is room for all.
            if let Some(free) = self.list.get_mut(self.count) {
                *free = (first + (square ^ mask)) as u16;
                self.count += 1;
            }
        }
    }
}

/// The features to add and to remove to get from one board to another.
pub(crate) fn difference(
    perspective: Perspective,
    from: &PieceBitboards,
    to: &PieceBitboards,
) -> [Features; 2] {
    let [mut added, mut removed] = [Features::NONE, Features::NONE];
    let mask = square_mask(perspective.side, perspective.is_mirrored);
    let first = INPUTS * usize::from(perspective.king_bucket);
    // Few of the bitboards differ; a bit mask avoids a mispredicted branch for each of them.
    let differs = |index: usize| u16::from(from.0[index] != to.0[index]) << index;
    let mut differing = (0..12).fold(0, |sets, index| sets | differs(index));
    while differing != 0 {
        let index = differing.trailing_zeros() as usize;
        differing &= differing - 1;
        let (old, new) = (from.0[index], to.0[index]);
        // Own pieces come first in every perspective.
        let set = if perspective.side == Side::White { index } else { (index + 6) % 12 };
        added.extend(new & !old, first + 64 * set, mask);
        removed.extend(old & !new, first + 64 * set, mask);
    }
    [added, removed]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::Pieces;

    fn lone(color: usize, role: usize, square: u32) -> PieceBitboards {
        let mut pieces = Pieces::default();
        pieces.by_color[color] |= 1 << square;
        pieces.by_role[role] |= 1 << square;
        PieceBitboards::from(&pieces)
    }

    #[test]
    fn a_piece_has_one_feature_in_each_perspective() {
        let (e1, d8, a2, c7) = (4, 59, 8, 50);
        let cases = [
            (lone(0, 5, e1), Side::White, vec![5 * 64 + 3]),
            (lone(0, 5, e1), Side::Black, vec![(6 + 5) * 64 + 60]),
            (lone(1, 5, d8), Side::Black, vec![5 * 64 + 3]),
            (lone(0, 0, a2), Side::White, vec![8]),
            (lone(0, 0, a2), Side::Black, vec![6 * 64 + 48]),
            (lone(1, 0, a2), Side::White, vec![6 * 64 + 8]),
        ];
        for (pieces, side, expected) in cases {
            let perspective = Perspective::new(side, &pieces, 1);
            let [added, removed] = difference(perspective, &PieceBitboards::default(), &pieces);
            assert_eq!(added.as_slice(), expected, "{pieces:?} seen by {side:?}");
            assert!(removed.as_slice().is_empty());
        }
        for (pieces, bucket, square) in
            [(lone(1, 5, d8), 1, 3), (lone(1, 5, c7), 3, 10), (lone(1, 5, e1), 5, 59)]
        {
            let perspective = Perspective::new(Side::Black, &pieces, KING_BUCKETS);
            let [added, _] = difference(perspective, &PieceBitboards::default(), &pieces);
            assert_eq!(added.as_slice(), [bucket * 768 + 5 * 64 + square], "{pieces:?}");
        }
    }

    #[test]
    fn a_move_is_one_piece_less_and_one_more() {
        let (from, to) = (lone(0, 0, 12), lone(0, 0, 28));
        let [added, removed] = difference(Perspective::new(Side::White, &to, 1), &from, &to);
        assert_eq!((added.as_slice(), removed.as_slice()), (&[28][..], &[12][..]));
        assert_eq!(from.distance(&to), 2);
    }
}
