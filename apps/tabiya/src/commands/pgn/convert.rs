//! `tabiya pgn convert`: any PGN in, the export format of the standard out.

use std::io::{self, Write};
use std::path::PathBuf;

use chess::pgn::PgnError;
use clap::Args;

use super::games::Records;
use super::output::{Output, loss};
use crate::exit::{Answer, CliError};

/// Write a file anew in the standard's export format; the status is 1 if something was unreadable
///
/// OUT may be the file itself, unless something in it cannot be read and would be lost.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    /// The file to read; - for stdin
    file: PathBuf,
    /// The file to write, replaced only once all is written [default: stdout]
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Convert {
    pub(crate) fn run(self) -> Result<Answer, CliError> {
        let mut games = Records::open(&self.file)?;
        let mut output = Output::open(self.output.as_deref())?;
        let is_in_place = output.replaces(&self.file);
        let mut answer = Answer::Yes;
        while let Some(record) = games.next()? {
            if let Some(loss) = loss(&self.file, &record.errors).filter(|_| is_in_place) {
                return Err(loss);
            }
            if !record.errors.is_empty() {
                answer = Answer::No;
                games.make_way();
                complain(games.name(), &record.errors);
            }
            write!(output, "{}", record.tree).map_err(|error| output.failure(error))?;
        }
        output.finish()?;
        Ok(answer)
    }
}

fn complain(name: &str, faults: &[PgnError]) {
    let mut stderr = io::stderr().lock();
    for fault in faults {
        // Where nobody reads complaints, the status still tells that there were some.
        let _ = writeln!(stderr, "{name}:{fault}");
    }
}
