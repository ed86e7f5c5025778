//! `tabiya backup`: a copy of the library, even while the server is running.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use store::back_up;

use super::serve::data::{existing_library, find_data};
use crate::exit::{CliError, ExitStatus};

/// Back up the library to a file, even while Tabiya is running
///
/// The copy is verified. The exit status is 1 if games in it are damaged.
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
        let database = existing_library(&location.directory)?;
        let contents = back_up(&database, &self.file);
        let contents = contents.map_err(|error| CliError::Message(error.to_string()))?;
        let (games, file) = (contents.games, self.file.display());
        writeln!(io::stdout(), "backed up {games} games to {file}, and verified the copy")?;
        for (id, reason) in &contents.damaged {
            writeln!(io::stdout(), "game {id} is damaged: {reason}; see `tabiya help doctor`")?;
        }
        Ok(if contents.damaged.is_empty() { ExitStatus::Success } else { ExitStatus::Failure })
    }
}
