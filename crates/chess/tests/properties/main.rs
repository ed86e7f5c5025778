//! The properties that the rules library promises, each tried on random games and positions.
//!
//! The properties are numbered as in the contract of the rules library; 18 to 20 are about the
//! engine and live with it. Every property also counts how often it applied and fails when that is
//! too seldom, so none is true for want of cases.

#[path = "../plain/mod.rs"]
mod plain;
#[path = "../random/mod.rs"]
mod random;

mod castling;
mod endings;
mod history;
mod passant;
mod patterns;
mod start;
mod text;
