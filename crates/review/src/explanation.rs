//! Why a move was bad: one fact that the engine's lines prove.
//!
//! A [`BadMove`] is a move with the engine's lines around it: the best line, and the refutation of
//! the move. [`explain`] plays both lines by the rules and looks for a [`MoveFact`] that they
//! prove: material that is won and kept to the end of the line, a mate that is given, a fork whose
//! target is captured. When the lines prove nothing, the evaluations still say what became of the
//! position. Facts are values, so that every app can phrase them in its own language; English is
//! their `Display`.

mod english;
mod exchange;
mod fact;
mod find;
mod line_with_positions;
mod mate;
mod material;
mod motif;
mod standing;
mod swing;

use chess::{Move, Position};

use crate::Evaluation;

pub use fact::{
    EndgameType, Material, MaterialGain, Motif, MoveFact, PlacedPiece, Standing, Tactic,
};
pub use find::explain;

/// A bad move with the evaluations around it.
#[derive(Clone, Copy, Debug)]
pub struct BadMove<'a> {
    /// The position in which it was played.
    pub position: &'a Position,
    /// The move.
    pub played: Move,
    /// The evaluation before it: its line is the best one.
    pub before: &'a Evaluation,
    /// The evaluation after it: its line is the refutation.
    pub after: &'a Evaluation,
}
