//! A small neural network that says what a position is worth.
//!
//! A [`Network`] is read from the bytes of a file; a [`Judge`] takes [`Men`], plain sets of
//! squares, and returns centipawns. Between two questions only the men that differ are worked out
//! anew, and which those are is seen from the sets alone: nobody has to tell of moves, and whatever
//! a search does between two questions, the answer is the same. The crate knows no rules of chess.

mod features;
mod file;
mod judge;
mod men;
mod network;
mod random;
pub mod shape;
mod simd;

pub use file::NetworkError;
pub use judge::Judge;
pub use men::{Men, Side};
pub use network::Network;
