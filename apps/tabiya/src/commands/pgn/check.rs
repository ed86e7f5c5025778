//! `tabiya pgn check`: is the file as it should be, and if not, where?

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use clap::Args;

use super::games::Records;
use crate::exit::{Answer, CliError};

/// List every fault of a file with its line and column; the status is 1 if there are any
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// The file to check; - for stdin
    file: PathBuf,
}

impl Check {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        let mut faults = 0;
        match self.list(&mut faults) {
            // A reader who leaves after the first fault has had the answer.
            Err(failure) if !failure.is_closed_pipe() || faults == 0 => Err(failure),
            _ if faults > 0 => Ok(Answer::No),
            _ => Ok(Answer::Yes),
        }
    }

    /// Prints the faults and the last line, and counts the former.
    fn list(&self, faults: &mut u64) -> Result<(), CliError> {
        let mut games = Records::open(&self.file)?;
        let mut output = BufWriter::new(io::stdout().lock());
        let mut moves = 0;
        while let Some(record) = games.next()? {
            moves += record.tree.plies();
            if record.errors.is_empty() {
                continue;
            }
            games.make_way();
            for fault in record.errors {
                *faults += 1;
                writeln!(output, "{}:{fault}", games.name())?;
            }
            // At once, lest it land in the middle of a line of progress.
            output.flush()?;
        }
        games.make_way();
        writeln!(output, "games {}  moves {moves}  faults {faults}", games.count())?;
        output.flush()?;
        Ok(())
    }
}
