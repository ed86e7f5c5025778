//! `tabiya pgn convert`: any PGN in, the standard's export format out.

use std::io::{self, Write};
use std::path::PathBuf;

use chess::pgn::PgnError;
use clap::Args;

use super::games::Records;
use super::output::{Output, data_loss};
use crate::exit::{CliError, ExitStatus};

/// Convert a file to the standard's export format; the exit status is 1 if it had errors
///
/// OUT may be FILE itself, unless FILE has errors that would lose data.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// PGN file to read; - for stdin
    file: PathBuf,
    /// File to write, replaced only when complete [default: stdout]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Convert {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let mut games = Records::open(&self.file)?;
        let mut output = Output::open(self.output.as_deref())?;
        let is_in_place = output.replaces(&self.file);
        let mut status = ExitStatus::Success;
        while let Some(record) = games.next()? {
            if let Some(error) = data_loss(&self.file, &record.errors).filter(|_| is_in_place) {
                return Err(error);
            }
            if !record.errors.is_empty() {
                status = ExitStatus::Failure;
                games.suspend(|| print_errors(games.name(), &record.errors));
            }
            write!(output, "{}", record.tree).map_err(|error| output.write_error(error))?;
        }
        output.finish()?;
        Ok(status)
    }
}

fn print_errors(name: &str, errors: &[PgnError]) {
    let mut stderr = io::stderr().lock();
    for error in errors {
        // The exit status counts even when stderr is closed.
        let _ = writeln!(stderr, "{name}:{error}");
    }
}
