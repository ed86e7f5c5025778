//! Why a backup failed, for the log and for the admin's page.

use std::io;
use std::path::Path;

use store::{BackupError, OpenError, StoreError};
use wire::service::BackupErrorKind;

/// Why a backup by schedule failed.
#[derive(Debug, thiserror::Error)]
pub(super) enum ScheduleError {
    /// The backup itself failed.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// The system has no thread for it.
    #[error("no thread: {0}")]
    Thread(io::Error),
    /// Its thread panicked.
    #[error("bug: the thread panicked")]
    Panicked,
}

impl From<ScheduleError> for BackupErrorKind {
    fn from(error: ScheduleError) -> BackupErrorKind {
        match error {
            ScheduleError::Backup(BackupError::Library(error)) => library(error),
            ScheduleError::Backup(BackupError::Copy(error)) => copy(error),
            ScheduleError::Backup(BackupError::Verify(reason)) => {
                BackupErrorKind::CopyDamaged { reason }
            }
            ScheduleError::Thread(error) => BackupErrorKind::NoThread { reason: error.to_string() },
            ScheduleError::Panicked => BackupErrorKind::Internal {},
        }
    }
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// The library cannot be copied.
fn library(error: OpenError) -> BackupErrorKind {
    match error {
        OpenError::Unreadable { path, reason } => {
            BackupErrorKind::LibraryUnreadable { path: shown(&path), reason }
        }
        OpenError::NotDatabase(path) | OpenError::OtherProgram(path) => {
            BackupErrorKind::NotLibrary { path: shown(&path) }
        }
        OpenError::Newer { path, .. } => BackupErrorKind::NewerLibrary { path: shown(&path) },
        OpenError::Unfinished(_) => BackupErrorKind::Database { reason: error.to_string() },
        OpenError::Damaged { path, reason } => {
            BackupErrorKind::LibraryDamaged { path: shown(&path), reason }
        }
        OpenError::Unwritable { path, reason } => {
            BackupErrorKind::Unwritable { path: shown(&path), reason }
        }
    }
}

/// The copy cannot be written.
fn copy(error: StoreError) -> BackupErrorKind {
    match error {
        StoreError::File { path, reason } => {
            BackupErrorKind::Unwritable { path: shown(&path), reason }
        }
        StoreError::BackupExists(path) => BackupErrorKind::Exists { path: shown(&path) },
        StoreError::BackupRunning(path) => BackupErrorKind::Running { path: shown(&path) },
        StoreError::Replaced(path) => BackupErrorKind::LibraryReplaced { path: shown(&path) },
        StoreError::Busy => BackupErrorKind::Busy {},
        StoreError::Database(reason) | StoreError::Unconfirmed(reason) => {
            BackupErrorKind::Database { reason }
        }
        // A copy of the whole file neither reads nor writes single games or accounts.
        StoreError::Closed
        | StoreError::Exists(_)
        | StoreError::Unknown(_)
        | StoreError::NameTaken(_)
        | StoreError::Numbering { .. }
        | StoreError::Damaged { .. }
        | StoreError::DamagedCompetition { .. }
        | StoreError::NoAccount(_)
        | StoreError::CardTaken
        | StoreError::Unwritable(_)
        | StoreError::NoFile
        | StoreError::ExternalBackup => BackupErrorKind::Database { reason: error.to_string() },
    }
}
