//! The file format of a network.
//!
//! Numbers are little-endian: a magic number; the version, the shape and the quantization in 16
//! bits each; a checksum of all the rest; then the weights in 16 bits each: a row for each feature
//! of each king bucket, the bias of the hidden layer, two rows for each output bucket, and the
//! biases of those.

use crate::network::{Network, Row};
use crate::shape::{HIDDEN, INPUTS, KING_BUCKETS, OUTPUT_BUCKETS, QA, QB, SCALE};

const MAGIC: [u8; 8] = *b"tabiya\x1an";
/// Version 1 had no king buckets.
const VERSION: u16 = 2;
/// What follows the version: shape and quantization, with as many king buckets as there can be.
const SHAPE: [u16; 7] = [
    INPUTS as u16,
    KING_BUCKETS as u16,
    HIDDEN as u16,
    OUTPUT_BUCKETS as u16,
    QA as u16,
    QB as u16,
    SCALE as u16,
];
const HEADER: usize = MAGIC.len() + 2 + 2 * SHAPE.len();
const CHECKSUM: usize = 4;
/// Where the king buckets stand in the shape.
const KING_BUCKETS_INDEX: usize = 1;

/// Bytes of a file with a network of `king_buckets`.
const fn file_size(king_buckets: usize) -> usize {
    let weights = (king_buckets * INPUTS + 1) * HIDDEN + OUTPUT_BUCKETS * (2 * HIDDEN + 1);
    HEADER + CHECKSUM + 2 * weights
}

/// With larger weights the sum of the bias and 32 pieces would not fit in 16 bits.
const LARGEST_INPUT: u16 = (i16::MAX / 33) as u16;
/// With larger weights a clipped sum times a weight would not fit in 16 bits.
const LARGEST_OUTPUT: u16 = (i16::MAX / QA) as u16;
/// If the weights of one sign added up to more, an output would not fit in 32 bits.
pub(crate) const LARGEST_TOTAL: i32 = i32::MAX / (QA as i32 * QA as i32);

/// Why bytes are not a network of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NetworkError {
    /// They are something else.
    #[error("it is not a Tabiya network")]
    NotNetwork,
    /// They are of another version.
    #[error("it has version {0}, but only version {VERSION} can be read")]
    Version(u16),
    /// The network has another shape or quantization.
    #[error(
        "its inputs, king buckets, hidden neurons, output buckets, QA, QB and scale are {0:?} \
         instead of {SHAPE:?}, or the same with one king bucket"
    )]
    Shape([u16; 7]),
    /// There are too few or too many bytes.
    #[error("it has {0} bytes instead of {1}")]
    Length(usize, usize),
    /// The checksum does not match.
    #[error("it is damaged: its checksum does not match")]
    Checksum,
    /// A weight is too large for the arithmetic.
    #[error("its weight {0} is too large for 16-bit sums")]
    Weight(i16),
    /// The weights of an output are too large together.
    #[error("the weights of one output add up to {0}; at most {LARGEST_TOTAL} fit")]
    Total(i32),
}

impl Network {
    /// The most bytes of a file with a network.
    pub const MAX_FILE_SIZE: usize = file_size(KING_BUCKETS);

    /// Reads a network.
    ///
    /// # Errors
    /// When these are not the bytes of a network that this program can use.
    pub fn read(bytes: &[u8]) -> Result<Network, NetworkError> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(NetworkError::NotNetwork)?;
        let mut numbers = rest.as_chunks().0.iter().map(|&pair| u16::from_le_bytes(pair));
        let length = |king_buckets| NetworkError::Length(bytes.len(), file_size(king_buckets));
        let version = numbers.next().ok_or_else(|| length(1))?;
        if version != VERSION {
            return Err(NetworkError::Version(version));
        }
        if bytes.len() < HEADER {
            return Err(length(1));
        }
        let shape = SHAPE.map(|_| numbers.next().unwrap_or_default());
        let king_buckets = king_buckets(shape).ok_or(NetworkError::Shape(shape))?;
        if bytes.len() != file_size(king_buckets) {
            return Err(length(king_buckets));
        }
        let (header, rest) = bytes.split_at(HEADER);
        let (sum, weights) = rest.split_at(CHECKSUM);
        if sum != checksum(header, weights).to_le_bytes() {
            return Err(NetworkError::Checksum);
        }
        let network = Network::from_weights(king_buckets, weights);
        network.check_overflow().map(|()| network)
    }

    /// The bytes of a file with this network.
    pub fn to_bytes(&self) -> Vec<u8> {
        let (header, weights) = self.header_and_weights();
        let sum = checksum(&header, &weights).to_le_bytes();
        [&header[..], &sum, &weights].concat()
    }

    /// The checksum in its file, which identifies the network.
    pub fn checksum(&self) -> u32 {
        let (header, weights) = self.header_and_weights();
        checksum(&header, &weights)
    }

    /// The parts of a file before and after the checksum.
    fn header_and_weights(&self) -> (Vec<u8>, Vec<u8>) {
        let numbers = [VERSION].into_iter().chain(shape(self.king_buckets));
        let header = MAGIC.into_iter().chain(numbers.flat_map(u16::to_le_bytes)).collect();
        let rows = self.features.iter().chain([&self.bias]).chain(self.outputs.as_flattened());
        let weights = rows.flat_map(|row| &row.0).chain(&self.output_bias);
        (header, weights.flat_map(|weight| weight.to_le_bytes()).collect())
    }

    /// Reads the weights; the length was checked before.
    fn from_weights(king_buckets: usize, bytes: &[u8]) -> Network {
        let mut weights = bytes.as_chunks().0.iter().map(|&pair| i16::from_le_bytes(pair));
        let mut next = || weights.next().unwrap_or_default();
        let mut row = || Row::from_fn(|_| next());
        Network {
            king_buckets,
            features: (0..king_buckets * INPUTS).map(|_| row()).collect(),
            bias: row(),
            outputs: [(); OUTPUT_BUCKETS].map(|()| [row(), row()]),
            output_bias: [(); OUTPUT_BUCKETS].map(|()| next()),
        }
    }

    /// Checks that no board can overflow the integer arithmetic.
    fn check_overflow(&self) -> Result<(), NetworkError> {
        let within = |row: &Row, largest| {
            let beyond = row.0.iter().find(|weight| weight.unsigned_abs() > largest);
            beyond.map_or(Ok(()), |&weight| Err(NetworkError::Weight(weight)))
        };
        for row in self.features.iter().chain([&self.bias]) {
            within(row, LARGEST_INPUT)?;
        }
        for output in &self.outputs {
            output.iter().try_for_each(|row| within(row, LARGEST_OUTPUT))?;
            let weights = || output.iter().flat_map(|row| row.0).map(i32::from);
            let above: i32 = weights().map(|weight| weight.max(0)).sum();
            let below: i32 = weights().map(|weight| weight.min(0)).sum();
            let total = if above >= -below { above } else { below };
            if total.abs() > LARGEST_TOTAL {
                return Err(NetworkError::Total(total));
            }
        }
        Ok(())
    }
}

/// The shape of a network with `king_buckets`.
fn shape(king_buckets: usize) -> [u16; 7] {
    let mut shape = SHAPE;
    shape[KING_BUCKETS_INDEX] = king_buckets as u16;
    shape
}

/// The king buckets of a shape, if this program can use it.
fn king_buckets(seen: [u16; 7]) -> Option<usize> {
    [1, KING_BUCKETS].into_iter().find(|&king_buckets| shape(king_buckets) == seen)
}

fn checksum(header: &[u8], weights: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header);
    hasher.update(weights);
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_error(bytes: &[u8]) -> NetworkError {
        Network::read(bytes).unwrap_err()
    }

    #[test]
    fn a_network_comes_back() {
        for king_buckets in [1, KING_BUCKETS] {
            let network = Network::random(1, king_buckets);
            assert_eq!(Network::read(&network.to_bytes()).as_ref(), Ok(&network));
            assert_eq!(network.to_bytes().len(), file_size(king_buckets));
            assert_ne!(network, Network::random(2, king_buckets));
            assert_ne!(network.checksum(), Network::random(2, king_buckets).checksum());
        }
    }

    #[test]
    fn what_is_no_network_is_refused() {
        let whole = Network::random(1, 1).to_bytes();
        let length = whole.len();
        let changed = |at: usize, to: u8| {
            let mut bytes = whole.clone();
            bytes[at] = to;
            bytes
        };
        let mut wide = shape(1);
        wide[2] = 768;
        let too_short =
            |bytes: usize| (whole[..bytes].to_vec(), NetworkError::Length(bytes, length));
        let bucketed = file_size(KING_BUCKETS);
        let cases = [
            (Vec::new(), NetworkError::NotNetwork),
            (b"#!/bin/sh".to_vec(), NetworkError::NotNetwork),
            too_short(9),
            too_short(15),
            too_short(HEADER),
            too_short(length - 1),
            ([&whole[..], &[0]].concat(), NetworkError::Length(length + 1, length)),
            (changed(12, 6), NetworkError::Length(length, bucketed)),
            (changed(12, 2), NetworkError::Shape(shape(2))),
            (changed(8, 7), NetworkError::Version(7)),
            (changed(15, 3), NetworkError::Shape(wide)),
            (changed(HEADER, whole[HEADER] ^ 1), NetworkError::Checksum),
            (changed(length - 1, whole[length - 1] ^ 1), NetworkError::Checksum),
        ];
        for (bytes, expected) in cases {
            assert_eq!(read_error(&bytes), expected);
        }
    }

    #[test]
    fn weights_that_could_overflow_are_refused() {
        let edit = |change: fn(&mut Network)| {
            let mut network = Network::random(1, 1);
            change(&mut network);
            Network::read(&network.to_bytes()).map(|_| ())
        };
        assert_eq!(edit(|n| n.features[7].0[3] = 992), Ok(()));
        assert_eq!(edit(|n| n.features[7].0[3] = -993), Err(NetworkError::Weight(-993)));
        assert_eq!(edit(|n| n.bias.0[0] = i16::MIN), Err(NetworkError::Weight(i16::MIN)));
        assert_eq!(edit(|n| n.outputs[7][1].0[0] = -128), Ok(()));
        assert_eq!(edit(|n| n.outputs[7][1].0[0] = 129), Err(NetworkError::Weight(129)));
        let all = |n: &mut Network| n.outputs[2].iter_mut().for_each(|row| row.0.fill(-127));
        assert_eq!(edit(all), Err(NetworkError::Total(-127 * 2 * HIDDEN as i32)));
    }

    #[test]
    fn errors_name_what_was_seen() {
        let message = NetworkError::Length(12, 34).to_string();
        assert_eq!(message, "it has 12 bytes instead of 34");
        let message = NetworkError::Version(9).to_string();
        assert_eq!(message, "it has version 9, but only version 2 can be read");
    }
}
