//! Engine analysis of whole games.
//!
//! A [`MoveSequence`], the moves of a game, goes in; a [`review::Evaluation`] of each position
//! comes out. [`evaluate`] does one position with the caller's search; a [`GameAnalyzer`] does a
//! whole game with its own threads. What the evaluations mean is the subject of [`review`].

mod analyzer;
mod evaluate;
mod sequence;

pub use analyzer::{AnalysisSettings, GameAnalyzer};
pub use evaluate::{best_line, evaluate, score};
pub use sequence::MoveSequence;

/// The default nodes for a position: a game of eighty half-moves takes well under ten seconds on
/// one core.
pub const DEFAULT_NODES: u64 = 100_000;
