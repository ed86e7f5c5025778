//! `tabiya pgn stats`: what a file of games holds, on one screen.

mod page;
mod tally;

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use self::tally::Tally;
use super::games::Games;
use crate::exit::{Answer, Failure};

/// Summarize a file: results, lengths, players, dates and openings
#[derive(Debug, Args)]
pub(crate) struct Stats {
    /// The file to summarize; - for stdin
    file: PathBuf,
}

impl Stats {
    pub(crate) fn run(self) -> Result<Answer, Failure> {
        let mut tally = Tally::default();
        let mut games = Games::open(&self.file)?;
        while games.show_next(&mut tally)? {}
        games.make_way();
        io::stdout().lock().write_all(page::render(&tally).as_bytes())?;
        Ok(Answer::Yes)
    }
}
