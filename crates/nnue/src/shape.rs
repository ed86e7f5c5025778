//! The one true shape of the network, and the units of its numbers.
//!
//! Each side sees the pieces as 768 inputs and adds up one row of weights for every piece; the sums of
//! both sides, clipped and squared, are weighed by the output that is meant for so many pieces.
//! `training/train.py` has the same numbers; a network of another shape is refused.

/// Pieces of either color, of each role, on each square.
pub const INPUTS: usize = 2 * 6 * 64;

/// How many sums each side has.
pub const WIDTH: usize = 256;

/// Outputs, from few pieces to many.
pub const BUCKETS: usize = 8;

/// What 1 is in the weights of inputs and in the clipped sums.
pub const INPUT_UNIT: i16 = 255;

/// What 1 is in the weights of outputs.
pub const OUTPUT_UNIT: i16 = 64;

/// How many centipawns 1 is in the end.
pub const SCALE: i16 = 400;

/// Pieces that share an output.
const PIECES_IN_A_BUCKET: usize = 4;

/// Which output judges so many pieces.
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
