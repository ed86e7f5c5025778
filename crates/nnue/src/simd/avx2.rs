//! The loops for AVX2: the sums are compiled from `scalar`; `screlu_dot` is written with
//! intrinsics, because compilers use narrower vectors for it.

use std::arch::x86_64::{
    __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_shuffle_epi32, _mm256_add_epi32,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_max_epi16, _mm256_min_epi16, _mm256_mullo_epi16, _mm256_set1_epi16,
    _mm256_setzero_si256,
};

use super::scalar;
use crate::network::Row;
use crate::shape::QA;

/// Numbers in a vector.
const LANES: usize = 16;

/// See [`scalar::combine`].
#[target_feature(enable = "avx2")]
pub(super) fn combine<const ADDED: usize, const REMOVED: usize>(
    to: &mut Row,
    from: &Row,
    added: [&Row; ADDED],
    removed: [&Row; REMOVED],
) {
    scalar::combine(to, from, added, removed);
}

/// See [`scalar::combine_many`].
#[target_feature(enable = "avx2")]
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
#[target_feature(enable = "avx2")]
pub(super) fn screlu_dot(accumulator: &Row, weights: &Row) -> i32 {
    let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(QA));
    let (accumulator, weights) = (accumulator.0.as_chunks().0, weights.0.as_chunks().0);
    let totals = accumulator.iter().zip(weights).fold(zero, |totals, (accumulator, weights)| {
        let clipped = _mm256_min_epi16(_mm256_max_epi16(load(accumulator), zero), one);
        let weighted = _mm256_mullo_epi16(clipped, load(weights));
        _mm256_add_epi32(totals, _mm256_madd_epi16(weighted, clipped))
    });
    total(totals)
}

/// The sum of eight numbers.
#[target_feature(enable = "avx2")]
fn total(numbers: __m256i) -> i32 {
    let half =
        _mm_add_epi32(_mm256_castsi256_si128(numbers), _mm256_extracti128_si256::<1>(numbers));
    let quarter = _mm_add_epi32(half, _mm_shuffle_epi32::<0b01_00_11_10>(half));
    let all = _mm_add_epi32(quarter, _mm_shuffle_epi32::<0b10_11_00_01>(quarter));
    _mm_cvtsi128_si32(all)
}

/// A vector of numbers.
#[target_feature(enable = "avx2")]
#[expect(unsafe_code, reason = "a load through a pointer")]
fn load(numbers: &[i16; LANES]) -> __m256i {
    // SAFETY: the pointer is that of a reference to as many bytes, and need not be aligned.
    unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
}
