//! Backup of a database that is in use.

use std::io;
use std::path::Path;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{OpenError, inspect, open};
use crate::{StoreError, durable};

/// Copies a database, also one that another process is using, to a new file; returns the number of
/// games in the copy.
///
/// # Errors
/// When the source is not an intact database of Tabiya, and when the copy cannot be written.
pub fn back_up(library: &Path, to: &Path) -> Result<u32, BackupError> {
    inspect::inspect(library).map_err(BackupError::Library)?;
    let failed = |error: rusqlite::Error| BackupError::Copy(error.into());
    let connection = open::reader(library).map_err(failed)?;
    backup(&connection, to).map_err(BackupError::Copy)?;
    let copy = inspect::open_read_only(to).map_err(failed)?;
    copy.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).map_err(failed)
}

/// Why a backup failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// The source is not an intact database of Tabiya.
    #[error(transparent)]
    Library(OpenError),
    /// The copy cannot be written.
    #[error(transparent)]
    Copy(StoreError),
}

/// Copies a snapshot of the database to a new file. The copy is written under a temporary name and
/// renamed when it is complete and on disk.
pub(super) fn backup(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    if to.symlink_metadata().is_ok() {
        return Err(StoreError::BackupExists(to.into()));
    }
    let temporary = durable::with_suffix(to, ".partial");
    durable::create_file(&temporary).map_err(|error| unwritable(&temporary, &error))?;
    let copied = copy(connection, &temporary).and_then(|()| {
        durable::move_into_place(&temporary, to).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::BackupExists(to.into()),
            _ => unwritable(to, &error),
        })
    });
    if copied.is_err() {
        // The error of the copy matters more than one of removing it.
        let _ = durable::remove_if_exists(&temporary);
    }
    copied
}

/// Copies all pages in one step: readers do not block the writer, and no write can come in between.
fn copy(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    let mut target = Connection::open(to)?;
    let step = Backup::new(connection, &mut target).and_then(|copy| copy.step(-1));
    match step? {
        StepResult::Done => target.close().map_err(|(_, error)| error.into()),
        _ => Err(StoreError::Busy),
    }
}

fn unwritable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::File { path: path.into(), reason: error.to_string() }
}
