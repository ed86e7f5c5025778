//! Holds reviews against others: public games recomputed by a script that shares no code with
//! ours, puzzles whose first move has to be found bad and whose solution best, and the time that a
//! long game takes.

mod games;
mod puzzles;

use clap::Args;

use crate::error::TaskError;
use crate::workspace;

/// What is checked, and how thoroughly.
#[derive(Args)]
pub(crate) struct Options {
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
    let shared = workspace::root().join("../shared/data");
    if !shared.is_dir() {
        return Err(TaskError::Unable(format!("{} is not there", shared.display())));
    }
    games::recompute(&shared, options)?;
    puzzles::review(&shared, options)?;
    games::time(options)
}
