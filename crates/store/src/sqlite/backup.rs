//! A copy of a live database.

use std::path::Path;
use std::{fmt, io};

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::{OpenError, inspect, open};
use crate::{StoreError, durable};

/// Copies a library, also one that another process is using, to a place where there is no file;
/// says how many games are in the copy.
///
/// # Errors
/// When there is no sound library of ours, and when the copy cannot be written.
pub fn back_up(library: &Path, to: &Path) -> Result<u32, BackupError> {
    inspect::inspect(library).map_err(BackupError::Library)?;
    let failed = |error: rusqlite::Error| BackupError::Copy(error.into());
    let connection = open::reader(library).map_err(failed)?;
    backup(&connection, to).map_err(BackupError::Copy)?;
    let copy = inspect::open_untouched(to).map_err(failed)?;
    copy.query_row("SELECT count(*) FROM game", [], |row| row.get(0)).map_err(failed)
}

/// Why there is no copy of a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BackupError {
    /// What should be copied is no sound library.
    Library(OpenError),
    /// The copy could not be made.
    Copy(StoreError),
}

impl fmt::Display for BackupError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            BackupError::Library(error) => error.fmt(f),
            BackupError::Copy(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BackupError {}

/// Copies the database, as it is at one instant, to a place where there is no file. The copy is
/// made beside that place and moved there when it is whole and on the disk.
pub(super) fn backup(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    if to.symlink_metadata().is_ok() {
        return Err(StoreError::BackupExists(to.into()));
    }
    let beside = durable::with_suffix(to, ".partial");
    durable::create_file(&beside).map_err(|error| unwritable(&beside, &error))?;
    let copied = copy(connection, &beside).and_then(|()| {
        durable::settle(&beside, to).map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::BackupExists(to.into()),
            _ => unwritable(to, &error),
        })
    });
    if copied.is_err() {
        // The copy is of no use; why it failed is the news, not whether it could be removed.
        let _ = durable::remove_if_there(&beside);
    }
    copied
}

/// All pages in one step: readers do not hold up the writer, and no write can come in between.
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
