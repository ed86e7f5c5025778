//! The architecture of the network: (768 → 256)×2 → 1×8, and its quantization.
//!
//! Each side has an accumulator over its 768 features. Both accumulators pass a squared clipped
//! `ReLU` and are weighted by the output bucket for the number of pieces. `training/train.py` has
//! the same constants; a network of another shape is an error.

/// Features: a piece of either color, of each role, on each square.
pub const INPUTS: usize = 2 * 6 * 64;

/// Neurons of the hidden layer of each side.
pub const HIDDEN: usize = 256;

/// Output buckets, from few pieces to many.
pub const BUCKETS: usize = 8;

/// The quantization factor of the feature weights, and the upper limit of the clipped `ReLU`.
pub const QA: i16 = 255;

/// The quantization factor of the output weights.
pub const QB: i16 = 64;

/// The centipawns of a network output of 1.0.
pub const SCALE: i16 = 400;

/// Pieces that share an output bucket.
const PIECES_IN_A_BUCKET: usize = 4;

/// The output bucket for a number of pieces.
pub(crate) const fn bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(2) / PIECES_IN_A_BUCKET;
    if bucket < BUCKETS { bucket } else { BUCKETS - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_pieces_has_its_output() {
        for (pieces, expected) in
            [(0, 0), (2, 0), (5, 0), (6, 1), (29, 6), (30, 7), (32, 7), (64, 7)]
        {
            assert_eq!(bucket(pieces), expected, "{pieces} pieces");
        }
    }
}
