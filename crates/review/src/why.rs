//! Why a move was bad: one fact that the engine's lines prove.
//!
//! A [`Mistake`] is a move with the engine's lines around it: the best line, and the refutation of
//! the move. [`explain`] plays both lines by the rules and looks for a [`Fact`] that they prove:
//! material that is won and kept to the end of the line, a mate that is given, a fork whose target
//! is captured. When the lines prove nothing, there is none. Facts are values, so that every app
//! can phrase them in its own language; English is their `Display`.

mod english;
mod exchange;
mod fact;
mod find;
mod mate;
mod motif;
mod played_line;

use chess::{Move, Position};

use crate::Evaluation;

pub use fact::{Ending, Fact, Motif, PlacedPiece, Tactic};
pub use find::explain;

/// A bad move and what an engine has to say about it.
#[derive(Clone, Copy, Debug)]
pub struct Mistake<'a> {
    /// Where it was made.
    pub before: &'a Position,
    /// The move.
    pub played: Move,
    /// The evaluation of the position before it.
    pub best: &'a Evaluation,
    /// The evaluation of the position after it.
    pub reply: &'a Evaluation,
}
