//! A small neural network that says what a position is worth.
//!
//! A [`Network`] is read from the bytes of a file; a [`Accumulators`] takes [`Pieces`], plain sets of
//! squares, and returns centipawns. Between two questions only the pieces that differ are worked out
//! anew, and which those are is seen from the sets alone: nobody has to tell of moves, and whatever
//! a search does between two questions, the answer is the same. The crate knows no rules of chess.

mod accumulators;
mod features;
mod file;
mod network;
mod pieces;
mod random_network;
pub mod shape;
mod simd;

pub use accumulators::Accumulators;
pub use file::NetworkError;
pub use network::Network;
pub use pieces::{Pieces, Side};
