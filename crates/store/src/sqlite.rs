//! A store in one `SQLite` file.
//!
//! One thread writes. It takes all waiting jobs, runs them in one transaction, and replies when
//! that is on disk, so jobs share the cost of a disk write (group commit). Imports wait until
//! nothing else does. Another thread moves what was written from the log into the database. A few
//! more threads read and never wait for the writer. Both queues are bounded; a job for a full queue
//! fails immediately.

mod accounts;
mod audit;
mod backup;
mod chain;
mod checkpoint;
mod checkup;
mod competitions;
mod demonstrations;
mod import;
mod inspect;
mod lanes;
mod lessons;
mod library;
mod migrations;
mod names;
mod open;
mod pace;
mod queue;
mod read;
mod readers;
mod repair;
mod reviews;
mod rollback;
mod roster;
mod rotation;
mod rows;
mod salvage;
#[cfg(feature = "simulation")]
pub(crate) mod simulated;
mod simuls;
mod studies;
mod texts;
mod unfinished;
mod watch;
mod write;
mod writer;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_trait::async_trait;
use game::{GameId, Timestamp};

use rusqlite::Connection;

use self::import::PreparedImport;
use self::readers::Readers;
use self::rollback::HeartbeatFile;
use self::watch::Watch;
use self::writer::{Job, Writer};
use crate::coordination::LocalCoordination;
use crate::durable;
use crate::{
    AppendOutcome, DataDirectory, Entry, GameToImport, ImportOutcome, NewGame, OwnedGame, Page,
    Query, SeatOwners, Store, StoreError, StoredGame,
};

pub use backup::{BackupContents, BackupError, back_up};
pub use checkup::{CheckedGame, Checkup, Orphans};
pub use competitions::CheckedCompetition;
pub use open::OpenError;
pub use repair::Repair;
pub use rollback::Rollback;
pub use rotation::{MadeBackup, Rotation};
pub use salvage::SalvagedTable;
pub(crate) use unfinished::mark as mark_unfinished;

/// Sizes of queues and groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The capacity of the write queue and of the read queue.
    pub queue: usize,
    /// The maximum number of jobs in a transaction.
    pub group: usize,
    /// The number of reading threads.
    pub readers: usize,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { queue: 4096, group: 256, readers: 3 }
    }
}

/// A store in one `SQLite` file. Dropping it waits until every accepted job is done.
pub struct Sqlite {
    // The drop order matters: the last connection to close checkpoints the log, which a reader
    // cannot do, and the directory is released when nothing uses it any more.
    readers: Readers,
    writer: Writer,
    /// None on a simulated disk.
    files: Option<Files>,
    pub(crate) coordination: LocalCoordination,
}

/// The files of a database besides the connections to it.
struct Files {
    watch: Arc<Watch>,
    heartbeats: HeartbeatFile,
    rollback: Option<Rollback>,
    directory: DataDirectory,
}

impl fmt::Debug for Sqlite {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let path = self.directory().map_or(Path::new("simulated"), DataDirectory::path);
        write!(f, "Sqlite({})", path.display())
    }
}

impl Sqlite {
    /// Opens the database in a directory, or creates one.
    ///
    /// # Errors
    /// When the file is not an intact database of Tabiya; it is left unchanged.
    pub fn open(directory: DataDirectory) -> Result<Sqlite, OpenError> {
        Sqlite::open_with(directory, Settings::default())
    }

    /// Its directory, unless the disk is simulated.
    pub fn directory(&self) -> Option<&DataDirectory> {
        self.files.as_ref().map(|files| &files.directory)
    }

    /// Like [`Sqlite::open`], with settings.
    ///
    /// # Errors
    /// When the file is not an intact database of Tabiya; it is left unchanged.
    pub fn open_with(directory: DataDirectory, settings: Settings) -> Result<Sqlite, OpenError> {
        let path = directory.database();
        let unreadable = |reason: String| OpenError::Unreadable { path: path.clone(), reason };
        let connection = open::writer(&path)?;
        let found = read::heartbeats(&connection);
        let found = found.map_err(|error| unreadable(error.to_string()))?;
        let watch = Arc::new(Watch::new(&path));
        let reader = || open::reader(&path).map_err(|error| unreadable(error.to_string()));
        let connections = (0..settings.readers.max(1)).map(|_| reader()).collect::<Result<_, _>>();
        let writer = Writer::start(&path, connection, Arc::clone(&watch), settings);
        let writer = writer.map_err(|error| unreadable(error.to_string()))?;
        let readers = Readers::start(connections?, settings.queue);
        let readers = readers.map_err(|error| unreadable(error.to_string()))?;
        let heartbeats = HeartbeatFile::new(&path, found.count);
        let rollback = rollback::rollback(&path, found);
        let files = Files { watch, heartbeats, rollback, directory };
        let coordination = LocalCoordination::default();
        Ok(Sqlite { readers, writer, files: Some(files), coordination })
    }

    /// What is missing, if the database is older than when Tabiya last used it.
    pub fn rollback(&self) -> Option<Rollback> {
        self.files.as_ref().and_then(|files| files.rollback)
    }
}

/// A connection to the database of a folder, which is created if necessary, for a copy of it all.
/// Only a target may have the mark of a copy that is not finished.
pub(crate) fn open_for_transfer(path: &Path, is_source: bool) -> Result<Connection, OpenError> {
    if is_source { open::writer(path) } else { open::writer_of_copy(path) }
}

#[async_trait]
impl Store for Sqlite {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let game = write::PreparedGame::new(&game)?;
        self.writer.submit(|reply| Job::Create(game, reply)).await
    }

    async fn import(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError> {
        let games: Vec<_> = games.iter().map(PreparedImport::new).collect::<Result<_, _>>()?;
        let write = |game: PreparedImport| move |connection: &Connection| game.write(connection);
        self.writer.write_bulk(games.into_iter().map(write)).await
    }

    async fn append(&self, entry: Entry) -> Result<AppendOutcome, StoreError> {
        let entry = write::PreparedEntry::new(entry)?;
        self.writer.submit(|reply| Job::Append(entry, reply)).await
    }

    async fn set_seat_owners(
        &self,
        id: &GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), StoreError> {
        let id = id.clone();
        self.writer
            .write(move |connection| write::set_seat_owners(connection, &id, seat_owners))
            .await
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let id = id.clone();
        let at = at.map(rows::timestamp_column).transpose()?;
        self.writer.write(move |connection| write::remove(connection, &id, at)).await
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let id = id.clone();
        self.readers.read(move |connection| read::load(connection, &id)).await
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        let query = query.clone();
        self.readers.read(move |connection| library::list(connection, &query)).await
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        let query = query.clone();
        self.readers.read(move |connection| library::ids(connection, &query)).await
    }

    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError> {
        self.readers.read(read::games_to_resume).await
    }

    async fn unstarted_games(
        &self,
        created: Timestamp,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let created = rows::timestamp_column(created)?;
        let read = move |connection: &Connection| read::unstarted(connection, created, limit);
        self.readers.read(read).await
    }

    async fn owned_games(&self, status: &str) -> Result<Vec<OwnedGame>, StoreError> {
        let status = status.to_owned();
        self.readers.read(move |connection| read::owned(connection, &status)).await
    }

    async fn size(&self) -> Result<u64, StoreError> {
        let Some(directory) = self.directory() else { return Ok(0) };
        let path = directory.database();
        self.readers.read(move |_| files_size(&path)).await
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        // Before anything is written; the log appears with the first write.
        self.files.as_ref().map_or(Ok(()), |files| files.watch.check())?;
        let column = rows::timestamp_column(at)?;
        self.writer.submit(|reply| Job::Heartbeat(column, reply)).await?;
        let failed = |error: std::io::Error| StoreError::Database(error.to_string());
        self.files.as_ref().map_or(Ok(()), |files| files.heartbeats.beat(at.0)).map_err(failed)
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        self.readers.read(read::heartbeat).await
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        let to = PathBuf::from(to);
        self.readers.read(move |connection| backup::backup(connection, &to)).await
    }
}

/// The size of a database with its write-ahead log, which may be missing.
fn files_size(path: &Path) -> Result<u64, StoreError> {
    let unknown = |error: std::io::Error| StoreError::Database(error.to_string());
    let main = path.metadata().map_err(unknown)?.len();
    let log = durable::with_suffix(path, "-wal").metadata().map_or(0, |log| log.len());
    Ok(main + log)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        StoreError::Database(error.to_string())
    }
}
