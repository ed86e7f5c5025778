//! `tabiya pgn check`: lists the errors of a PGN file.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use super::games::Records;
use crate::exit::{CliError, ExitStatus};

/// List all errors of a file with line and column; the exit status is 1 if there are any
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// PGN file to check; - for stdin
    file: PathBuf,
}

impl Check {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let mut errors = 0;
        match self.list(&mut errors) {
            // A reader that stops after the first error has its answer.
            Err(error) if !error.is_closed_pipe() || errors == 0 => Err(error),
            _ if errors > 0 => Ok(ExitStatus::Failure),
            _ => Ok(ExitStatus::Success),
        }
    }

    /// Prints and counts the errors, and prints a summary.
    fn list(&self, errors: &mut u64) -> Result<(), CliError> {
        let mut games = Records::open(&self.file)?;
        let mut output = BufWriter::new(io::stdout().lock());
        let mut moves = 0;
        while let Some(record) = games.next()? {
            moves += record.tree.plies();
            if record.errors.is_empty() {
                continue;
            }
            *errors += record.errors.len() as u64;
            games.suspend(|| {
                for error in &record.errors {
                    writeln!(output, "{}:{error}", games.name())?;
                }
                output.flush()
            })?;
        }
        let count = games.count();
        drop(games);
        writeln!(output, "games {count}  moves {moves}  errors {errors}")?;
        output.flush()?;
        Ok(())
    }
}
