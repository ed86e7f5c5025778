//! Holds reviews against others: public games recomputed by a script that shares no code with
//! ours, puzzles whose first move has to be found bad and explained and whose solution best, and
//! the time that a long game takes.

#[path = "../../crates/review/tests/explanation/checker.rs"]
mod checker;
mod games;
mod puzzles;

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::error::TaskError;
use crate::suites::Data;

/// What is checked, and how thoroughly.
#[derive(Args)]
pub(crate) struct Options {
    /// The folder with the collections of games and puzzles
    #[arg(long, value_name = "DIR")]
    data: PathBuf,
    /// Nodes for each position
    #[arg(long, default_value_t = analysis::DEFAULT_NODES)]
    nodes: u64,
    /// How many games are recomputed
    #[arg(long, default_value_t = 10)]
    games: usize,
    /// How many puzzles are reviewed
    #[arg(long, default_value_t = 200)]
    puzzles: usize,
    /// How many positions are searched at once
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Run one part alone
    #[arg(long, value_enum, value_name = "PART")]
    only: Option<Part>,
    /// Write the puzzles with the engine's lines to this file, as rows of the explanation tests
    #[arg(long, value_name = "FILE")]
    rows: Option<PathBuf>,
}

/// A part of the task.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Public games, recomputed
    Games,
    /// Puzzles, explained
    Puzzles,
    /// A long game against the clock
    Time,
}

/// Runs all of it, or the part that was asked for.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let data = Data::open(&options.data)?;
    let runs = |part| options.only.is_none_or(|only| only == part);
    if runs(Part::Games) {
        games::recompute(&data, options)?;
    }
    if runs(Part::Puzzles) {
        puzzles::review(&data, options)?;
    }
    if runs(Part::Time) {
        games::time(options)?;
    }
    Ok(())
}
