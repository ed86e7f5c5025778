//! `tabiya export`: games of the library as a file, without a browser.

use std::io::{self, Write};
use std::path::PathBuf;

use ::library::export::{club, pgn};
use clap::{Args, ValueEnum};
use game::{Game, GameId};
use store::{Column, Direction, Query, Sort, Store, StoredGame};
use tokio::runtime::Runtime;

use super::library::{Library, Where};
use super::pgn::output::Output;
use crate::exit::{Answer, CliError};

/// Write the games of the library into a file, also those of a running Tabiya
///
/// A game that came from a file comes out as it went in, with all tags, variations and comments.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// The file to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The form of the file
    #[arg(long, value_enum, default_value_t = Format::Pgn)]
    format: Format,

    /// Only games in which all these words occur: names, event, site, date, opening, ECO code
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    search: String,

    #[command(flatten)]
    library: Where,
}

/// The form of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Moves, names and results, for every chess program
    Pgn,
    /// The file of a club: where each game stands
    Club,
}

impl Export {
    /// Writes the file, or nothing when a game cannot be written.
    pub(super) fn run(&self) -> Result<Answer, CliError> {
        let mut output = Output::open(self.out.as_deref())?;
        let written = match self.library.open()? {
            Library::Folder(store, runtime) => self.write(&*store, &runtime, &mut output),
            Library::Server(server) => {
                let format = if self.format == Format::Pgn { "pgn" } else { "club" };
                let sort = ("sort", "last_played".to_owned());
                let mut query = vec![("format", format.to_owned()), sort];
                if !self.search.is_empty() {
                    query.push(("search", self.search.clone()));
                }
                let body = server.fetch("/api/export", &query)?;
                io::copy(&mut body.into_reader(), &mut output)
                    .map(drop)
                    .map_err(|error| CliError::Unusable(format!("{}: {error}", server.url())))
            }
        };
        written?;
        output.finish()?;
        Ok(Answer::Yes)
    }

    /// Writes the games of a folder, the oldest first.
    fn write(
        &self,
        store: &dyn Store,
        runtime: &Runtime,
        output: &mut Output,
    ) -> Result<(), CliError> {
        let sort = Sort { column: Column::LastPlayed, direction: Direction::Ascending };
        let query = Query { text: self.search.clone(), sort, ..Query::default() };
        let unusable = |error: &dyn std::fmt::Display| CliError::Unusable(error.to_string());
        let ids = runtime.block_on(store.ids(&query)).map_err(|error| unusable(&error))?;
        let games: Vec<(GameId, u64)> = match self.format {
            Format::Pgn => ids.into_iter().zip(1..).collect(),
            Format::Club => {
                runtime.block_on(club::in_order(store, ids)).map_err(|error| unusable(&error))?
            }
        };
        let [first, between, last] = self.frame();
        let mut before = first;
        for (id, number) in games {
            let stored = runtime.block_on(store.load(&id)).map_err(|error| unusable(&error))?;
            // Games are never deleted for good.
            let Some(stored) = stored else { continue };
            let text = self.game(&id, number, stored)?;
            write!(output, "{before}{text}").map_err(|error| output.failure(error))?;
            before = between;
        }
        let end = if before == first { [first, last].concat() } else { last.to_owned() };
        write!(output, "{end}").map_err(|error| output.failure(error))
    }

    /// What comes before the first game, between two games, and after the last.
    fn frame(&self) -> [&'static str; 3] {
        match self.format {
            Format::Pgn => ["", "", ""],
            Format::Club => club::FRAME,
        }
    }

    /// One game, under its number in a club file.
    fn game(&self, id: &GameId, number: u64, stored: StoredGame) -> Result<String, CliError> {
        let unusable = |reason: String| CliError::Unusable(format!("the game {id}: {reason}"));
        match self.format {
            Format::Pgn => pgn::write(id, stored).map_err(|error| unusable(error.to_string())),
            Format::Club => {
                let source = club::source(&stored).map(str::to_owned);
                let game = Game::replay(stored.records);
                let game = game.map_err(|error| unusable(error.to_string()))?;
                club::write(number, &game, source.as_deref())
                    .map_err(|error| unusable(error.to_string()))
            }
        }
    }
}
