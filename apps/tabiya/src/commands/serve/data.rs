//! The library of a server: where its data folder is, and the store that is opened there.

use std::io;
use std::path::Path;
use std::sync::Arc;

use server::{OwnerAccess, Token};
use store::location::{self, BaseDirectories, DataLocation, Origin};
use store::{LocationError, OpenError, Sqlite, Store};

use crate::exit::CliError;

/// A store, locked for this process, and its data folder.
pub(crate) struct DataStore {
    bases: Option<BaseDirectories>,
    pub(super) location: DataLocation,
    pub(super) store: Sqlite,
}

impl DataStore {
    /// Opens the library in the chosen folder, or the one used before, or the platform's default.
    pub(crate) fn open(chosen: Option<&Path>) -> Result<DataStore, DataError> {
        let (bases, location) = find_data(chosen)?;
        let directory = location.open().map_err(DataError::Location)?;
        let store = Sqlite::open(directory).map_err(DataError::Store)?;
        Ok(DataStore { bases, location, store })
    }

    /// The store.
    pub(crate) fn into_store(self) -> Arc<dyn Store> {
        Arc::new(self.store)
    }

    /// The secrets of the owner: a new one for the link, and for the cookie the one that browsers
    /// may know already.
    pub(crate) fn owner_access(&self) -> Result<OwnerAccess, DataError> {
        let directory = self.store.directory();
        let random = || Token::random().map_err(|error| DataError::Owner(error.to_string()));
        let failed = |error: io::Error| DataError::Owner(error.to_string());
        let kept = directory.owner_secret().map_err(failed)?;
        let cookie = if let Some(cookie) = kept.as_deref().and_then(Token::parse) {
            cookie
        } else {
            let cookie = random()?;
            directory.keep_owner_secret(&cookie.reveal()).map_err(failed)?;
            cookie
        };
        Ok(OwnerAccess { link: random()?, cookie })
    }

    /// Remembers the folder if it was chosen on the command line.
    pub(crate) fn remember_choice(&self) -> Result<(), DataError> {
        match &self.bases {
            Some(bases) if self.location.origin == Origin::Chosen => {
                location::remember(bases, &self.location.directory).map_err(DataError::Location)
            }
            _ => Ok(()),
        }
    }
}

/// Finds the data folder. A chosen folder is made absolute, since it may be remembered.
pub(crate) fn find_data(
    chosen: Option<&Path>,
) -> Result<(Option<BaseDirectories>, DataLocation), DataError> {
    let bases = BaseDirectories::of_platform();
    let chosen = chosen.map(std::path::absolute).transpose().map_err(DataError::Folder)?;
    let location = match (&bases, chosen) {
        (Some(bases), chosen) => {
            DataLocation::find(bases, chosen.as_deref()).map_err(DataError::Location)?
        }
        (None, Some(directory)) => DataLocation { directory, origin: Origin::Chosen },
        (None, None) => return Err(DataError::NoHome),
    };
    Ok((bases, location))
}

/// Why the library cannot be opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum DataError {
    /// The user has no home directory, and no folder was chosen.
    #[error("no home directory found; choose a data folder with --data DIR")]
    NoHome,
    /// The chosen folder cannot be made absolute.
    #[error("cannot use the folder of --data: {0}")]
    Folder(io::Error),
    /// The secret of the owner cannot be read or kept.
    #[error("cannot keep the secret of the owner in the data folder: {0}")]
    Owner(String),
    /// The folder cannot be used.
    #[error("{error}{hint}", error = .0, hint = hint(.0))]
    Location(LocationError),
    /// The library in the folder cannot be used.
    #[error("{0}; nothing was changed (choose another folder with --data DIR)")]
    Store(OpenError),
}

/// What to do about a folder that cannot be used.
fn hint(error: &LocationError) -> &'static str {
    match error {
        LocationError::Locked(_) => "",
        _ => " (choose another folder with --data DIR)",
    }
}

impl From<DataError> for CliError {
    fn from(error: DataError) -> CliError {
        CliError::Message(error.to_string())
    }
}
