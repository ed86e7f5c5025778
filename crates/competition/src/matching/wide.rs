//! Signed integers of a fixed number of 64-bit limbs.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A two's complement integer, least significant limb first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wide<const N: usize>([u64; N]);

impl<const N: usize> Wide<N> {
    pub(crate) const ZERO: Wide<N> = Wide([0; N]);

    /// A small number.
    pub(crate) const fn new(value: u32) -> Wide<N> {
        let mut limbs = [0; N];
        limbs[0] = value as u64;
        Wide(limbs)
    }

    /// A small number at a bit offset.
    pub(crate) fn at(value: u64, offset: u32) -> Wide<N> {
        let mut limbs = [0; N];
        let (limb, shift) = ((offset / 64) as usize, offset % 64);
        limbs[limb] = value << shift;
        if shift > 0 && limb + 1 < N {
            limbs[limb + 1] = value >> (64 - shift);
        }
        Wide(limbs)
    }

    pub(crate) fn is_negative(&self) -> bool {
        self.0[N - 1] >> 63 == 1
    }

    pub(crate) fn is_zero(&self) -> bool {
        *self == Wide::ZERO
    }

    /// Twice the number.
    pub(crate) fn double(self) -> Wide<N> {
        self + self
    }

    /// Half of an even number.
    pub(crate) fn half(mut self) -> Wide<N> {
        debug_assert!(self.0[0] & 1 == 0, "half of an odd number");
        let negative = self.is_negative();
        for limb in 0..N - 1 {
            self.0[limb] = self.0[limb] >> 1 | self.0[limb + 1] << 63;
        }
        self.0[N - 1] >>= 1;
        if negative {
            self.0[N - 1] |= 1 << 63;
        }
        self
    }
}

impl<const N: usize> Add for Wide<N> {
    type Output = Wide<N>;

    #[inline]
    fn add(mut self, other: Wide<N>) -> Wide<N> {
        let mut carry = false;
        for limb in 0..N {
            (self.0[limb], carry) = self.0[limb].carrying_add(other.0[limb], carry);
        }
        self
    }
}

impl<const N: usize> Sub for Wide<N> {
    type Output = Wide<N>;

    #[inline]
    fn sub(mut self, other: Wide<N>) -> Wide<N> {
        let mut borrow = false;
        for limb in 0..N {
            (self.0[limb], borrow) = self.0[limb].borrowing_sub(other.0[limb], borrow);
        }
        self
    }
}

impl<const N: usize> Neg for Wide<N> {
    type Output = Wide<N>;

    fn neg(self) -> Wide<N> {
        Wide::ZERO - self
    }
}

impl<const N: usize> AddAssign for Wide<N> {
    fn add_assign(&mut self, other: Wide<N>) {
        *self = *self + other;
    }
}

impl<const N: usize> SubAssign for Wide<N> {
    fn sub_assign(&mut self, other: Wide<N>) {
        *self = *self - other;
    }
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Wide<N>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Wide<N> {
    #[inline]
    fn cmp(&self, other: &Wide<N>) -> Ordering {
        let sign = 1 << 63;
        let top = (self.0[N - 1] ^ sign).cmp(&(other.0[N - 1] ^ sign));
        if top != Ordering::Equal {
            return top;
        }
        for limb in (0..N - 1).rev() {
            if self.0[limb] != other.0[limb] {
                return self.0[limb].cmp(&other.0[limb]);
            }
        }
        Ordering::Equal
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn wide(value: i128) -> Wide<3> {
        let sign = if value < 0 { u64::MAX } else { 0 };
        Wide([value as u64, (value >> 64) as u64, sign])
    }

    proptest! {
        #[test]
        fn arithmetic_agrees_with_128_bits(a in any::<i128>(), b in any::<i128>()) {
            let (a, b) = (a >> 2, b >> 2);
            prop_assert_eq!(wide(a) + wide(b), wide(a + b));
            prop_assert_eq!(wide(a) - wide(b), wide(a - b));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).double().half(), wide(a));
            prop_assert_eq!(wide(a).is_negative(), a < 0);
        }

        #[test]
        fn small_numbers_can_be_placed_anywhere(value in any::<u32>(), offset in 0_u32..90) {
            let placed = Wide::<3>::at(u64::from(value), offset);
            prop_assert_eq!(placed, wide(i128::from(value) << offset));
        }
    }
}
