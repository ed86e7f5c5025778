//! A move at the root and what is known about it.

use chess::Move;

use crate::Bound;
use crate::score::{INFINITE, Score};

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    /// The line that begins with it.
    pub(crate) line: Vec<Move>,
    /// The score of this iteration; the worst possible unless it was best at some time.
    pub(crate) score: Score,
    /// The score of the iteration before.
    pub(crate) previous: Score,
    /// Whether the score is exact.
    pub(crate) bound: Bound,
    /// Nodes spent on it.
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
}

impl RootMove {
    pub(crate) fn new(m: Move) -> RootMove {
        RootMove {
            line: vec![m],
            score: -INFINITE,
            previous: -INFINITE,
            bound: Bound::Exact,
            nodes: 0,
            selective_depth: 0,
        }
    }

    /// The move itself.
    pub(crate) fn first(&self) -> Move {
        self.line[0]
    }

    /// Orders by this iteration's score, then by that of the one before, best first.
    pub(crate) fn order(&self) -> (std::cmp::Reverse<Score>, std::cmp::Reverse<Score>) {
        (std::cmp::Reverse(self.score), std::cmp::Reverse(self.previous))
    }
}
