//! Text for positions, moves and games, both ways.

pub mod fen;
