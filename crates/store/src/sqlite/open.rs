//! Creates, inspects, migrates and opens the database.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Result};

use super::{inspect, migrations, unfinished};
use crate::durable;

/// How long a statement waits for a lock. Only a backup program should hold one.
pub(super) const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// Files that `SQLite` may leave beside a database.
pub(super) const COMPANIONS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// Opens the writing connection. Rejects a file that is not an intact database of Tabiya, or not a
/// whole one, and leaves it unchanged.
pub(super) fn writer(path: &Path) -> std::result::Result<Connection, OpenError> {
    unfinished::refuse(path)?;
    writer_of_copy(path)
}

/// Like [`writer`], also of a file into which a library is being copied.
pub(super) fn writer_of_copy(path: &Path) -> std::result::Result<Connection, OpenError> {
    let unwritable = |reason: String| OpenError::Unwritable { path: path.into(), reason };
    if path.symlink_metadata().is_err() {
        create(path).map_err(|error| unwritable(error.to_string()))?;
    }
    inspect::inspect(path)?;
    // After a failed sync the system may show a log that it never writes to the disk. What the last
    // process has left is written again before anybody builds on it.
    let log = durable::with_suffix(path, "-wal");
    durable::write_again(&log).map_err(|error| unwritable(error.to_string()))?;
    let open = || {
        let mut connection = connect(path)?;
        if connection.is_readonly("main")? {
            return Ok(None);
        }
        prepare_writer(&mut connection)?;
        Ok(Some(connection))
    };
    open()
        .map_err(|error: rusqlite::Error| unwritable(error.to_string()))?
        .ok_or_else(|| unwritable("the file is write-protected".into()))
}

/// Opens the writing connection again, of a database that this process has open.
pub(super) fn writer_again(path: &Path) -> Result<Connection> {
    let connection = connect(path)?;
    configure(&connection)?;
    Ok(connection)
}

fn connect(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Connection::open_with_flags(path, flags)
}

/// Makes the writing connection of a database durable and its schema current.
pub(super) fn prepare_writer(connection: &mut Connection) -> Result<()> {
    configure(connection)?;
    migrations::apply(connection)
}

/// Every commit is on disk before it is acknowledged. What a transaction needs to undo a part of
/// itself is kept in memory: freeing a temporary file can make the disk slow for everybody.
pub(super) fn configure(connection: &Connection) -> Result<()> {
    prepare(connection)?;
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)
}

/// Opens a reading connection.
pub(super) fn reader(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection)?;
    Ok(connection)
}

pub(super) fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(LOCK_TIMEOUT)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)
}

/// Creates an empty database under a temporary name and renames it when it is complete. Leftovers
/// of an earlier attempt are removed first: an old journal would be applied to the new file.
fn create(path: &Path) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let temporary = durable::with_suffix(path, ".new");
    durable::remove_if_exists(&temporary)?;
    durable::remove_if_exists(&durable::with_suffix(&temporary, "-journal"))?;
    durable::create_file(&temporary)?;
    let mut connection = Connection::open(&temporary)?;
    connection.pragma_update(None, "application_id", inspect::APPLICATION_ID)?;
    migrations::apply(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    durable::move_into_place(&temporary, path)?;
    Ok(())
}

/// Why a database cannot be opened. The file is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenError {
    /// The file cannot be read.
    #[error("{} cannot be read: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is not a database.
    #[error("{} is not a Tabiya library", .0.display())]
    NotDatabase(PathBuf),
    /// The file is the database of another program.
    #[error("{} belongs to another program", .0.display())]
    OtherProgram(PathBuf),
    /// A newer version of Tabiya wrote the file.
    #[error(
        "{} was updated by a newer Tabiya to version {found}; this one knows versions up to \
         {known}; start the newer Tabiya",
        path.display()
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// A library was not copied to its end.
    #[error(
        "{} is a copy that is not finished; run the same `tabiya move-database` again, or begin \
         with an empty folder",
        .0.display()
    )]
    Unfinished(PathBuf),
    /// The file is damaged.
    #[error("{} is damaged: {reason}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be written.
    #[error("{} cannot be written: {reason}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}
