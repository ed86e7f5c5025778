//! `tabiya pgn stats`: a summary of a PGN file on one screen.

mod page;
mod tally;

use std::io::{self, Write};
use std::path::PathBuf;

use chess::pgn::{Location, Record, Visitor};
use clap::Args;

use self::tally::Tally;
use super::games::Records;
use crate::exit::{CliError, ExitStatus};

/// Summarize a file: results, lengths, players, dates and openings
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// PGN file to summarize; - for stdin
    file: PathBuf,
}

impl Stats {
    pub(crate) fn run(self) -> Result<ExitStatus, CliError> {
        let mut tally = Tally::default();
        let mut games = Records::open(&self.file)?;
        while let Some(record) = games.next()? {
            visit(&record, &mut tally);
        }
        drop(games);
        io::stdout().lock().write_all(page::render(&tally).as_bytes())?;
        Ok(ExitStatus::Success)
    }
}

/// Passes a game without its variations to a visitor.
fn visit(record: &Record, visitor: &mut impl Visitor) {
    visitor.begin_game(Location { line: record.line, column: 1 });
    record.tree.tags().iter().for_each(|(name, value)| visitor.tag(name, value));
    visitor.start(record.tree.start());
    for step in record.tree.main_line() {
        match step.played {
            Some(m) => visitor.play(m, &step.after),
            None => visitor.null_move(&step.after),
        }
    }
    record.errors.iter().for_each(|error| visitor.error(error.clone()));
    visitor.end_game(record.tree.result());
}
