//! The transposition table: results of earlier searches by position key, shared by all threads.
//!
//! A cluster is four 64-bit words, half a cache line: three entries and a word with their three
//! 16-bit signatures. Words are read and written one at a time without locks. A signature is the
//! position's key mixed with the entry itself, so an entry whose halves come from different writers
//! is not recognized. Keys can still collide: moves are tested for legality before use.

mod memory;

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chess::Move;

use self::memory::Memory;
use crate::score::{self, Score};
use crate::{Bound, tunables};

/// Entries in a cluster.
const ENTRIES: usize = 3;
/// Words in a cluster: the entries, and their signatures.
const WORDS: usize = ENTRIES + 1;
const SIGNATURES: usize = ENTRIES;
/// Generations are counted modulo this.
const GENERATIONS: u8 = 32;

/// The transposition table.
pub(crate) struct TranspositionTable {
    memory: Memory,
    generation: u8,
}

/// There is not enough memory for a transposition table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not enough memory for a hash table of {megabytes} MB")]
pub struct HashTooLarge {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// What the table stores about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    /// The best move, or the one that caused a beta cutoff.
    pub(crate) best: Option<Move>,
    /// With mates counted from the node.
    pub(crate) score: Score,
    /// The static evaluation before any correction; none in check.
    pub(crate) eval: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// True when the position was on the principal variation.
    pub(crate) tt_pv: bool,
}

impl TranspositionTable {
    /// An empty table of a size in megabytes.
    pub(crate) fn new(megabytes: usize) -> Result<TranspositionTable, HashTooLarge> {
        Ok(TranspositionTable { memory: Memory::new(megabytes)?, generation: 0 })
    }

    /// Clears the table with several threads.
    pub(crate) fn clear(&mut self, threads: usize) {
        self.memory.wipe(threads);
        self.generation = 0;
    }

    /// Starts a new generation: entries written from now on are newer than all before.
    pub(crate) fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub(crate) fn hashfull(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let sample = &self.memory.clusters()[..SAMPLE];
        let entries = sample.iter().flat_map(|cluster| &cluster.0[..ENTRIES]);
        let used = entries.filter(|word| {
            let packed = Packed(word.load(Relaxed));
            packed.is_used() && packed.generation() == self.generation
        });
        (used.count() / ENTRIES) as u32
    }

    /// The entry of the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TtEntry> {
        let cluster = self.cluster(self.index(key));
        let signatures = cluster[SIGNATURES].load(Relaxed);
        for (slot, word) in cluster[..ENTRIES].iter().enumerate() {
            let packed = Packed(word.load(Relaxed));
            if signature_in(signatures, slot) == packed.signature(key) && packed.is_used() {
                return Some(packed.unpack());
            }
        }
        None
    }

    /// Stores an entry. The old best move stays when there is no new one, and a much deeper entry
    /// of the same position stays altogether.
    pub(crate) fn store(&self, key: u64, entry: TtEntry) {
        let cluster = self.cluster(self.index(key));
        let signatures = cluster[SIGNATURES].load(Relaxed);
        let mut slot = 0;
        let mut lowest = i32::MAX;
        let mut old = None;
        for (index, word) in cluster[..ENTRIES].iter().enumerate() {
            let packed = Packed(word.load(Relaxed));
            if signature_in(signatures, index) == packed.signature(key) && packed.is_used() {
                (slot, old) = (index, Some(packed));
                break;
            }
            let priority = packed.priority(self.generation);
            if priority < lowest {
                (slot, lowest) = (index, priority);
            }
        }
        let mut entry = entry;
        if let Some(old) = old {
            if self.keeps_old(old, &entry) {
                return;
            }
            entry.best = entry.best.or(old.unpack().best);
        }
        let packed = Packed::pack(&entry, self.generation);
        let shift = 16 * slot;
        let signatures =
            signatures & !(0xFFFF << shift) | u64::from(packed.signature(key)) << shift;
        cluster[slot].store(packed.0, Relaxed);
        cluster[SIGNATURES].store(signatures, Relaxed);
    }

    /// True when an old entry of the same position is worth more than a new one.
    fn keeps_old(&self, old: Packed, new: &TtEntry) -> bool {
        let margin = tunables::tt_replacement_margin()
            + tunables::tt_replacement_pv_margin() * i32::from(new.tt_pv);
        new.bound != Bound::Exact
            && old.generation() == self.generation
            && new.depth + margin <= old.unpack().depth
    }

    /// Prefetches the cluster of a key into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        self.memory.prefetch(self.index(key));
    }

    /// The cluster of a key: its upper bits, scaled to the number of clusters.
    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.memory.clusters().len() as u128) >> 64) as usize
    }

    #[inline]
    fn cluster(&self, index: usize) -> &[AtomicU64; WORDS] {
        &self.memory.clusters()[index].0
    }
}

fn signature_in(signatures: u64, slot: usize) -> u16 {
    (signatures >> (16 * slot)) as u16
}

/// An entry in a word. From the low end: move 16 bits, score 16, evaluation 16, depth 8, bound 2,
/// principal variation 1, generation 5.
#[derive(Clone, Copy)]
struct Packed(u64);

/// Stands for no evaluation; real ones stay within ±31,000.
const NO_EVAL: i16 = i16::MIN;
/// Depths are stored from −1 upwards, the quiescence search being at 0.
const DEPTH_OFFSET: i32 = 1;

impl Packed {
    fn pack(entry: &TtEntry, generation: u8) -> Packed {
        let best = entry.best.map_or(0, Move::to_bits);
        let eval = entry.eval.map_or(NO_EVAL, |eval| eval as i16);
        let depth = (entry.depth + DEPTH_OFFSET).clamp(0, 255) as u8;
        let bound = match entry.bound {
            Bound::Upper => 1,
            Bound::Lower => 2,
            Bound::Exact => 3,
        };
        Packed(
            u64::from(best)
                | u64::from(entry.score as i16 as u16) << 16
                | u64::from(eval as u16) << 32
                | u64::from(depth) << 48
                | bound << 56
                | u64::from(entry.tt_pv) << 58
                | u64::from(generation) << 59,
        )
    }

    #[inline]
    fn unpack(self) -> TtEntry {
        let eval = (self.0 >> 32) as i16;
        TtEntry {
            best: Move::from_bits(self.0 as u16),
            score: Score::from((self.0 >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                3 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            tt_pv: self.0 >> 58 & 1 != 0,
        }
    }

    /// A word of zeros has no bound and is free.
    fn is_used(self) -> bool {
        self.0 >> 56 & 3 != 0
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8) - DEPTH_OFFSET
    }

    fn generation(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// How much would be lost by overwriting it: depth, less for older entries.
    fn priority(self, now: u8) -> i32 {
        if !self.is_used() {
            return i32::MIN;
        }
        let searches = i32::from((GENERATIONS + now - self.generation()) % GENERATIONS);
        self.depth() - tunables::tt_age_penalty() * searches
    }

    /// The key mixed with the entry, in 16 bits.
    #[inline]
    fn signature(self, key: u64) -> u16 {
        let folded = self.0 ^ self.0 >> 32;
        (key ^ folded ^ folded >> 16) as u16
    }
}

impl TtEntry {
    /// The score with mates counted from the root, at a ply of the search.
    pub(crate) fn score_at(&self, ply: usize, halfmoves: u16) -> Score {
        score::from_tt(self.score, ply, halfmoves)
    }
}

#[cfg(test)]
mod tests {
    use chess::Square;

    use super::*;

    fn entry(depth: i32) -> TtEntry {
        TtEntry {
            best: Some(Move::normal(Square::E2, Square::E4)),
            score: -321,
            eval: Some(77),
            depth,
            bound: Bound::Lower,
            tt_pv: true,
        }
    }

    // req: B7
    #[test]
    fn what_is_stored_is_found() {
        let table = TranspositionTable::new(1).unwrap();
        for key in (0..3000_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
            let entry = TtEntry { eval: (key % 2 == 0).then_some(5), ..entry((key % 90) as i32) };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn an_old_move_survives_an_entry_without_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, entry(3));
        table.store(7, TtEntry { best: None, bound: Bound::Exact, ..entry(4) });
        assert_eq!(table.probe(7).unwrap().best, entry(3).best);
    }

    #[test]
    fn a_much_shallower_entry_does_not_replace_a_deep_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(7, entry(20));
        table.store(7, entry(5));
        assert_eq!(table.probe(7).unwrap().depth, 20);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_of_a_full_cluster_goes() {
        let mut table = TranspositionTable::new(1).unwrap();
        // Equal upper bits fall into one cluster, different lower bits tell the keys apart.
        for (key, depth) in [(1, 10), (2, 4), (3, 8)] {
            table.store(key, entry(depth));
        }
        table.store(4, entry(1));
        assert!(table.probe(2).is_none() && table.probe(1).is_some());
        table.new_search();
        table.new_search();
        table.store(5, entry(6));
        assert!(table.probe(4).is_none() && table.probe(5).is_some());
        table.clear(2);
        assert!([1, 3, 5].iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn a_table_that_does_not_fit_into_memory_is_an_error() {
        let megabytes = 1 << 40;
        let table = std::hint::black_box(TranspositionTable::new(megabytes));
        assert_eq!(table.err(), Some(HashTooLarge { megabytes }));
    }
}
