//! Games in one `SQLite` file.
//!
//! One thread writes. It takes what is waiting, does it in one transaction, and answers everybody
//! when that is on the disk, so the price of a disk write is shared by all who wait for it. A few
//! more threads read beside it and never wait for it. Both have bounded queues: whoever comes when
//! one is full is told so at once.

mod accounts;
mod backup;
mod import;
mod inspect;
mod library;
mod migrations;
mod open;
mod queue;
mod read;
mod readers;
mod reviews;
mod rows;
mod studies;
mod write;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use game::{GameId, Timestamp};

use rusqlite::Connection;

use self::import::Import;
use self::readers::Readers;
use self::writer::{Job, Writer};
use crate::{
    Appended, DataDirectory, Entry, ImportGame, Imported, NewGame, Page, Query, SeatOwners, Store,
    StoreError, StoredGame,
};

pub use backup::{BackupError, back_up};
pub use open::OpenError;

/// How much a store takes on at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How many jobs may wait to be written, and as many to be read.
    pub queue: usize,
    /// How many jobs one transaction holds at most.
    pub group: usize,
    /// How many threads read.
    pub readers: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { queue: 4096, group: 256, readers: 3 }
    }
}

/// Games in one `SQLite` file. Dropping it waits until everything that was accepted is written.
pub struct Sqlite {
    // The order matters when it is dropped: the last connection to close tidies up the log, which
    // one that only reads cannot do, and the directory is free when nobody uses it any more.
    readers: Readers,
    writer: Writer,
    directory: DataDirectory,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Sqlite({})", self.directory.path().display())
    }
}

impl Sqlite {
    /// Opens the library of a directory; makes one where there is none.
    ///
    /// # Errors
    /// When what is there is not a sound library of ours; it is left as it is.
    pub fn open(directory: DataDirectory) -> Result<Sqlite, OpenError> {
        Sqlite::open_with(directory, Settings::default())
    }

    /// The directory that it is in.
    pub fn directory(&self) -> &DataDirectory {
        &self.directory
    }

    /// Opens the library of a directory with other settings than usual.
    ///
    /// # Errors
    /// When what is there is not a sound library of ours; it is left as it is.
    pub fn open_with(directory: DataDirectory, settings: Settings) -> Result<Sqlite, OpenError> {
        let path = directory.database();
        let unreadable = |reason: String| OpenError::Unreadable { path: path.clone(), reason };
        let connection = open::writer(&path)?;
        let reader = || open::reader(&path).map_err(|error| unreadable(error.to_string()));
        let connections = (0..settings.readers.max(1)).map(|_| reader()).collect::<Result<_, _>>();
        let writer = Writer::start(connection, settings);
        let writer = writer.map_err(|error| unreadable(error.to_string()))?;
        let readers = Readers::start(connections?, settings.queue);
        let readers = readers.map_err(|error| unreadable(error.to_string()))?;
        Ok(Sqlite { readers, writer, directory })
    }
}

#[async_trait]
impl Store for Sqlite {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let creation = write::Creation::new(&game)?;
        self.writer.ask(|answer| Job::Create(creation, answer)).await
    }

    async fn import(&self, games: Vec<ImportGame>) -> Result<Vec<Imported>, StoreError> {
        let games: Vec<_> = games.into_iter().map(Import::new).collect::<Result<_, _>>()?;
        let write = move |connection: &Connection| {
            games.iter().map(|game| game.write(connection)).collect()
        };
        self.writer.write(write).await
    }

    async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        let addition = write::Addition::new(entry)?;
        self.writer.ask(|answer| Job::Append(addition, answer)).await
    }

    async fn reseat(&self, id: &GameId, holders: SeatOwners) -> Result<(), StoreError> {
        let id = id.clone();
        self.writer.write(move |connection| write::reseat(connection, &id, holders)).await
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let id = id.clone();
        let at = at.map(rows::moment_column).transpose()?;
        self.writer.write(move |connection| write::remove(connection, &id, at)).await
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let id = id.clone();
        self.readers.ask(move |connection| read::load(connection, &id)).await
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        let query = query.clone();
        self.readers.ask(move |connection| library::list(connection, &query)).await
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        let query = query.clone();
        self.readers.ask(move |connection| library::ids(connection, &query)).await
    }

    async fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        self.readers.ask(read::unfinished).await
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        let at = rows::moment_column(at)?;
        self.writer.ask(|answer| Job::Heartbeat(at, answer)).await
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        self.readers.ask(read::heartbeat).await
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let to = PathBuf::from(to);
        self.readers.ask(move |connection| backup::backup(connection, &to)).await
    }
}

impl From<rusqlite::Error> for StoreError {
    /// What the database says when it fails.
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}
