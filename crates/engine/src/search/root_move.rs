//! A root move and what the search knows about it.

use std::cmp::Reverse;

use chess::Move;

use crate::Bound;
use crate::score::{INFINITE, Score};

/// A legal move at the root.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The principal variation that begins with it.
    pub(super) pv: Vec<Move>,
    /// The score of this iteration; `-INFINITE` unless it was the best move at some point.
    pub(super) score: Score,
    /// The score of the previous iteration.
    pub(super) previous_score: Score,
    /// Whether the score is exact.
    pub(super) bound: Bound,
    /// Nodes spent on it.
    pub(super) nodes: u64,
    pub(super) selective_depth: usize,
}

impl RootMove {
    pub(super) fn new(m: Move) -> RootMove {
        RootMove {
            pv: vec![m],
            score: -INFINITE,
            previous_score: -INFINITE,
            bound: Bound::Exact,
            nodes: 0,
            selective_depth: 0,
        }
    }

    /// The move itself.
    pub(super) fn first(&self) -> Move {
        self.pv[0]
    }

    /// Sorts by this iteration's score, then by the previous one's, best first.
    pub(super) fn sort_key(&self) -> (Reverse<Score>, Reverse<Score>) {
        (Reverse(self.score), Reverse(self.previous_score))
    }
}
