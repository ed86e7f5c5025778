//! Health, engines and errors.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::{ErrorCode, ErrorDetail};

/// The health of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Health {
    /// `ok`, `cannot_store` when nothing can be stored, or `shutting_down`.
    pub status: String,
    /// The version of the program.
    pub version: String,
    /// The uptime in milliseconds.
    pub uptime_ms: u64,
    /// The load of the engines.
    pub engines: EngineLoad,
}

/// The load of the engines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EngineLoad {
    /// The maximum number of searches at once.
    pub workers: usize,
    /// The number of running searches.
    pub busy: usize,
    /// The number of waiting searches.
    pub waiting: usize,
}

/// How much of the server is used, and the limits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Usage {
    /// The size of the library on disk.
    pub library_bytes: u64,
    /// The size at which nothing new is stored; none without a limit.
    pub max_library_bytes: Option<u64>,
    /// How many bytes one client may add in an hour.
    pub bytes_per_hour: u32,
    /// How many games of one client may wait for their first move.
    pub max_unstarted_games: usize,
    /// The number of open connections.
    pub connections: usize,
    /// The number of live games.
    pub games: usize,
    /// The load of the engines.
    pub engines: EngineLoad,
    /// The clients who have stored most since the server started.
    pub clients: Vec<ClientUsage>,
}

/// What one client uses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct ClientUsage {
    /// The name of a member, or the address of a visitor.
    pub name: String,
    /// The bytes that it has added since the server started.
    pub stored_bytes: u64,
    /// The number of its games that wait for their first move.
    pub unstarted_games: usize,
}

/// The available engines besides Tabiya.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct EngineList {
    /// The names of the external engines.
    pub external: Vec<String>,
}

/// The backups of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BackupState {
    /// The folder.
    pub directory: String,
    /// The time between two backups in milliseconds.
    pub every_ms: u64,
    /// How many backups are kept.
    pub keep: usize,
    /// The last backup since the server started.
    pub last: Option<LastBackup>,
    /// Why the last attempt failed, if it did.
    pub failure: Option<BackupFailure>,
}

/// A backup that was made and verified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LastBackup {
    /// When it was made.
    pub at_ms: u64,
    /// The name of the file.
    pub file: String,
    /// The number of games.
    pub games: u64,
    /// The size of the file.
    pub bytes: u64,
    /// The ids of games that are damaged.
    pub damaged: Vec<String>,
}

/// A backup that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct BackupFailure {
    /// When it failed.
    pub at_ms: u64,
    /// Why.
    pub error: BackupErrorKind,
    /// Why, in English.
    pub message: String,
}

/// Why a backup failed. A `reason` is what the system or the database says, in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum BackupErrorKind {
    /// The library cannot be read.
    LibraryUnreadable {
        /// Its file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The file is not a library of Tabiya.
    NotLibrary {
        /// The file.
        path: String,
    },
    /// A newer version of Tabiya wrote the library.
    NewerLibrary {
        /// Its file.
        path: String,
    },
    /// The library is damaged.
    LibraryDamaged {
        /// Its file.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The file of the library was deleted or replaced.
    LibraryReplaced {
        /// The file.
        path: String,
    },
    /// A file or folder cannot be written.
    Unwritable {
        /// The file or folder.
        path: String,
        /// The reason.
        reason: String,
    },
    /// The file of the backup exists.
    Exists {
        /// The file.
        path: String,
    },
    /// Another backup is writing the same file.
    Running {
        /// The file.
        path: String,
    },
    /// The library is too busy to be copied.
    Busy {},
    /// The database failed, for example because the disk is full.
    Database {
        /// The reason.
        reason: String,
    },
    /// The copy was written, but is not intact.
    CopyDamaged {
        /// The reason.
        reason: String,
    },
    /// The system has no thread for it.
    NoThread {
        /// The reason.
        reason: String,
    },
    /// A bug in the server.
    Internal {},
}

/// The body of every error response.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ErrorBody {
    /// The code for programs; it never changes.
    pub code: ErrorCode,
    /// The message in English.
    pub message: String,
    /// The values in the message, for translations of it.
    #[serde(default)]
    pub values: Vec<String>,
    /// What exactly is wrong, where the code stands for many reasons.
    #[serde(default)]
    pub detail: Option<ErrorDetail>,
}
