//! The transposition table: what earlier searches found out about positions, shared by all threads.
//!
//! A cluster is four 64-bit words, half a cache line: three entries and a word with their three
//! 16-bit checks. Words are read and written one at a time without locks. A check is the position's
//! key mixed with the entry itself, so an entry whose two halves come from different writers is not
//! recognized. What comes out is still only a hint: moves are tested for legality before use.

mod memory;

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use chess::Move;

use self::memory::Memory;
use crate::Bound;
use crate::score::{self, Score};

/// Entries in a cluster.
const ENTRIES: usize = 3;
/// Words in a cluster: the entries, and their checks.
const WORDS: usize = ENTRIES + 1;
const CHECKS: usize = ENTRIES;
/// An entry loses so many plies of its worth with every search that has gone by.
const AGE_COST: i32 = 4;
/// Ages are counted modulo this.
const AGES: u8 = 32;

/// The memory of all threads.
pub(crate) struct Table {
    memory: Memory,
    age: u8,
}

/// Why a table cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableTooLarge {
    /// The size that was asked for.
    pub megabytes: usize,
}

impl fmt::Display for TableTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "there is not enough memory for a table of {} MB", self.megabytes)
    }
}

impl std::error::Error for TableTooLarge {}

/// What the table knows about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The best move, or the one that refuted the position.
    pub(crate) best: Option<Move>,
    /// As seen from the node.
    pub(crate) score: Score,
    /// The static evaluation before any correction; none in check.
    pub(crate) eval: Option<Score>,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// True when the position was once on the principal variation.
    pub(crate) was_pv: bool,
}

impl Table {
    /// A table of so many megabytes, empty.
    pub(crate) fn new(megabytes: usize) -> Result<Table, TableTooLarge> {
        Ok(Table { memory: Memory::new(megabytes)?, age: 0 })
    }

    /// Forgets everything, with the help of several threads.
    pub(crate) fn clear(&mut self, threads: usize) {
        self.memory.wipe(threads);
        self.age = 0;
    }

    /// Entries written from now on are newer than all before.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// How many of a thousand entries the present search has written.
    pub(crate) fn fill(&self) -> u32 {
        const SAMPLE: usize = 1000;
        let sample = &self.memory.clusters()[..SAMPLE];
        let entries = sample.iter().flat_map(|cluster| &cluster.0[..ENTRIES]);
        let used = entries.filter(|word| {
            let packed = Packed(word.load(Relaxed));
            packed.is_used() && packed.age() == self.age
        });
        (used.count() / ENTRIES) as u32
    }

    /// What is known about the position with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let cluster = self.cluster(self.index(key));
        let checks = cluster[CHECKS].load(Relaxed);
        for (slot, word) in cluster[..ENTRIES].iter().enumerate() {
            let packed = Packed(word.load(Relaxed));
            if check_in(checks, slot) == packed.check(key) && packed.is_used() {
                return Some(packed.unpack());
            }
        }
        None
    }

    /// Writes down what was found out. The old best move stays when there is no new one, and a
    /// much deeper entry about the same position stays altogether.
    pub(crate) fn store(&self, key: u64, entry: Entry) {
        let cluster = self.cluster(self.index(key));
        let checks = cluster[CHECKS].load(Relaxed);
        let mut slot = 0;
        let mut least = i32::MAX;
        let mut known = None;
        for (index, word) in cluster[..ENTRIES].iter().enumerate() {
            let packed = Packed(word.load(Relaxed));
            if check_in(checks, index) == packed.check(key) && packed.is_used() {
                (slot, known) = (index, Some(packed));
                break;
            }
            let worth = packed.worth(self.age);
            if worth < least {
                (slot, least) = (index, worth);
            }
        }
        let mut entry = entry;
        if let Some(old) = known {
            if self.keeps(old, &entry) {
                return;
            }
            entry.best = entry.best.or(old.unpack().best);
        }
        let packed = Packed::pack(&entry, self.age);
        let shift = 16 * slot;
        let checks = checks & !(0xFFFF << shift) | u64::from(packed.check(key)) << shift;
        cluster[slot].store(packed.0, Relaxed);
        cluster[CHECKS].store(checks, Relaxed);
    }

    /// True when an old entry says more about the same position than a new one would.
    fn keeps(&self, old: Packed, new: &Entry) -> bool {
        const MARGIN: i32 = 4;
        let pv = 2 * i32::from(new.was_pv);
        new.bound != Bound::Exact
            && old.age() == self.age
            && new.depth + MARGIN + pv <= old.unpack().depth
    }

    /// Fetches what belongs to a key from memory, so that it is at hand when asked for.
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

fn check_in(checks: u64, slot: usize) -> u16 {
    (checks >> (16 * slot)) as u16
}

/// An entry in a word. From the low end: move 16, score 16, evaluation 16, depth 8, bound 2,
/// principal variation 1, age 5.
#[derive(Clone, Copy)]
struct Packed(u64);

/// Stands for no evaluation; real ones stay within ±31,000.
const NO_EVAL: i16 = i16::MIN;
/// Depths are stored from −1 upwards, the quiescence search being at 0.
const DEPTH_OFFSET: i32 = 1;

impl Packed {
    fn pack(entry: &Entry, age: u8) -> Packed {
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
                | u64::from(entry.was_pv) << 58
                | u64::from(age) << 59,
        )
    }

    #[inline]
    fn unpack(self) -> Entry {
        let eval = (self.0 >> 32) as i16;
        Entry {
            best: Move::from_bits(self.0 as u16),
            score: Score::from((self.0 >> 16) as i16),
            eval: (eval != NO_EVAL).then_some(Score::from(eval)),
            depth: self.depth(),
            bound: match self.0 >> 56 & 3 {
                3 => Bound::Exact,
                2 => Bound::Lower,
                _ => Bound::Upper,
            },
            was_pv: self.0 >> 58 & 1 != 0,
        }
    }

    /// A word of zeros has no bound and is free.
    fn is_used(self) -> bool {
        self.0 >> 56 & 3 != 0
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 48) as u8) - DEPTH_OFFSET
    }

    fn age(self) -> u8 {
        (self.0 >> 59) as u8
    }

    /// How much would be lost by writing over it.
    fn worth(self, now: u8) -> i32 {
        if !self.is_used() {
            return i32::MIN;
        }
        let searches = i32::from((AGES + now - self.age()) % AGES);
        self.depth() - AGE_COST * searches
    }

    /// What ties the entry to its key.
    #[inline]
    fn check(self, key: u64) -> u16 {
        let folded = self.0 ^ self.0 >> 32;
        (key ^ folded ^ folded >> 16) as u16
    }
}

impl Entry {
    /// The score as seen from a ply of the search.
    pub(crate) fn score_at(&self, ply: usize, halfmoves: u16) -> Score {
        score::from_table(self.score, ply, halfmoves)
    }
}

#[cfg(test)]
mod tests {
    use chess::Square;

    use super::*;

    fn entry(depth: i32) -> Entry {
        Entry {
            best: Some(Move::normal(Square::E2, Square::E4)),
            score: -321,
            eval: Some(77),
            depth,
            bound: Bound::Lower,
            was_pv: true,
        }
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1).unwrap();
        for key in (0..3000_u64).map(|n| n.wrapping_mul(0x9E37_79B9_7F4A_7C15)) {
            let entry = Entry { eval: (key % 2 == 0).then_some(5), ..entry((key % 90) as i32) };
            table.store(key, entry);
            assert_eq!(table.probe(key), Some(entry));
        }
        assert_eq!(table.probe(1), None);
    }

    #[test]
    fn an_old_move_survives_an_entry_without_one() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(3));
        table.store(7, Entry { best: None, bound: Bound::Exact, ..entry(4) });
        assert_eq!(table.probe(7).unwrap().best, entry(3).best);
    }

    #[test]
    fn a_much_shallower_entry_does_not_replace_a_deep_one() {
        let table = Table::new(1).unwrap();
        table.store(7, entry(20));
        table.store(7, entry(5));
        assert_eq!(table.probe(7).unwrap().depth, 20);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_of_a_full_cluster_goes() {
        let mut table = Table::new(1).unwrap();
        // Equal upper bits fall into one cluster, different lower bits tell the keys apart.
        for (key, depth) in [(1, 10), (2, 4), (3, 8)] {
            table.store(key, entry(depth));
        }
        table.store(4, entry(1));
        assert!(table.probe(2).is_none() && table.probe(1).is_some());
        table.next_search();
        table.next_search();
        table.store(5, entry(6));
        assert!(table.probe(4).is_none() && table.probe(5).is_some());
        table.clear(2);
        assert!([1, 3, 5].iter().all(|&key| table.probe(key).is_none()));
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        let megabytes = 1 << 40;
        let table = std::hint::black_box(Table::new(megabytes));
        assert_eq!(table.err(), Some(TableTooLarge { megabytes }));
    }
}
