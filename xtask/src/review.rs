//! Holds reviews against others: public games recomputed by a script that shares no code with
//! ours, puzzles whose first move has to be found bad and whose solution best, and the time that a
//! long game takes.

mod games;
mod puzzles;

use std::path::PathBuf;

use clap::Args;

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
}

/// Runs all of it.
pub(crate) fn run(options: &Options) -> Result<(), TaskError> {
    let data = Data::open(&options.data)?;
    games::recompute(&data, options)?;
    puzzles::review(&data, options)?;
    games::time(options)
}
