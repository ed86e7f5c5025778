//! What an engine said about one position.

use chess::Move;

use crate::Score;

/// The worth of a position and the play that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// Who is better.
    pub score: Score,
    /// Best play for both sides from there on; empty when the game is over.
    pub line: Vec<Move>,
    /// Half-moves looked ahead.
    pub depth: u32,
}

impl Evaluation {
    /// The best move.
    pub fn best(&self) -> Option<Move> {
        self.line.first().copied()
    }
}
