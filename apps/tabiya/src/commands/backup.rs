//! `tabiya backup`: a copy of all games, also while the server runs.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use store::{DataDirectory, back_up};

use super::serve::house;
use crate::exit::{Answer, CliError};

/// Copy all games into one file, also while Tabiya runs
///
/// The copy is a library of its own: put into an empty folder as `library.db`, it can be opened
/// with --data.
#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// The file to write; it must not be there yet
    file: PathBuf,

    /// The folder with the games
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,
}

impl Backup {
    /// Makes the copy and says what is in it.
    pub(super) fn run(&self) -> Result<Answer, CliError> {
        let (_, place) = house::find(self.data.as_deref())?;
        let database = place.directory.join(DataDirectory::DATABASE);
        let games = back_up(&database, &self.file);
        let games = games.map_err(|error| CliError::Unusable(error.to_string()))?;
        writeln!(io::stdout(), "{games} games are now also in {}", self.file.display())?;
        Ok(Answer::Yes)
    }
}
