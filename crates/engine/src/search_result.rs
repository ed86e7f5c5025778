//! The result of a search, and the principal variations that it reports on the way.

use std::time::Duration;

use chess::Move;

use crate::score::Score;
use crate::{Value, Wdl};

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine {
    /// Its number among the requested lines, from 1.
    pub multipv: usize,
    /// The depth of the iteration.
    pub depth: u32,
    /// The deepest ply reached (`seldepth`).
    pub selective_depth: u32,
    /// Its value for the side to move at the root.
    pub value: Value,
    /// Whether the value is exact.
    pub bound: Bound,
    /// The same as chances to win, draw and lose.
    pub wdl: Wdl,
    /// Nodes searched so far, by all threads.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Successful tablebase probes (`tbhits`).
    pub tablebase_hits: u64,
    /// The moves, best play for both sides.
    pub moves: Vec<Move>,
}

impl PvLine {
    /// A mate that was found without a search.
    pub(crate) fn mate(distance: u32, moves: Vec<Move>) -> PvLine {
        let plies = 2 * distance - 1;
        PvLine {
            multipv: 1,
            depth: plies,
            selective_depth: plies,
            value: Value::Mate(distance as i32),
            bound: Bound::Exact,
            wdl: Wdl { win: 1000, draw: 0, loss: 0 },
            nodes: 0,
            time: Duration::ZERO,
            hashfull: 0,
            tablebase_hits: 0,
            moves,
        }
    }
}

/// How a score relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// Equal to it.
    Exact,
    /// A lower bound: the true score is at least this (fail high).
    Lower,
    /// An upper bound: the true score is at most this (fail low).
    Upper,
}

impl Bound {
    /// True when a score with this bound is more precise than an estimate.
    pub(crate) fn tightens(self, estimate: Score, score: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > estimate,
            Bound::Upper => score < estimate,
        }
    }

    /// True when a score with this bound settles a node: it lies outside the window, or is exact.
    pub(crate) fn causes_cutoff(self, score: Score, alpha: Score, beta: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score >= beta,
            Bound::Upper => score <= alpha,
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchResult {
    /// The principal variations of the last completed iteration, best first. Empty when there is no
    /// legal move.
    pub lines: Vec<PvLine>,
}

impl SearchResult {
    /// The move to play; none when the game is over.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The expected reply, to ponder on.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}
