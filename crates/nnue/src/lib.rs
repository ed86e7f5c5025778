//! An efficiently updatable neural network (NNUE) that evaluates positions.
//!
//! A [`Network`] is read from the bytes of a file; [`Accumulators`] take [`Pieces`], plain
//! bitboards, and return centipawns. Between two evaluations only the pieces that differ are
//! updated, and the difference is found by comparing the bitboards: there is no make or unmake, and
//! whatever a search does between two evaluations, the result is the same. The crate knows no rules
//! of chess.

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
