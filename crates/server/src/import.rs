//! What comes in from other programs.

pub mod club;
pub mod games;
