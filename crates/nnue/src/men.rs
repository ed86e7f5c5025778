//! Where the men stand, as the network is told.

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The side that begins.
    White,
    /// The other.
    Black,
}

impl Side {
    /// Both sides.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }
}

/// Sets of squares: bit 0 is a1, bit 7 is h1, bit 63 is h8. Each man is in one set of either kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Men {
    /// The men of White and of Black.
    pub by_color: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens and kings of both.
    pub by_role: [u64; 6],
}

const KING: usize = 5;
const RIGHT_HALF: u64 = 0xf0f0_f0f0_f0f0_f0f0;

impl Men {
    /// The men of a color and a role.
    pub(crate) fn of(&self, color: usize, role: usize) -> u64 {
        self.by_color[color] & self.by_role[role]
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        (self.by_color[0] | self.by_color[1]).count_ones() as usize
    }

    /// True when a side's king stands on the files e to h.
    pub(crate) fn king_is_right(&self, side: Side) -> bool {
        self.of(side as usize, KING) & RIGHT_HALF != 0
    }

    /// How many men stand on one of two boards and not in the same place on the other.
    pub(crate) fn distance(&self, other: &Men) -> u32 {
        let apart = |color, role| (self.of(color, role) ^ other.of(color, role)).count_ones();
        (0..6).map(|role| apart(0, role) + apart(1, role)).sum()
    }
}
