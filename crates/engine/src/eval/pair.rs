//! Two scores in one number: what a feature is worth in the middlegame and in the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame score, packed so that both are added at once.
///
/// The endgame half lies in the upper sixteen bits and the middlegame half is added below it; a
/// negative lower half borrows from the upper one, which rounding gives back when it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair(i32);

impl Pair {
    /// No score at all.
    pub const ZERO: Pair = Pair(0);

    /// A pair of two scores, each within ±32,000.
    pub const fn new(middle: i32, end: i32) -> Pair {
        Pair((end << 16) + middle)
    }

    /// The middlegame half.
    #[inline(always)]
    pub const fn middle(self) -> i32 {
        self.0 as i16 as i32
    }

    /// The endgame half.
    #[inline(always)]
    pub const fn end(self) -> i32 {
        (self.0 + 0x8000) >> 16
    }
}

impl Add for Pair {
    type Output = Pair;

    #[inline(always)]
    fn add(self, other: Pair) -> Pair {
        Pair(self.0 + other.0)
    }
}

impl AddAssign for Pair {
    #[inline(always)]
    fn add_assign(&mut self, other: Pair) {
        self.0 += other.0;
    }
}

impl Sub for Pair {
    type Output = Pair;

    #[inline(always)]
    fn sub(self, other: Pair) -> Pair {
        Pair(self.0 - other.0)
    }
}

impl Neg for Pair {
    type Output = Pair;

    #[inline(always)]
    fn neg(self) -> Pair {
        Pair(-self.0)
    }
}

impl Mul<i32> for Pair {
    type Output = Pair;

    #[inline(always)]
    fn mul(self, factor: i32) -> Pair {
        Pair(self.0 * factor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_survive_packing_and_arithmetic() {
        let scores = [-9_000, -300, -1, 0, 1, 299, 12_000];
        for middle in scores {
            for end in scores {
                let pair = Pair::new(middle, end);
                assert_eq!((pair.middle(), pair.end()), (middle, end));
                assert_eq!(-pair, Pair::new(-middle, -end));
                assert_eq!(pair + Pair::new(-7, 5), Pair::new(middle - 7, end + 5));
                assert_eq!(pair - Pair::new(-7, 5), Pair::new(middle + 7, end - 5));
                assert_eq!(
                    Pair::new(middle / 9, end / 9) * 2,
                    Pair::new(middle / 9 * 2, end / 9 * 2)
                );
            }
        }
    }
}
