//! `tabiya pgn`: what can be done with files of games, of any size and in any state.

mod check;
mod convert;
pub(super) mod games;
pub(super) mod output;
mod stats;

use clap::{Args, Subcommand};

use crate::exit::{Answer, CliError};

/// Check, clean up or summarize files of games
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
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        match self.task {
            Task::Check(check) => check.run(),
            Task::Convert(convert) => convert.run(),
            Task::Stats(stats) => stats.run(),
        }
    }
}
