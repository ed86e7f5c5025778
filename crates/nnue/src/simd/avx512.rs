//! The loops for AVX-512: the sums are compiled from `scalar`; `screlu_dot` is written with
//! intrinsics, because compilers use narrower vectors for it.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_loadu_si512, _mm512_madd_epi16, _mm512_max_epi16,
    _mm512_min_epi16, _mm512_mullo_epi16, _mm512_reduce_add_epi32, _mm512_set1_epi16,
    _mm512_setzero_si512,
};

use super::scalar;
use crate::network::Row;
use crate::shape::QA;

/// Numbers in a vector.
const LANES: usize = 32;

/// See [`scalar::combine`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn combine<const ADDED: usize, const REMOVED: usize>(
    to: &mut Row,
    from: &Row,
    added: [&Row; ADDED],
    removed: [&Row; REMOVED],
) {
    scalar::combine(to, from, added, removed);
}

/// See [`scalar::combine_many`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn combine_many(
    to: &mut Row,
    from: &Row,
    features: &[Row],
    added: &[u16],
    removed: &[u16],
) {
    scalar::combine_many(to, from, features, added, removed);
}

/// See [`scalar::screlu_dot`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn screlu_dot(accumulator: &Row, weights: &Row) -> i32 {
    let (zero, one) = (_mm512_setzero_si512(), _mm512_set1_epi16(QA));
    let (accumulator, weights) = (accumulator.0.as_chunks().0, weights.0.as_chunks().0);
    let totals = accumulator.iter().zip(weights).fold(zero, |totals, (accumulator, weights)| {
        let clipped = _mm512_min_epi16(_mm512_max_epi16(load(accumulator), zero), one);
        let weighted = _mm512_mullo_epi16(clipped, load(weights));
        _mm512_add_epi32(totals, _mm512_madd_epi16(weighted, clipped))
    });
    _mm512_reduce_add_epi32(totals)
}

/// A vector of numbers.
#[target_feature(enable = "avx512f,avx512bw")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load(numbers: &[i16; LANES]) -> __m512i {
    // SAFETY: the pointer is that of a reference to as many bytes, and need not be aligned.
    unsafe { _mm512_loadu_si512(numbers.as_ptr().cast()) }
}
