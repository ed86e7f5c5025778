//! The binary as a user meets it: arguments and input, then output, errors and status.

mod harness;
mod perft;
mod pgn;
mod text;
mod tune;
mod usage;
