//! The settings of a search, apart from the position and its limits.

use std::sync::Arc;
use std::time::Duration;

use nnue::Network;

use crate::{Tablebase, built_in_network};

/// Memory, threads and options of a search.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Megabytes of the transposition table.
    pub hash_mb: usize,
    /// Search threads.
    pub threads: usize,
    /// How many principal variations to find (`MultiPV`).
    pub multi_pv: usize,
    /// Time lost between two programs, reserved at every move.
    pub move_overhead: Duration,
    /// Endgame tablebases to probe.
    pub tablebase: Option<Arc<Tablebase>>,
    /// Whether tablebase results take the fifty-move rule into account (`Syzygy50MoveRule`).
    pub syzygy_50_move_rule: bool,
    /// The network that evaluates positions; none for the classical evaluation.
    pub network: Option<Arc<Network>>,
}

impl Settings {
    /// Possible sizes of the transposition table.
    pub const HASH_MB: std::ops::RangeInclusive<usize> = 1..=65_536;
    /// Possible numbers of threads.
    pub const THREADS: std::ops::RangeInclusive<usize> = 1..=256;
    /// Possible numbers of principal variations.
    pub const MULTI_PV: std::ops::RangeInclusive<usize> = 1..=256;
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mb: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead: Duration::from_millis(30),
            tablebase: None,
            syzygy_50_move_rule: true,
            network: built_in_network(),
        }
    }
}
