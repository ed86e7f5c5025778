//! How long to think.

use std::time::{Duration, Instant};

use chess::Move;

use crate::Signal;

/// What ends a search. Every limit that is set holds; with none, only a stop ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Only these moves are considered at the root; all when empty.
    pub moves: Vec<Move>,
    /// When the clock began to run; with the search unless somebody knows better.
    pub start: Option<Instant>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// So many plies of iterative deepening.
    pub depth: Option<u32>,
    /// So many nodes, over all threads.
    pub nodes: Option<u64>,
    /// No further iteration after so many nodes; the one that reaches them is finished.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in so many moves is found, or once there is no point in looking further.
    pub mate: Option<u32>,
    /// Do not answer before being told to stop.
    pub infinite: bool,
    /// Think on the opponent's time: like `infinite` until the ponder hit, then by the clock.
    pub ponder: bool,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// What is left.
    pub remaining: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves to the next control; the whole game when unknown.
    pub moves_to_go: Option<u32>,
    /// What each move costs on top of the thought, as far as that has been seen.
    pub lag: Duration,
    /// The longest that a move was held up of late.
    pub stall: Duration,
}

impl Limits {
    /// A search of so many plies.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of so many nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// True while the answer is not wanted yet.
    pub(crate) fn is_patient(&self, signal: &Signal) -> bool {
        self.infinite || self.ponder && !signal.is_ponder_hit()
    }
}
