//! Tapered scores: a middlegame and an endgame score in one number.

use std::ops::{Add, AddAssign, Mul, Neg, Sub};

/// A middlegame and an endgame score, packed so that both are added at once.
///
/// The endgame half lies in the upper sixteen bits and the middlegame half is added below it; a
/// negative lower half borrows from the upper one, which rounding gives back when it is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TaperedScore(i32);

impl TaperedScore {
    /// Zero for both phases.
    pub const ZERO: TaperedScore = TaperedScore(0);

    /// A pair of two scores, each within ±32,000.
    pub const fn new(middle: i32, end: i32) -> TaperedScore {
        TaperedScore((end << 16) + middle)
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

impl Add for TaperedScore {
    type Output = TaperedScore;

    #[inline(always)]
    fn add(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0 + other.0)
    }
}

impl AddAssign for TaperedScore {
    #[inline(always)]
    fn add_assign(&mut self, other: TaperedScore) {
        self.0 += other.0;
    }
}

impl Sub for TaperedScore {
    type Output = TaperedScore;

    #[inline(always)]
    fn sub(self, other: TaperedScore) -> TaperedScore {
        TaperedScore(self.0 - other.0)
    }
}

impl Neg for TaperedScore {
    type Output = TaperedScore;

    #[inline(always)]
    fn neg(self) -> TaperedScore {
        TaperedScore(-self.0)
    }
}

impl Mul<i32> for TaperedScore {
    type Output = TaperedScore;

    #[inline(always)]
    fn mul(self, factor: i32) -> TaperedScore {
        TaperedScore(self.0 * factor)
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
                let pair = TaperedScore::new(middle, end);
                assert_eq!((pair.middle(), pair.end()), (middle, end));
                assert_eq!(-pair, TaperedScore::new(-middle, -end));
                assert_eq!(pair + TaperedScore::new(-7, 5), TaperedScore::new(middle - 7, end + 5));
                assert_eq!(pair - TaperedScore::new(-7, 5), TaperedScore::new(middle + 7, end - 5));
                assert_eq!(
                    TaperedScore::new(middle / 9, end / 9) * 2,
                    TaperedScore::new(middle / 9 * 2, end / 9 * 2)
                );
            }
        }
    }
}
