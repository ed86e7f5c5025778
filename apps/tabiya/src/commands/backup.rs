//! `tabiya backup`: a copy of the library, even while the server is running.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use store::{DataDirectory, back_up};

use super::serve::data::find_data;
use crate::exit::{CliError, ExitStatus};

/// Back up the library to a file, even while Tabiya is running
///
/// To restore, put the file into an empty folder as `library.db` and open it with --data.
#[derive(Debug, Args)]
pub(crate) struct Backup {
    /// File to write; must not exist
    file: PathBuf,

    /// Data folder
    #[arg(long, value_name = "DIR", env = "TABIYA_DATA")]
    data: Option<PathBuf>,
}

impl Backup {
    /// Makes the copy and prints how many games it has.
    pub(super) fn run(&self) -> Result<ExitStatus, CliError> {
        let (_, location) = find_data(self.data.as_deref())?;
        let database = location.directory.join(DataDirectory::DATABASE);
        let games = back_up(&database, &self.file);
        let games = games.map_err(|error| CliError::Message(error.to_string()))?;
        writeln!(io::stdout(), "backed up {games} games to {}", self.file.display())?;
        Ok(ExitStatus::Success)
    }
}
