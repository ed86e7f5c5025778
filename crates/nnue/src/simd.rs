//! The hot loops, with SIMD instructions detected at run time.
//!
//! `scalar` has them in safe Rust over arrays of fixed size, which compilers vectorize. The other
//! files have them for wider vectors under the same names; [`Kernels`] chooses once. On ARM the
//! scalar loops are compiled for NEON, which every 64-bit machine has.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod scalar;
#[cfg(test)]
mod tests;

use crate::network::Row;

/// The set of instructions to use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kernels(Instructions);

/// Private, so that [`Kernels`] only ever names what the machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Scalar,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Kernels {
    /// The fastest that this machine can run.
    pub(crate) fn best() -> Kernels {
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
                return Kernels(Instructions::Avx512);
            }
            if is_x86_feature_detected!("avx2") {
                return Kernels(Instructions::Avx2);
            }
        }
        Kernels(Instructions::Scalar)
    }

    /// Everything that this machine can run, slowest first.
    #[cfg(test)]
    pub(crate) fn all() -> Vec<Kernels> {
        #[cfg(target_arch = "x86_64")]
        let all = [Instructions::Scalar, Instructions::Avx2, Instructions::Avx512];
        #[cfg(not(target_arch = "x86_64"))]
        let all = [Instructions::Scalar];
        let best = all.iter().position(|one| *one == Kernels::best().0).unwrap_or_default();
        all[..=best].iter().copied().map(Kernels).collect()
    }

    /// Writes `from` with some rows added and others removed.
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "detected when chosen"))]
    pub(crate) fn combine<const ADDED: usize, const REMOVED: usize>(
        self,
        to: &mut Row,
        from: &Row,
        added: [&Row; ADDED],
        removed: [&Row; REMOVED],
    ) {
        match self.0 {
            Instructions::Scalar => scalar::combine(to, from, added, removed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has seen that the machine has these instructions.
            Instructions::Avx2 => unsafe { avx2::combine(to, from, added, removed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Instructions::Avx512 => unsafe { avx512::combine(to, from, added, removed) },
        }
    }

    /// Writes `from` with any number of features added and removed.
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "detected when chosen"))]
    pub(crate) fn combine_many(
        self,
        to: &mut Row,
        from: &Row,
        features: &[Row],
        added: &[u16],
        removed: &[u16],
    ) {
        match self.0 {
            Instructions::Scalar => scalar::combine_many(to, from, features, added, removed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has seen that the machine has these instructions.
            Instructions::Avx2 => unsafe { avx2::combine_many(to, from, features, added, removed) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Instructions::Avx512 => unsafe {
                avx512::combine_many(to, from, features, added, removed);
            },
        }
    }

    /// The dot product of the weights and the activated accumulator (squared clipped `ReLU`).
    #[inline]
    #[cfg_attr(target_arch = "x86_64", expect(unsafe_code, reason = "detected when chosen"))]
    pub(crate) fn screlu_dot(self, accumulator: &Row, weights: &Row) -> i32 {
        match self.0 {
            Instructions::Scalar => scalar::screlu_dot(accumulator, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has seen that the machine has these instructions.
            Instructions::Avx2 => unsafe { avx2::screlu_dot(accumulator, weights) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: as above.
            Instructions::Avx512 => unsafe { avx512::screlu_dot(accumulator, weights) },
        }
    }
}
