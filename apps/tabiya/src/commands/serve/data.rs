//! The library of a server: where its data folder is, and the store that is opened there or in
//! `PostgreSQL`.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use server::{OwnerAccess, Token};
use store::location::{self, BaseDirectories, DataLocation, Origin};
use store::{
    ConnectError, DataDirectory, LocationError, OpenError, Postgres, PostgresAddress, Sqlite, Store,
};

use crate::exit::CliError;

/// A data folder, locked for this process, and where its games are.
pub(crate) struct DataStore {
    bases: Option<BaseDirectories>,
    pub(super) location: DataLocation,
    database: Database,
}

/// Where the games are.
enum Database {
    /// In a file in the folder.
    File(Arc<Sqlite>),
    /// In `PostgreSQL`. The folder has only what belongs to this server.
    Postgres {
        address: PostgresAddress,
        standby: Option<PostgresAddress>,
        directory: DataDirectory,
    },
}

/// A store that is open.
pub(super) enum OpenStore {
    /// A file in a folder.
    File(Arc<Sqlite>),
    /// `PostgreSQL`, and the folder of this server.
    Postgres(Arc<Postgres>, DataDirectory),
}

impl OpenStore {
    /// The store.
    pub(super) fn store(&self) -> Arc<dyn Store> {
        match self {
            OpenStore::File(store) => Arc::clone(store) as Arc<dyn Store>,
            OpenStore::Postgres(store, _) => Arc::clone(store) as Arc<dyn Store>,
        }
    }

    /// The folder.
    pub(super) fn directory(&self) -> Option<&DataDirectory> {
        match self {
            OpenStore::File(store) => store.directory(),
            OpenStore::Postgres(_, directory) => Some(directory),
        }
    }

    /// The address of a database that is not in the folder, without its password.
    pub(super) fn address(&self) -> Option<&str> {
        match self {
            OpenStore::File(_) => None,
            OpenStore::Postgres(store, _) => Some(store.address()),
        }
    }

    /// The folder, if the store does not hold it.
    pub(super) fn into_directory(self) -> Option<DataDirectory> {
        match self {
            OpenStore::File(_) => None,
            OpenStore::Postgres(_, directory) => Some(directory),
        }
    }
}

impl DataStore {
    /// Opens the library in the chosen folder, or the one used before, or the platform's default.
    pub(crate) fn open(chosen: Option<&Path>) -> Result<DataStore, DataError> {
        let (bases, location) = find_data(chosen)?;
        let directory = location.open().map_err(DataError::Location)?;
        let store = Sqlite::open(directory).map_err(DataError::Store)?;
        Ok(DataStore { bases, location, database: Database::File(Arc::new(store)) })
    }

    /// Opens the folder of a server whose games are in `PostgreSQL`.
    pub(crate) fn with_postgres(
        chosen: Option<&Path>,
        address: PostgresAddress,
        standby: Option<PostgresAddress>,
    ) -> Result<DataStore, DataError> {
        let (bases, location) = find_data(chosen)?;
        let directory = location.open().map_err(DataError::Location)?;
        let database = Database::Postgres { address, standby, directory };
        Ok(DataStore { bases, location, database })
    }

    /// Opens the store. The runtime of the caller makes its connections.
    pub(super) async fn open_store(self) -> Result<OpenStore, DataError> {
        match self.database {
            Database::File(store) => {
                if let Some(rollback) = store.rollback() {
                    tracing::error!("{rollback}");
                }
                Ok(OpenStore::File(store))
            }
            Database::Postgres { address, standby, directory } => {
                let mut store = Postgres::connect(&address).await.map_err(DataError::Postgres)?;
                warn_of_unused(&directory);
                if let Some(standby) = standby {
                    store = store.with_standby(&standby).await.map_err(DataError::Postgres)?;
                }
                if !store.finds_words_by_index() {
                    tracing::warn!("without that index, a search reads all words of the library");
                }
                for setting in store.unsafe_settings() {
                    tracing::warn!(
                        "{setting} of PostgreSQL is off, so a crash of it may lose what was \
                         acknowledged"
                    );
                }
                Ok(OpenStore::Postgres(Arc::new(store), directory))
            }
        }
    }

    fn directory(&self) -> Option<&DataDirectory> {
        match &self.database {
            Database::File(store) => store.directory(),
            Database::Postgres { directory, .. } => Some(directory),
        }
    }

    /// The secrets of the owner: a new one for the link, and for the cookie the one that browsers
    /// may know already.
    pub(crate) fn owner_access(&self) -> Result<OwnerAccess, DataError> {
        let directory = self.directory();
        let directory = directory.ok_or_else(|| DataError::Owner("there is no folder".into()))?;
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

/// A library that was in use before, perhaps by mistake or because it was not copied yet.
fn warn_of_unused(directory: &DataDirectory) {
    let path = directory.database();
    if path.exists() {
        tracing::warn!(
            "the games in {} are not used: this server uses those in PostgreSQL; `tabiya \
             move-database` copies a library there, and after that, move the file away",
            path.display()
        );
    }
}

/// The library in a file in a data folder, which must be there.
pub(crate) fn existing_library(folder: &Path) -> Result<PathBuf, CliError> {
    let path = folder.join(DataDirectory::DATABASE);
    if path.exists() {
        return Ok(path);
    }
    Err(CliError::Message(format!(
        "there is no library in {}; one that is in PostgreSQL is not in a folder",
        folder.display()
    )))
}

/// Opens the library in a file in the data folder.
pub(crate) fn open_file(chosen: Option<&Path>) -> Result<Arc<dyn Store>, DataError> {
    let (_, location) = find_data(chosen)?;
    let directory = location.open().map_err(DataError::Location)?;
    Ok(Arc::new(Sqlite::open(directory).map_err(DataError::Store)?))
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
    #[error("{error}{hint}", error = .0, hint = store_hint(.0))]
    Store(OpenError),
    /// The database cannot be used.
    #[error("{0}")]
    Postgres(ConnectError),
}

/// What to do about a folder that cannot be used.
fn hint(error: &LocationError) -> &'static str {
    match error {
        LocationError::Locked(_) => "",
        _ => " (choose another folder with --data DIR)",
    }
}

/// What to do about a library that cannot be used. An unfinished copy says it itself.
fn store_hint(error: &OpenError) -> &'static str {
    match error {
        OpenError::Unfinished(_) => "",
        _ => "; nothing was changed (choose another folder with --data DIR)",
    }
}

impl From<DataError> for CliError {
    fn from(error: DataError) -> CliError {
        CliError::Message(error.to_string())
    }
}
