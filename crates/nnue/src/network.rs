//! The weights, and what they make of the sums of both sides.

use std::fmt;

use crate::shape::{BUCKETS, INPUT_UNIT, OUTPUT_UNIT, SCALE, WIDTH, bucket};
use crate::simd::Kernels;

/// One number for each sum of a side: weights, or the sums themselves. Whole cache lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; WIDTH]);

impl Row {
    pub(crate) fn from_fn(number: impl FnMut(usize) -> i16) -> Row {
        Row(std::array::from_fn(number))
    }
}

/// A network that can be asked. It never changes, and threads share it.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// For each input what it adds to the sums.
    pub(crate) features: Vec<Row>,
    /// What the sums begin with.
    pub(crate) bias: Row,
    /// For each bucket the weights of the own and of the opponent's sums.
    pub(crate) outputs: [[Row; 2]; BUCKETS],
    /// For each bucket what its output begins with.
    pub(crate) output_bias: [i16; BUCKETS],
}

impl Network {
    /// What the sums of the side to move and of its opponent amount to, in centipawns.
    pub(crate) fn output(&self, kernels: Kernels, sums: [&Row; 2], pieces: usize) -> i32 {
        let bucket = bucket(pieces);
        let [own, theirs] = &self.outputs[bucket];
        let total = kernels.weigh(sums[0], own) + kernels.weigh(sums[1], theirs);
        let total = total / i32::from(INPUT_UNIT) + i32::from(self.output_bias[bucket]);
        let unit = i64::from(INPUT_UNIT) * i64::from(OUTPUT_UNIT);
        (i64::from(total) * i64::from(SCALE) / unit) as i32
    }
}

impl fmt::Debug for Network {
    /// Two hundred thousand numbers tell nobody anything.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}
