//! A directory that one process at a time has for itself.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::LocationError;
use crate::durable;

/// The file that whoever has the directory keeps locked. It stays there afterwards, empty.
const LOCK: &str = "tabiya.lock";

/// The file in which a server that has the directory says where it can be reached.
const ADDRESS: &str = "server-address";

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
    pub fn open(path: &Path) -> Result<DataDirectory, LocationError> {
        let unwritable = |path: &Path, reason: &dyn std::fmt::Display| LocationError::Unwritable {
            path: path.into(),
            reason: reason.to_string(),
        };
        if path.exists() && !path.is_dir() {
            return Err(LocationError::NotDirectory(path.into()));
        }
        durable::create_directory(path).map_err(|error| unwritable(path, &error))?;
        let file = path.join(LOCK);
        let lock = durable::open_or_create(&file).map_err(|error| unwritable(path, &error))?;
        match lock.try_lock() {
            Ok(()) => Ok(DataDirectory { path: path.into(), _lock: lock }),
            Err(TryLockError::WouldBlock) => Err(LocationError::Locked(path.into())),
            Err(TryLockError::Error(error)) => Err(unwritable(&file, &error)),
        }
    }

    /// Says where whoever wants something of these games can reach this process. Forgotten when the
    /// directory is given back.
    ///
    /// # Errors
    /// When it cannot be written down.
    pub fn announce(&self, address: &str) -> io::Result<()> {
        durable::replace(&self.path.join(ADDRESS), format!("{address}\n").as_bytes())
    }

    /// Where the process that has a directory can be reached, if it has said so.
    pub fn announced(path: &Path) -> Option<String> {
        let address = fs::read_to_string(path.join(ADDRESS)).ok()?;
        Some(address.trim_end().to_owned()).filter(|address| !address.is_empty())
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

impl Drop for DataDirectory {
    fn drop(&mut self) {
        // Whoever finds an address at which nobody answers is told so.
        let _ = durable::remove_if_there(&self.path.join(ADDRESS));
    }
}
