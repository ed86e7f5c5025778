//! Why a move was bad, in one sentence that is true.
//!
//! A [`Mistake`] is a move with the engine's lines around it: what should have been played, and
//! what punishes what was played. [`explain`] plays both lines by the rules and looks for a
//! [`Fact`] that they prove: material that is won and kept to the end of the line, a mate that is
//! really given, a fork whose victim is really taken. When the lines prove nothing, it is silent.
//! Facts are values, so that every app can say them in its own language; English is their
//! `Display`.

mod english;
mod exchange;
mod fact;
mod find;
mod mate;
mod motif;
mod story;

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
