//! Properties of the rules, tested on random games and positions.
//!
//! Each is tagged with the requirement it protects (`docs/requirements.md`). Every property also
//! counts how often it applied and fails if that is too rarely, so none passes for lack of cases.

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
