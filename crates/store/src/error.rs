//! Why a store did not do what it was asked.

use std::fmt;
use std::path::PathBuf;

use game::{GameId, Name};

use crate::DecodeError;

/// Why a store did not do what it was asked. Nothing was changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StoreError {
    /// More is waiting to be done than the store takes on; the caller may try again.
    Busy,
    /// The store was closed, or its thread is gone.
    Closed,
    /// There is a game of this id.
    Exists(GameId),
    /// There is no game of this id.
    Unknown(GameId),
    /// There is an account of this name.
    NameTaken(Name),
    /// The records of an entry are not numbered one after the other.
    Numbering {
        /// The number that should have come.
        expected: u32,
        /// The number that came; none when there was no record.
        seen: Option<u32>,
    },
    /// Something that was stored about a game cannot be read.
    Damaged {
        /// The game's id, as it is stored.
        game: String,
        /// What is wrong.
        fault: DecodeError,
    },
    /// Something cannot be written down, for example a moment beyond what a file can hold.
    Unwritable(String),
    /// There is a file where a backup should go.
    BackupExists(PathBuf),
    /// The store keeps nothing in a file, so there is nothing to copy.
    NoFile,
    /// A file could not be written.
    File {
        /// Which file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// The database failed, for example because the disk is full.
    Database(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StoreError::Busy => write!(f, "too much is waiting to be stored; try again shortly"),
            StoreError::Closed => write!(f, "the store of games is closed"),
            StoreError::Exists(id) => write!(f, "there is already a game {id}"),
            StoreError::Unknown(id) => write!(f, "there is no game {id}"),
            StoreError::NameTaken(name) => {
                write!(f, "there is already an account {name:?}", name = name.as_str())
            }
            StoreError::Numbering { expected, seen: Some(seen) } => {
                write!(f, "record {seen} came where record {expected} was due")
            }
            StoreError::Numbering { expected, seen: None } => {
                write!(f, "no record came where record {expected} was due")
            }
            StoreError::Damaged { game, fault } => {
                write!(f, "the stored game {game} is damaged: {fault}")
            }
            StoreError::Unwritable(reason) => {
                write!(f, "a record cannot be written down: {reason}")
            }
            StoreError::BackupExists(path) => {
                write!(f, "{} exists already and is not overwritten", path.display())
            }
            StoreError::NoFile => write!(f, "a store in memory has no file to copy"),
            StoreError::File { path, reason } => {
                write!(f, "{} could not be written: {reason}", path.display())
            }
            StoreError::Database(reason) => write!(f, "the database failed: {reason}"),
        }
    }
}

impl std::error::Error for StoreError {}
