//! Which input a piece is, and which inputs tell two boards apart.

use crate::pieces::{Sets, Side};

/// How a side looks at the board: Black from the other end, and mirrored when its king is on the
/// right, so that the king always seems to stand on the files a to d.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    side: Side,
    is_mirrored: bool,
}

impl View {
    pub(crate) fn new(side: Side, pieces: &Sets) -> View {
        View { side, is_mirrored: pieces.king_is_right(side) }
    }

    /// The number of the view among the two of its side.
    pub(crate) fn number(self) -> usize {
        usize::from(self.is_mirrored)
    }

    /// What a square's number is combined with.
    fn turn(self) -> usize {
        let flip = if self.side == Side::Black { 56 } else { 0 };
        flip ^ if self.is_mirrored { 7 } else { 0 }
    }
}

/// Inputs that are on.
pub(crate) struct Inputs {
    list: [u16; 64],
    count: usize,
}

impl Inputs {
    const NONE: Inputs = Inputs { list: [0; 64], count: 0 };

    pub(crate) fn as_slice(&self) -> &[u16] {
        &self.list[..self.count]
    }

    /// Adds the pieces of a set, whose inputs begin with `first`.
    fn extend(&mut self, mut set: u64, first: usize, turn: usize) {
        while set != 0 {
            let square = set.trailing_zeros() as usize;
            set &= set - 1;
            // No square holds two pieces, so there is room for all.
            if let Some(free) = self.list.get_mut(self.count) {
                *free = (first + (square ^ turn)) as u16;
                self.count += 1;
            }
        }
    }
}

/// What to switch on and what to switch off to come from one board to another.
pub(crate) fn difference(view: View, from: &Sets, to: &Sets) -> [Inputs; 2] {
    let [mut on, mut off] = [Inputs::NONE, Inputs::NONE];
    let turn = view.turn();
    // Few of the sets differ; which ones cannot be foreseen, so no branch asks each of them.
    let differs = |index: usize| u16::from(from.0[index] != to.0[index]) << index;
    let mut differing = (0..12).fold(0, |sets, index| sets | differs(index));
    while differing != 0 {
        let index = differing.trailing_zeros() as usize;
        differing &= differing - 1;
        let (old, new) = (from.0[index], to.0[index]);
        // Own pieces come first in everybody's view.
        let set = if view.side == Side::White { index } else { (index + 6) % 12 };
        on.extend(new & !old, 64 * set, turn);
        off.extend(old & !new, 64 * set, turn);
    }
    [on, off]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pieces::Pieces;

    fn lone(color: usize, role: usize, square: u32) -> Sets {
        let mut pieces = Pieces::default();
        pieces.by_color[color] |= 1 << square;
        pieces.by_role[role] |= 1 << square;
        Sets::from(&pieces)
    }

    #[test]
    fn a_piece_has_one_input_for_each_view() {
        let (e1, d8, a2) = (4, 59, 8);
        let cases = [
            (lone(0, 5, e1), Side::White, vec![5 * 64 + 3]),
            (lone(0, 5, e1), Side::Black, vec![(6 + 5) * 64 + 60]),
            (lone(1, 5, d8), Side::Black, vec![5 * 64 + 3]),
            (lone(0, 0, a2), Side::White, vec![8]),
            (lone(0, 0, a2), Side::Black, vec![6 * 64 + 48]),
            (lone(1, 0, a2), Side::White, vec![6 * 64 + 8]),
        ];
        for (pieces, side, expected) in cases {
            let [on, off] = difference(View::new(side, &pieces), &Sets::default(), &pieces);
            assert_eq!(on.as_slice(), expected, "{pieces:?} seen by {side:?}");
            assert!(off.as_slice().is_empty());
        }
    }

    #[test]
    fn a_move_is_one_piece_less_and_one_more() {
        let (from, to) = (lone(0, 0, 12), lone(0, 0, 28));
        let [on, off] = difference(View::new(Side::White, &to), &from, &to);
        assert_eq!((on.as_slice(), off.as_slice()), (&[28][..], &[12][..]));
        assert_eq!(from.distance(&to), 2);
    }
}
