//! The errors of a store.

use std::path::PathBuf;

use game::{GameId, Name};
use thiserror::Error;

use crate::{AccountId, DecodeError};

/// Why a store failed. Nothing was changed, except that nobody knows after [`Self::Unconfirmed`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// A queue is full; the caller may try again.
    #[error("the write queue is full; try again shortly")]
    Busy,
    /// The store is closed, or its thread is gone.
    #[error("the game store is closed")]
    Closed,
    /// The id of a new game is taken.
    #[error("there is already a game {0}")]
    Exists(GameId),
    /// There is no such game.
    #[error("there is no game {0}")]
    Unknown(GameId),
    /// The name of a new account is taken.
    #[error("there is already an account {name:?}", name = .0.as_str())]
    NameTaken(Name),
    /// There is no such account.
    #[error("there is no account {}", .0.0)]
    NoAccount(AccountId),
    /// The code of a new card is taken.
    #[error("there is already a card with this code")]
    CardTaken,
    /// The records of an entry are not numbered consecutively.
    #[error("expected record {expected}, found {}", record(*.seen))]
    Numbering {
        /// The number that should have come.
        expected: u32,
        /// The number that came; none when there was no record.
        seen: Option<u32>,
    },
    /// What is stored about a game cannot be decoded.
    #[error("the stored game {game} is damaged: {error}")]
    Damaged {
        /// The game's id, as it is stored.
        game: String,
        /// What is wrong.
        error: DecodeError,
    },
    /// What is stored about a competition cannot be decoded.
    #[error("the stored competition {competition} is damaged: {error}")]
    DamagedCompetition {
        /// Its id, as it is stored.
        competition: String,
        /// What is wrong.
        error: DecodeError,
    },
    /// A value cannot be stored, such as a time out of range.
    #[error("a record cannot be written: {0}")]
    Unwritable(String),
    /// The target of a backup exists.
    #[error("{} already exists; it was not overwritten", .0.display())]
    BackupExists(PathBuf),
    /// Another process is writing the same backup.
    #[error("{} is being written by another backup", .0.display())]
    BackupRunning(PathBuf),
    /// A store in memory has no file to copy.
    #[error("a store in memory has no file to copy")]
    NoFile,
    /// A database of `PostgreSQL` is backed up with its own programs.
    #[error("a PostgreSQL database is backed up with pg_dump or pg_basebackup")]
    ExternalBackup,
    /// A file cannot be written.
    #[error("{} could not be written: {reason}", path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The file of the database was deleted or replaced while it was in use.
    #[error("{} or its log was deleted or replaced while Tabiya was using it", .0.display())]
    Replaced(PathBuf),
    /// The system or the database could not confirm that a change is on disk. It may be stored or
    /// not; repeating the change tells.
    #[error("it is not confirmed that the change was stored: {0}")]
    Unconfirmed(String),
    /// The database failed, for example because the disk is full.
    #[error("the database failed: {0}")]
    Database(String),
}

fn record(number: Option<u32>) -> String {
    number.map_or_else(|| "no record".into(), |number| format!("record {number}"))
}
