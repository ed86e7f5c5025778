//! The weights, and the output layer.

use std::fmt;

use crate::shape::{HIDDEN, OUTPUT_BUCKETS, QA, QB, SCALE, output_bucket};
use crate::simd::Kernels;

/// One number for each neuron of the hidden layer: weights, or an accumulator. Whole cache lines.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i16; HIDDEN]);

impl Row {
    pub(crate) fn from_fn(number: impl FnMut(usize) -> i16) -> Row {
        Row(std::array::from_fn(number))
    }
}

/// A network. It is immutable and shared by threads.
#[derive(Clone, PartialEq, Eq)]
pub struct Network {
    /// One, or [`KING_BUCKETS`](crate::shape::KING_BUCKETS).
    pub(crate) king_buckets: usize,
    /// The weights of each feature, king bucket by king bucket.
    pub(crate) features: Vec<Row>,
    /// The bias of the hidden layer.
    pub(crate) bias: Row,
    /// The output weights of each output bucket: for the side to move, and for the opponent.
    pub(crate) outputs: [[Row; 2]; OUTPUT_BUCKETS],
    /// The bias of each output bucket.
    pub(crate) output_bias: [i16; OUTPUT_BUCKETS],
}

impl Network {
    /// The output for the accumulators of the side to move and its opponent, in centipawns.
    pub(crate) fn output(&self, kernels: Kernels, accumulators: [&Row; 2], pieces: usize) -> i32 {
        let bucket = output_bucket(pieces);
        let [own, theirs] = &self.outputs[bucket];
        let total =
            kernels.screlu_dot(accumulators[0], own) + kernels.screlu_dot(accumulators[1], theirs);
        let total = total / i32::from(QA) + i32::from(self.output_bias[bucket]);
        let unit = i64::from(QA) * i64::from(QB);
        (i64::from(total) * i64::from(SCALE) / unit) as i32
    }
}

impl fmt::Debug for Network {
    /// Without the millions of weights.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}
