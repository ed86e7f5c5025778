//! A directory that one process at a time can use.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::LocationError;
use crate::durable;

/// The lock file. It stays, empty, when the lock is released.
const LOCK: &str = "tabiya.lock";

/// The file with the address of the server that uses the directory.
const ADDRESS: &str = "server-address";

/// The file with the owner's link to that server.
const LINK: &str = "owner-link";

/// The file with the secret that the owner's browsers have.
const OWNER: &str = "owner-secret";

/// The data directory, locked by this process until it is dropped.
#[derive(Debug)]
pub struct DataDirectory {
    path: PathBuf,
    lock: File,
}

impl DataDirectory {
    /// The file name of the database.
    pub const DATABASE: &str = "library.db";

    /// Locks a directory, and creates it if necessary.
    ///
    /// # Errors
    /// When another process uses it, and when it cannot be created or written to.
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
            Ok(()) => Ok(DataDirectory { path: path.into(), lock }),
            Err(TryLockError::WouldBlock) => Err(LocationError::Locked(path.into())),
            Err(TryLockError::Error(error)) => Err(unwritable(&file, &error)),
        }
    }

    /// Publishes the address of this process until the directory is released.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn announce(&self, address: &str) -> io::Result<()> {
        durable::replace(&self.path.join(ADDRESS), format!("{address}\n").as_bytes())
    }

    /// The address of the process that uses a directory, if it published one.
    pub fn announced(path: &Path) -> Option<String> {
        let address = fs::read_to_string(path.join(ADDRESS)).ok()?;
        Some(address.trim_end().to_owned()).filter(|address| !address.is_empty())
    }

    /// Publishes the owner's link to this process, for the owner alone, until the directory is
    /// released.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn announce_link(&self, link: &str) -> io::Result<()> {
        durable::replace(&self.path.join(LINK), format!("{link}\n").as_bytes())
    }

    /// The owner's link to the process that uses a directory, if it published one that the caller
    /// may read.
    pub fn announced_link(path: &Path) -> Option<String> {
        let link = fs::read_to_string(path.join(LINK)).ok()?;
        Some(link.trim_end().to_owned()).filter(|link| !link.is_empty())
    }

    /// The text that is kept for the owner alone, if there is one.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn owner_secret(&self) -> io::Result<Option<String>> {
        match fs::read_to_string(self.path.join(OWNER)) {
            Ok(text) => Ok(Some(text.trim_end().to_owned())),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Keeps a text for the owner alone.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep_owner_secret(&self, text: &str) -> io::Result<()> {
        durable::replace(&self.path.join(OWNER), format!("{text}\n").as_bytes())
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The path of the database.
    pub fn database(&self) -> PathBuf {
        self.path.join(DataDirectory::DATABASE)
    }
}

impl Drop for DataDirectory {
    fn drop(&mut self) {
        // A client that finds a stale address gets a connection error.
        let _ = durable::remove_if_exists(&self.path.join(ADDRESS));
        let _ = durable::remove_if_exists(&self.path.join(LINK));
        // Closing the file is not enough: a program that is being started just now has it as well.
        let _ = self.lock.unlock();
    }
}
