//! `tabiya trf`: pairings and tie-breaks of tournament reports.

mod check;
mod convert;
mod pair;
mod standings;

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use competition::trf::{self, Report};

use crate::exit::{CliError, ExitStatus};

/// Pair rounds, compute tie-breaks, check or convert FIDE tournament reports (TRF16, TRF26)
#[derive(Debug, Args)]
#[command(arg_required_else_help = false)]
pub(crate) struct Trf {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Pair(pair::Pair),
    Tiebreaks(standings::Tiebreaks),
    Rank(standings::Rank),
    Check(check::Check),
    Convert(convert::Convert),
}

impl Trf {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        match self.task {
            Task::Pair(pair) => pair.run(),
            Task::Tiebreaks(tiebreaks) => tiebreaks.run(),
            Task::Rank(rank) => rank.run(),
            Task::Check(check) => check.run(),
            Task::Convert(convert) => convert.run(),
        }
    }
}

/// The report that a task reads.
#[derive(Debug, Args)]
struct Input {
    /// Report to read; - for stdin
    #[arg(default_value = "-", hide_default_value = true)]
    file: PathBuf,
}

/// The greatest report that is read; real ones have a few hundred kilobytes.
const MAX_BYTES: u64 = 64 << 20;

impl Input {
    fn report(&self) -> Result<Report, CliError> {
        let name = if self.is_stdin() { "stdin".into() } else { self.file.display().to_string() };
        let bytes = self.read().map_err(|error| CliError::Read(name.clone(), error))?;
        if bytes.len() as u64 > MAX_BYTES {
            let message = format!("{name} is no report: it has more than {} MB", MAX_BYTES >> 20);
            return Err(CliError::Message(message));
        }
        trf::read(&trf::decode(&bytes))
            .map_err(|error| CliError::Message(format!("{name}, {error}")))
    }

    fn is_stdin(&self) -> bool {
        self.file == Path::new("-")
    }

    fn read(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        // One byte more, to notice that there is more.
        let limit = MAX_BYTES + 1;
        if self.is_stdin() {
            io::stdin().lock().take(limit).read_to_end(&mut bytes)?;
        } else {
            File::open(&self.file)?.take(limit).read_to_end(&mut bytes)?;
        }
        Ok(bytes)
    }
}
