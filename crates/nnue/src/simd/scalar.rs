//! The loops in safe Rust, inlined where they are compiled for wider vectors.

use crate::network::Row;
use crate::shape::QA;

/// Writes `from` with some rows added and others removed, in one pass.
#[inline(always)]
pub(super) fn combine<const ADDED: usize, const REMOVED: usize>(
    to: &mut Row,
    from: &Row,
    added: [&Row; ADDED],
    removed: [&Row; REMOVED],
) {
    for (index, (to, &from)) in to.0.iter_mut().zip(&from.0).enumerate() {
        let sum = added.iter().fold(from, |sum, row| sum.wrapping_add(row.0[index]));
        *to = removed.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[index]));
    }
}

/// Numbers that are summed up in registers, or at least in the nearest cache.
const TILE: usize = 128;

/// Writes `from` with any number of features added and removed, tile by tile.
#[inline(always)]
pub(super) fn combine_many(
    to: &mut Row,
    from: &Row,
    features: &[Row],
    added: &[u16],
    removed: &[u16],
) {
    let tiles = to.0.as_chunks_mut::<TILE>().0.iter_mut().zip(from.0.as_chunks::<TILE>().0);
    for (index, (to, from)) in tiles.enumerate() {
        let weights =
            |&feature: &u16| &features[usize::from(feature)].0.as_chunks::<TILE>().0[index];
        let mut sums = *from;
        for weights in added.iter().map(weights) {
            sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.wrapping_add(weight));
        }
        for weights in removed.iter().map(weights) {
            sums.iter_mut().zip(weights).for_each(|(sum, &weight)| *sum = sum.wrapping_sub(weight));
        }
        *to = sums;
    }
}

/// The dot product of the weights and the activated accumulator (squared clipped `ReLU`).
///
/// A clipped sum times a weight fits in 16 bits and needs no widening; vector instructions multiply
/// that product by the sum again and add pairs. Reading a network checks that neither overflows.
#[inline(always)]
pub(super) fn screlu_dot(accumulator: &Row, weights: &Row) -> i32 {
    let products = accumulator.0.iter().zip(&weights.0).map(|(&sum, &weight)| {
        let clipped = sum.clamp(0, QA);
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    });
    products.fold(0, i32::wrapping_add)
}
