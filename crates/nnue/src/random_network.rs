//! A network of chance, for tests and measurements of speed.

use crate::network::{Network, Row};
use crate::shape::{BUCKETS, INPUTS};

/// Weights lie within these. Most sums then lie between the clips, where every weight matters.
const INPUT_SPREAD: i16 = 30;
const OUTPUT_SPREAD: i16 = 60;

impl Network {
    /// A network whose weights follow from a seed. It knows nothing of chess.
    pub fn random(seed: u64) -> Network {
        let mut chance = Chance(seed);
        let mut row = |spread| Row::from_fn(|_| chance.within(spread));
        let features = (0..INPUTS).map(|_| row(INPUT_SPREAD)).collect();
        let bias = row(INPUT_SPREAD);
        let outputs = [(); BUCKETS].map(|()| [row(OUTPUT_SPREAD), row(OUTPUT_SPREAD)]);
        let output_bias = [(); BUCKETS].map(|()| chance.within(i16::MAX));
        Network { features, bias, outputs, output_bias }
    }
}

/// Numbers that follow from a seed (`SplitMix64`).
struct Chance(u64);

impl Chance {
    fn within(&mut self, spread: i16) -> i16 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let upper = (mixed >> 32) as i64;
        let (spread, span) = (i64::from(spread), 2 * i64::from(spread) + 1);
        (((upper * span) >> 32) - spread) as i16
    }
}
