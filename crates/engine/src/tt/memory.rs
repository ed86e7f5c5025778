//! The memory of the transposition table: one large zeroed mapping, in huge pages where the system
//! has them, viewed as clusters of atomic words.
//!
//! All unsafe blocks of the engine are here: the view of the mapping as words, and the prefetch.

use std::sync::atomic::AtomicU64;
use std::sync::{Mutex, PoisonError};
use std::{iter, thread};

use memmap2::MmapMut;

use super::{HashTooLarge, WORDS};

/// Half a cache line of words.
#[repr(align(32))]
pub(super) struct Cluster(pub(super) [AtomicU64; WORDS]);

/// Zeroed memory for clusters.
pub(super) struct Memory {
    mapping: MmapMut,
    clusters: usize,
}

impl Memory {
    /// Maps a size in megabytes, at least one.
    pub(super) fn new(megabytes: usize) -> Result<Memory, HashTooLarge> {
        let too_large = HashTooLarge { megabytes };
        let bytes = megabytes.max(1).checked_mul(1 << 20).ok_or(too_large)?;
        let mapping = MmapMut::map_anon(bytes).map_err(|_| too_large)?;
        #[cfg(target_os = "linux")]
        {
            // Without huge pages the table is only slower.
            let _ = mapping.advise(memmap2::Advice::HugePage);
        }
        Ok(Memory { mapping, clusters: bytes / size_of::<Cluster>() })
    }

    /// The clusters.
    #[inline]
    #[allow(unsafe_code)]
    #[expect(clippy::cast_ptr_alignment, reason = "a mapping begins at a page")]
    pub(super) fn clusters(&self) -> &[Cluster] {
        let start = self.mapping.as_ptr().cast::<Cluster>();
        // SAFETY: the mapping begins at a page, so it is aligned for a cluster, and is at least
        // `clusters` of them long. Any bytes are valid words. It lives as long as `self` and is
        // reached in no other way than as atomic words, but for `wipe`, which takes `&mut self`.
        unsafe { std::slice::from_raw_parts(start, self.clusters) }
    }

    /// Prefetches a cluster that will soon be read.
    #[inline]
    #[allow(unsafe_code)]
    pub(super) fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(cluster) = self.clusters().get(index) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the instruction changes nothing but what lies in the cache, and the address
            // is that of a cluster.
            unsafe { _mm_prefetch(std::ptr::from_ref(cluster).cast(), _MM_HINT_T0) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }

    /// Sets everything to zero with several threads. Where some cannot be started it only takes
    /// longer.
    pub(super) fn wipe(&mut self, threads: usize) {
        let share = self.mapping.len().div_ceil(threads.max(1));
        let parts = Mutex::new(self.mapping.chunks_mut(share));
        let next = || parts.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || iter::from_fn(next).for_each(|part| part.fill(0));
        thread::scope(|scope| {
            for _ in 1..threads {
                drop(thread::Builder::new().spawn_scoped(scope, work));
            }
            work();
        });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn clusters_fill_the_mapping_and_can_be_wiped() {
        let mut memory = Memory::new(2).unwrap();
        assert_eq!(size_of_val(memory.clusters()), 2 << 20);
        let last = memory.clusters().len() - 1;
        memory.clusters()[last].0[WORDS - 1].store(7, Relaxed);
        memory.prefetch(last);
        memory.prefetch(usize::MAX);
        memory.wipe(3);
        assert_eq!(memory.clusters()[last].0[WORDS - 1].load(Relaxed), 0);
    }
}
