//! The architecture of the network: (768 → 512)×2 → 1×8 or (768×6 → 512)×2 → 1×8, and its
//! quantization.
//!
//! Each side has an accumulator over its 768 features. A network has one set of feature weights, or
//! one for each bucket of the own king's square. Both accumulators pass a squared clipped `ReLU`
//! and are weighted by the output bucket for the number of pieces. `training/train.py` has the same
//! constants; a network of another shape is an error.

/// Features: a piece of either color, of each role, on each square.
pub const INPUTS: usize = 2 * 6 * 64;

/// King buckets of a network that has any: sets of feature weights, by the square of the own king.
pub const KING_BUCKETS: usize = 6;

/// Neurons of the hidden layer of each side.
pub const HIDDEN: usize = 512;

/// Output buckets, from few pieces to many.
pub const OUTPUT_BUCKETS: usize = 8;

/// The quantization factor of the feature weights, and the upper limit of the clipped `ReLU`.
pub const QA: i16 = 255;

/// The quantization factor of the output weights.
pub const QB: i16 = 64;

/// The centipawns of a network output of 1.0.
pub const SCALE: i16 = 400;

/// The king buckets of the squares, from the own side: a1 to d1, then the ranks above. The other
/// half of the board is its mirror image.
#[rustfmt::skip]
const KING_BUCKET: [[u8; 4]; 8] = [
    [0, 0, 1, 1],
    [2, 2, 3, 3],
    [4, 4, 4, 4],
    [4, 4, 4, 4],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
    [5, 5, 5, 5],
];

/// Pieces that share an output bucket.
const PIECES_IN_A_BUCKET: usize = 4;

/// The bucket, of this many, of a king's square from 0 (a1) to 63, seen from the king's side and
/// on the files a to d.
pub(crate) const fn king_bucket(buckets: usize, square: usize) -> usize {
    if buckets == 1 { 0 } else { KING_BUCKET[square / 8 % 8][square % 4] as usize }
}

/// The output bucket for a number of pieces.
pub(crate) const fn output_bucket(pieces: usize) -> usize {
    let bucket = pieces.saturating_sub(2) / PIECES_IN_A_BUCKET;
    if bucket < OUTPUT_BUCKETS { bucket } else { OUTPUT_BUCKETS - 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_king_square_has_its_features() {
        let (a1, b1, d1, b2, c2, a3, d4, b5, d8) = (0, 1, 3, 9, 10, 16, 27, 33, 59);
        let cases =
            [(a1, 0), (b1, 0), (d1, 1), (b2, 2), (c2, 3), (a3, 4), (d4, 4), (b5, 5), (d8, 5)];
        for (square, expected) in cases {
            assert_eq!(king_bucket(KING_BUCKETS, square), expected, "square {square}");
            assert_eq!(king_bucket(1, square), 0, "square {square}");
        }
    }

    #[test]
    fn every_number_of_pieces_has_its_output() {
        for (pieces, expected) in
            [(0, 0), (2, 0), (5, 0), (6, 1), (29, 6), (30, 7), (32, 7), (64, 7)]
        {
            assert_eq!(output_bucket(pieces), expected, "{pieces} pieces");
        }
    }
}
