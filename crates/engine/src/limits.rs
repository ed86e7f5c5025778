//! How long to think.

use std::time::{Duration, Instant};

use chess::Move;

use crate::Signal;

/// What ends a search. Every limit that is set holds; with none, only a stop ends it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Only these moves are considered at the root; all when empty.
    pub search_moves: Vec<Move>,
    /// When the clock started; at the start of the search unless set.
    pub start: Option<Instant>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// A fixed time for the move.
    pub move_time: Option<Duration>,
    /// The last iteration.
    pub depth: Option<u32>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration starts; the one that reaches them is completed.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in this many moves is found, or once there is no point in searching on.
    pub mate: Option<u32>,
    /// Do not answer before the stop.
    pub infinite: bool,
    /// Think on the opponent's time: like `infinite` until the ponder hit, then by the clock.
    pub ponder: bool,
}

/// One side's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Increment per move.
    pub increment: Duration,
    /// Moves to the next time control; none for the rest of the game.
    pub moves_to_go: Option<u32>,
    /// The measured overhead of each move.
    pub lag: Duration,
    /// The longest recent delay of a move.
    pub stall: Duration,
}

impl Limits {
    /// A search to a depth.
    pub fn depth(depth: u32) -> Limits {
        Limits { depth: Some(depth), ..Limits::default() }
    }

    /// A search of a number of nodes.
    pub fn nodes(nodes: u64) -> Limits {
        Limits { nodes: Some(nodes), ..Limits::default() }
    }

    /// True while no answer is due: in infinite analysis, and in pondering until the ponder hit.
    pub(crate) fn waits_for_stop(&self, signal: &Signal) -> bool {
        self.infinite || self.ponder && !signal.is_ponder_hit()
    }
}
