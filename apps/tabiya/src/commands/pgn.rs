//! `tabiya pgn`: tools for PGN files of any size.

mod check;
mod convert;
pub(super) mod games;
pub(super) mod output;
mod stats;

use clap::{Args, Subcommand};

use crate::exit::{CliError, ExitStatus};

/// Check, convert or summarize PGN files
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Pgn {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Check(check::Check),
    Convert(convert::Convert),
    Stats(stats::Stats),
}

impl Pgn {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        match self.task {
            Task::Check(check) => check.run(),
            Task::Convert(convert) => convert.run(),
            Task::Stats(stats) => stats.run(),
        }
    }
}
