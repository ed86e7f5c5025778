//! What goes out to other programs.

pub mod club;
pub mod pgn;
