//! The weights, and the output layer.

use std::fmt;

use crate::shape::{BUCKETS, HIDDEN, QA, QB, SCALE, bucket};
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
    /// The weights of each feature.
    pub(crate) features: Vec<Row>,
    /// The bias of the hidden layer.
    pub(crate) bias: Row,
    /// The output weights of each bucket: for the side to move, and for the opponent.
    pub(crate) outputs: [[Row; 2]; BUCKETS],
    /// The output bias of each bucket.
    pub(crate) output_bias: [i16; BUCKETS],
}

impl Network {
    /// The output for the accumulators of the side to move and its opponent, in centipawns.
    pub(crate) fn output(&self, kernels: Kernels, accumulators: [&Row; 2], pieces: usize) -> i32 {
        let bucket = bucket(pieces);
        let [own, theirs] = &self.outputs[bucket];
        let total =
            kernels.screlu_dot(accumulators[0], own) + kernels.screlu_dot(accumulators[1], theirs);
        let total = total / i32::from(QA) + i32::from(self.output_bias[bucket]);
        let unit = i64::from(QA) * i64::from(QB);
        (i64::from(total) * i64::from(SCALE) / unit) as i32
    }
}

impl fmt::Debug for Network {
    /// Without the two hundred thousand weights.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Network").finish_non_exhaustive()
    }
}
