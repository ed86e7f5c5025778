//! The loops in plain Rust, inlined where they are compiled for wider vectors.

use crate::network::Row;
use crate::shape::INPUT_UNIT;

/// Writes `from` with some rows added and others taken away, in one pass.
#[inline(always)]
pub(super) fn combine<const ADDED: usize, const TAKEN: usize>(
    to: &mut Row,
    from: &Row,
    added: [&Row; ADDED],
    taken: [&Row; TAKEN],
) {
    for (index, (to, &from)) in to.0.iter_mut().zip(&from.0).enumerate() {
        let sum = added.iter().fold(from, |sum, row| sum.wrapping_add(row.0[index]));
        *to = taken.iter().fold(sum, |sum, row| sum.wrapping_sub(row.0[index]));
    }
}

/// The weighted sum of the activated accumulator (squared clipped `ReLU`).
///
/// A clipped sum times a weight fits 16 bits and so needs no widening; that product times the sum
/// again is what vector instructions multiply and add in pairs. Reading a network makes sure that
/// neither overflows.
#[inline(always)]
pub(super) fn activate(accumulator: &Row, weights: &Row) -> i32 {
    let products = accumulator.0.iter().zip(&weights.0).map(|(&sum, &weight)| {
        let clipped = sum.clamp(0, INPUT_UNIT);
        i32::from(clipped.wrapping_mul(weight)) * i32::from(clipped)
    });
    products.fold(0, i32::wrapping_add)
}
