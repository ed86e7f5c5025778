//! Writes stored games as files for other programs.

pub mod club;
pub mod pgn;
