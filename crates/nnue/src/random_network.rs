//! A network of random weights, for tests and measurements of speed.

use random::SplitMix64;

use crate::network::{Network, Row};
use crate::shape::{INPUTS, OUTPUT_BUCKETS};

/// Weights lie within these. Most sums then lie between the clips, where every weight matters.
const INPUT_SPREAD: i16 = 30;
const OUTPUT_SPREAD: i16 = 60;

impl Network {
    /// A network with one king bucket or [`KING_BUCKETS`](crate::shape::KING_BUCKETS), whose
    /// weights follow from a seed. It knows nothing about chess.
    pub fn random(seed: u64, king_buckets: usize) -> Network {
        let mut random = SplitMix64::new(seed);
        let mut row = |spread| Row::from_fn(|_| within(spread, &mut random));
        let features = (0..king_buckets * INPUTS).map(|_| row(INPUT_SPREAD)).collect();
        let bias = row(INPUT_SPREAD);
        let outputs = [(); OUTPUT_BUCKETS].map(|()| [row(OUTPUT_SPREAD), row(OUTPUT_SPREAD)]);
        let output_bias = [(); OUTPUT_BUCKETS].map(|()| within(i16::MAX, &mut random));
        Network { king_buckets, features, bias, outputs, output_bias }
    }
}

/// A number from `-spread` to `spread`.
fn within(spread: i16, random: &mut SplitMix64) -> i16 {
    let span = 2 * usize::from(spread.unsigned_abs()) + 1;
    (random.below(span) as i32 - i32::from(spread)) as i16
}
