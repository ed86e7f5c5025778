//! A directory that one process at a time has for itself.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::PlaceError;
use crate::durable;

/// The file that whoever has the directory keeps locked. It stays there afterwards, empty.
const LOCK: &str = "tabiya.lock";

/// A directory for games, held by this process until it is dropped.
#[derive(Debug)]
pub struct DataDirectory {
    path: PathBuf,
    _lock: File,
}

impl DataDirectory {
    /// The name of the file with the games.
    pub const DATABASE: &str = "library.db";

    /// Takes a directory, which is created where there is none.
    ///
    /// # Errors
    /// When another process has it, when it is none, and when it cannot be written to.
    pub fn open(path: &Path) -> Result<DataDirectory, PlaceError> {
        let unwritable = |path: &Path, reason: &dyn std::fmt::Display| PlaceError::Unwritable {
            path: path.into(),
            reason: reason.to_string(),
        };
        if path.exists() && !path.is_dir() {
            return Err(PlaceError::NotDirectory(path.into()));
        }
        durable::create_directory(path).map_err(|error| unwritable(path, &error))?;
        let file = path.join(LOCK);
        let lock = durable::open_or_create(&file).map_err(|error| unwritable(path, &error))?;
        match lock.try_lock() {
            Ok(()) => Ok(DataDirectory { path: path.into(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(PlaceError::Locked(path.into())),
            Err(TryLockError::Error(error)) => Err(unwritable(&file, &error)),
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Where the file with the games is, or will be.
    pub fn database(&self) -> PathBuf {
        self.path.join(DataDirectory::DATABASE)
    }
}
