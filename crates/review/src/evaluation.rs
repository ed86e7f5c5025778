//! An engine's evaluation of one position.

use chess::Move;

use crate::Score;

/// The score of a position with its principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The score from White's side.
    pub score: Score,
    /// The principal variation; empty when the game is over.
    pub line: Vec<Move>,
    /// The search depth.
    pub depth: u32,
}

impl Evaluation {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}
