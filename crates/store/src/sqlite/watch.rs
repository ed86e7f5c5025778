//! Notices that the files of the open database are not the ones at their paths any more.
//!
//! On Unix a file can be deleted or replaced while it is in use. The process would go on writing to
//! a file without a name, and everything it acknowledges would be gone when it ends. So the files
//! are compared with their paths at every heartbeat, and nothing is written while they differ.

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::{StoreError, durable};

/// The files of an open database.
#[derive(Debug)]
pub(super) struct Watch {
    database: WatchedFile,
    /// The log. `SQLite` creates it with the first write, and removes it when the database closes.
    log: WatchedFile,
    is_gone: AtomicBool,
}

#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    /// Which file it was when it was first seen.
    identity: OnceLock<Identity>,
}

impl Watch {
    /// Watches the files of a database that was just opened.
    pub(super) fn new(database: &Path) -> Watch {
        let watched = |path| WatchedFile { path, identity: OnceLock::new() };
        let watch = Watch {
            database: watched(database.into()),
            log: watched(durable::with_suffix(database, "-wal")),
            is_gone: AtomicBool::new(false),
        };
        // Remembers which file it is.
        watch.database.is_gone();
        watch
    }

    /// Compares the files with their paths.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let is_gone = self.database.is_gone() || self.log.is_gone();
        self.is_gone.store(is_gone, Ordering::Relaxed);
        self.allow_writing()
    }

    /// Fails if the last check found that a file is gone.
    pub(super) fn allow_writing(&self) -> Result<(), StoreError> {
        if self.is_gone.load(Ordering::Relaxed) {
            return Err(StoreError::Replaced(self.database.path.clone()));
        }
        Ok(())
    }
}

impl WatchedFile {
    fn is_gone(&self) -> bool {
        match self.path.metadata() {
            Ok(found) => *self.identity.get_or_init(|| identity(&found)) != identity(&found),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                self.identity.get().is_some()
            }
            // A disk that does not answer is for those who read and write to report.
            Err(_) => false,
        }
    }
}

/// The device and the number of a file.
type Identity = (u64, u64);

#[cfg(unix)]
fn identity(found: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt;
    (found.dev(), found.ino())
}

/// Elsewhere a file in use can be neither deleted nor replaced.
#[cfg(not(unix))]
fn identity(_: &Metadata) -> Identity {
    (0, 0)
}
