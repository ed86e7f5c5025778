//! The pieces of a board, as input of the network.

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// White.
    White,
    /// Black.
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

/// Bitboards: bit 0 is a1, bit 7 is h1, bit 63 is h8. Each piece is set in one color bitboard and
/// one role bitboard.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pieces {
    /// The pieces of White and of Black.
    pub by_color: [u64; 2],
    /// Pawns, knights, bishops, rooks, queens and kings of both.
    pub by_role: [u64; 6],
}

/// The pieces by color and role in the order of the features: White's pawns to kings, then Black's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceBitboards(pub(crate) [u64; 12]);

const KING: usize = 5;

impl From<&Pieces> for PieceBitboards {
    fn from(pieces: &Pieces) -> PieceBitboards {
        PieceBitboards(std::array::from_fn(|index| {
            pieces.by_color[index / 6] & pieces.by_role[index % 6]
        }))
    }
}

impl PieceBitboards {
    /// How many pieces there are.
    pub(crate) fn count(&self) -> usize {
        self.0.iter().fold(0, |all, set| all | set).count_ones() as usize
    }

    /// The square of a side's king; 0, that is a1, without one.
    pub(crate) fn king(&self, side: Side) -> usize {
        self.0[6 * side as usize + KING].trailing_zeros() as usize % 64
    }

    /// The features that differ between two boards.
    pub(crate) fn distance(&self, other: &PieceBitboards) -> u32 {
        self.0.iter().zip(&other.0).map(|(one, other)| (one ^ other).count_ones()).sum()
    }
}
