//! The properties that the rules library promises, each tried on random games and positions.
//!
//! The properties are numbered as in the contract of the rules library; 18 to 20 are about the
//! engine and live with it. Every property also counts how often it applied and fails when that is
//! too seldom, so none is true for want of cases.

// The strategies are shared with tests of other crates, which know this one as `chess`.
extern crate tabiya_chess as chess;

#[path = "../reference/mod.rs"]
mod reference;
#[path = "../strategies/mod.rs"]
mod strategies;

mod castling;
mod en_passant;
mod history;
mod notation;
mod outcomes;
mod piece_moves;
mod start_positions;
