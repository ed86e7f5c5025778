//! The terms of the classical evaluation: all weights by name, and their indices.
//!
//! The list is written once. The [`Weights`] that `weights.rs` fills in, the handles by which the
//! evaluation names a weight, and the flat array for play and tuning all follow from it.

use super::tapered_score::TaperedScore;
use super::weights::WEIGHTS;

/// The index of a weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term(usize);

impl Term {
    /// The index in the flat array.
    pub fn index(self) -> usize {
        self.0
    }

    /// Its value.
    #[inline(always)]
    pub(super) fn weight(self) -> TaperedScore {
        ROW[self.0 % ROW_LENGTH]
    }
}

/// The indices of a named array of weights.
#[derive(Clone, Copy)]
pub(super) struct Group<const LENGTH: usize> {
    start: usize,
}

impl<const LENGTH: usize> Group<LENGTH> {
    /// The weight with this index in the array.
    #[inline(always)]
    pub(super) fn at(self, index: usize) -> Term {
        debug_assert!(index < LENGTH, "weight {index} of {LENGTH}");
        Term(self.start + index)
    }
}

/// The length of the flat array: a power of two, so that a lookup needs no bounds check.
const ROW_LENGTH: usize = 1024;

/// All weights in order, padded with zeros.
static ROW: [TaperedScore; ROW_LENGTH] = {
    let mut row = [TaperedScore::ZERO; ROW_LENGTH];
    let flat = WEIGHTS.flatten();
    let mut index = 0;
    while index < COUNT {
        row[index] = flat[index];
        index += 1;
    }
    row
};

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident: $length:literal,)*) => {
        /// The values of all terms.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Weights {
            $($(#[$doc])* pub $name: [TaperedScore; $length],)*
        }

        /// The handles of the weights, under the same names.
        pub(super) struct Terms {
            $(pub(super) $name: Group<$length>,)*
        }

        /// How many weights there are.
        pub const COUNT: usize = 0 $(+ $length)*;

        /// The names of the arrays of weights and their lengths, in order.
        pub const GROUPS: &[(&str, usize)] = &[$((stringify!($name), $length)),*];

        /// Names every weight.
        pub(super) const TERM: Terms = {
            let start = 0;
            $(
                let $name = Group::<$length> { start };
                let start = start + $length;
            )*
            assert!(start <= ROW_LENGTH, "the row is too short");
            Terms { $($name),* }
        };

        impl Weights {
            /// The weights as a flat array.
            pub const fn flatten(&self) -> [TaperedScore; COUNT] {
                let mut row = [TaperedScore::ZERO; COUNT];
                let mut place = 0;
                $({
                    let mut index = 0;
                    while index < $length {
                        row[place] = self.$name[index];
                        place += 1;
                        index += 1;
                    }
                })*
                assert!(place == COUNT);
                row
            }
        }
    };
}

terms! {
    /// The value of a piece by role, pawn first, without the king.
    material: 5,
    /// Where a pawn stands: ranks from its own side, files from the edge inwards.
    pawn_squares: 32,
    /// Where a knight stands.
    knight_squares: 32,
    /// Where a bishop stands.
    bishop_squares: 32,
    /// Where a rook stands.
    rook_squares: 32,
    /// Where a queen stands.
    queen_squares: 32,
    /// Where the king stands.
    king_squares: 32,
    /// By the number of squares a knight reaches.
    knight_mobility: 9,
    /// By the number of squares a bishop reaches.
    bishop_mobility: 14,
    /// By the number of squares a rook reaches.
    rook_mobility: 15,
    /// By the number of squares a queen reaches.
    queen_mobility: 28,
    /// A pawn with no neighbors: with an enemy pawn in front, and without.
    isolated: 2,
    /// A pawn behind another one of its side.
    doubled: 1,
    /// A pawn left behind that cannot safely step: with an enemy pawn in front, and without.
    backward: 2,
    /// A pawn beside another, by rank.
    phalanx: 8,
    /// A pawn that another one guards, by rank.
    supported: 8,
    /// A pawn that may become passed, by rank.
    candidate: 8,
    /// A passed pawn, by rank.
    passed: 8,
    /// A passed pawn that another pawn guards.
    passed_supported: 1,
    /// How far the own king is from a passed pawn's next square, for each rank past the third.
    passed_own_king: 8,
    /// How far the enemy king is from it.
    passed_enemy_king: 8,
    /// A passed pawn with an enemy piece before it, by rank.
    passed_blocked: 8,
    /// A passed pawn whose next square is empty and not attacked, by rank.
    passed_step: 8,
    /// A passed pawn whose whole way is empty and not attacked, by rank.
    passed_free: 8,
    /// A rook behind a passed pawn: the pawn's own, and the enemy's.
    passed_rook: 2,
    /// A passed pawn that a lone king cannot catch.
    unstoppable: 1,
    /// The own pawn before the king: by the file's distance from the edge, and the pawn's rank.
    shelter: 32,
    /// The enemy pawn coming at the king: by the file's distance from the edge, and its rank.
    storm: 32,
    /// The same when an own pawn stops it, by rank.
    storm_blocked: 8,
    /// The danger that the attackers are to a king.
    danger: 48,
    /// Both bishops.
    bishop_pair: 1,
    /// For each knight, by how much its side has more than five pawns.
    knight_pawns: 1,
    /// The same for rooks.
    rook_pawns: 1,
    /// For each own pawn on squares of a bishop's color.
    bishop_pawns: 1,
    /// A rook on a file without own pawns: with enemy pawns, and without.
    rook_file: 2,
    /// A rook on the seventh rank, with pawns there or the king behind them.
    rook_seventh: 1,
    /// A guarded minor piece that no pawn can drive away: a knight, a bishop.
    outpost: 2,
    /// A knight that can go to such a square.
    outpost_reach: 1,
    /// A minor piece behind a pawn.
    behind_pawn: 1,
    /// A pawn attacks a minor piece, a rook, a queen.
    pawn_threat: 3,
    /// A minor piece attacks something worth taking, by role from the pawn to the queen.
    minor_threat: 5,
    /// A rook attacks something worth taking, by role from the pawn to the queen.
    rook_threat: 5,
    /// The king attacks something unguarded.
    king_threat: 1,
    /// An attacked and unguarded piece: a pawn, a piece.
    hanging: 2,
    /// A pawn that can safely step to attack a piece.
    push_threat: 1,
    /// A safe square behind or among the own pawns in the center.
    space: 1,
    /// The right to move.
    tempo: 1,
}
