//! The binary as a user meets it: arguments and input, then output, errors and status.

mod analyze;
mod completions;
mod datagen;
mod dialogue;
mod doctor;
mod epd;
mod fake;
mod harness;
mod hostile;
mod library;
mod man;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod perft;
mod pgn;
mod pipe;
mod postgres;
mod python;
mod serve;
mod studies;
mod text;
mod trf;
mod tune;
mod uci;
mod usage;
