//! Has the engine look at every position of a game.
//!
//! A [`MoveSequence`], the moves of a game, goes in; a [`review::Evaluation`] for each of its positions
//! comes out. [`evaluate`] does one position with a search that the caller has, as a server's pool
//! does it; an [`Analyst`] does a whole game in threads of its own. What evaluations mean is for
//! [`review`] to say.

mod analyst;
mod evaluate;
mod sequence;

pub use analyst::{Analyst, Plan};
pub use evaluate::{evaluate, score, think};
pub use sequence::MoveSequence;

/// The nodes that a position gets unless somebody says otherwise: with them, a game of eighty
/// half-moves takes well under ten seconds on one processor.
pub const DEFAULT_NODES: u64 = 100_000;
