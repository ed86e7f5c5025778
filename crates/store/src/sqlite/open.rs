//! From a directory to connections: a database is made, looked at, brought up to date and opened.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, Result};

use super::{inspect, migrations};
use crate::durable;

/// How long a statement waits for a lock. Nobody but a backup program should hold one.
const PATIENCE: Duration = Duration::from_secs(5);

/// A connection that writes. Refuses a file that is not a sound library of ours, and leaves it as
/// it is.
pub(super) fn writer(path: &Path) -> std::result::Result<Connection, OpenError> {
    let unwritable = |reason: String| OpenError::Unwritable { path: path.into(), reason };
    if path.symlink_metadata().is_err() {
        make(path).map_err(|error| unwritable(error.to_string()))?;
    }
    inspect::inspect(path)?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let open = || {
        let mut connection = Connection::open_with_flags(path, flags)?;
        if connection.is_readonly("main")? {
            return Ok(None);
        }
        prepare(&connection)?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "fullfsync", true)?;
        migrations::apply(&mut connection)?;
        Ok(Some(connection))
    };
    open()
        .map_err(|error: rusqlite::Error| unwritable(error.to_string()))?
        .ok_or_else(|| unwritable("the file is write-protected".into()))
}

/// A connection that only reads, beside one that writes.
pub(super) fn reader(path: &Path) -> Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    prepare(&connection)?;
    Ok(connection)
}

fn prepare(connection: &Connection) -> Result<()> {
    connection.busy_timeout(PATIENCE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "trusted_schema", false)
}

/// Makes an empty library beside its place and moves it there when it is whole. What an earlier
/// attempt has left there goes first: an old journal would be played back into the new file.
fn make(path: &Path) -> std::result::Result<(), Box<dyn std::error::Error>> {
    let beside = durable::with_suffix(path, ".new");
    durable::remove_if_there(&beside)?;
    durable::remove_if_there(&durable::with_suffix(&beside, "-journal"))?;
    durable::create_file(&beside)?;
    let mut connection = Connection::open(&beside)?;
    connection.pragma_update(None, "application_id", inspect::APPLICATION_ID)?;
    migrations::apply(&mut connection)?;
    connection.close().map_err(|(_, error)| error)?;
    durable::settle(&beside, path)?;
    Ok(())
}

/// Why a library cannot be opened. The file is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenError {
    /// The file cannot be read at all.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file is no database.
    NotDatabase(PathBuf),
    /// The file is the database of another program.
    Foreign(PathBuf),
    /// The file was written by a newer version of this program.
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u32,
        /// The newest version that this program knows.
        known: u32,
    },
    /// The file is a database of ours, but not whole.
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The file cannot be written.
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
}

impl fmt::Display for OpenError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            OpenError::Unreadable { path, reason } => {
                write!(f, "{} cannot be read: {reason}", path.display())
            }
            OpenError::NotDatabase(path) => {
                write!(f, "{} is not a library of games", path.display())
            }
            OpenError::Foreign(path) => {
                write!(f, "{} is a database of another program", path.display())
            }
            OpenError::Newer { path, found, known } => write!(
                f,
                "{} has version {found}, but this Tabiya knows only up to {known}",
                path.display()
            ),
            OpenError::Damaged { path, reason } => {
                write!(f, "{} is damaged: {reason}", path.display())
            }
            OpenError::Unwritable { path, reason } => {
                write!(f, "{} cannot be written: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for OpenError {}
