//! `tabiya export`: writes games of the library to a file.

use std::io::{self, Write};
use std::path::PathBuf;

use ::library::export::{club, pgn};
use clap::{Args, ValueEnum};
use game::{Game, GameId};
use store::{Column, Direction, Query, Sort, Store, StoredGame};
use tokio::runtime::Runtime;

use super::library::{Library, LibraryArgs};
use super::pgn::output::Output;
use crate::exit::{CliError, ExitStatus};

/// Export games of the library to a file, even while Tabiya is running
///
/// Imported games keep all their tags, variations and comments.
#[derive(Debug, Args)]
pub(crate) struct Export {
    /// File to write [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// File format
    #[arg(long, value_enum, default_value_t = Format::Pgn)]
    format: Format,

    /// Export only games that match all these words (players, event, site, date, opening, ECO)
    #[arg(long, value_name = "WORDS", default_value = "", hide_default_value = true)]
    search: String,

    #[command(flatten)]
    library: LibraryArgs,
}

/// The format of a file of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// PGN, for any chess program
    Pgn,
    /// Club file: the state of each game
    Club,
}

impl Export {
    /// Writes the file, or none at all if a game cannot be written.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        let library = self.library.open_existing()?;
        let mut output = Output::open(self.out.as_deref())?;
        let written = match library {
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
                    .map_err(|error| CliError::Message(format!("{}: {error}", server.url())))
            }
        };
        written?;
        output.finish()?;
        Ok(ExitStatus::Success)
    }

    /// Writes the games of a folder, oldest first.
    fn write(
        &self,
        store: &dyn Store,
        runtime: &Runtime,
        output: &mut Output,
    ) -> Result<(), CliError> {
        let sort = Sort { column: Column::LastPlayed, direction: Direction::Ascending };
        let query = Query { text: self.search.clone(), sort, ..Query::default() };
        let unusable = |error: &dyn std::fmt::Display| CliError::Message(error.to_string());
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
            // Games are never deleted permanently.
            let Some(stored) = stored else { continue };
            let text = self.game(&id, number, stored)?;
            write!(output, "{before}{text}").map_err(|error| output.write_error(error))?;
            before = between;
        }
        let end = if before == first { [first, last].concat() } else { last.to_owned() };
        write!(output, "{end}").map_err(|error| output.write_error(error))
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
        let unusable = |reason: String| CliError::Message(format!("game {id}: {reason}"));
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
