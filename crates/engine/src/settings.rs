//! What a search works with, apart from the position and its limits.

use std::sync::Arc;
use std::time::Duration;

use nnue::Network;

use crate::{Tablebase, built_in_network};

/// Memory, threads and habits of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
    /// Threads that search together.
    pub threads: usize,
    /// How many best lines to find.
    pub lines: usize,
    /// Time lost on the way between two programs, kept in reserve at every move.
    pub move_overhead: Duration,
    /// Endgame tables to look positions up in.
    pub tables: Option<Arc<Tablebase>>,
    /// Whether the fifty-move rule may spoil a win of the endgame tables.
    pub fifty_move_rule: bool,
    /// The network that judges positions; without one the hand-written evaluation does.
    pub network: Option<Arc<Network>>,
}

impl Settings {
    /// The table's sizes.
    pub const HASH_MB: std::ops::RangeInclusive<usize> = 1..=65_536;
    /// The numbers of threads.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=256;
    /// The numbers of lines.
    pub const LINES: std::ops::RangeInclusive<usize> = 1..=256;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mb: 16,
            threads: 1,
            lines: 1,
            move_overhead: Duration::from_millis(30),
            tables: None,
            fifty_move_rule: true,
            network: built_in_network(),
        }
    }
}
