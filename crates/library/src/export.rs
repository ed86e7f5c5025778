//! Games of the store as files for other programs.

pub mod club;
pub mod pgn;
