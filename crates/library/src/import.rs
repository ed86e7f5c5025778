//! Streaming import of games into the store.
//!
//! Bytes go through `input` (archives and compression) and `format` (PGN, FEN or club file), which
//! turn them into games and errors. Games are written to the store in small batches, so memory use
//! does not depend on the size of the file, and the sender can be charged as the import goes on.
//! Each batch is atomic, and a game that the library already has is recognized: an interrupted
//! import resumes when the file is imported again.

pub mod club;
mod format;
mod game;
mod input;
mod pgn;
mod run;

use std::fmt;

use chess::pgn::Location;
use store::{Fingerprint, GameToImport, StoreError};

pub use run::{AbortedImport, Context, Progress, Report, run};

/// One game of a file: the game itself, and the errors in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ParsedGame {
    /// The game; none when nothing of it can be imported.
    pub(crate) game: Option<Box<GameToImport>>,
    /// The id under which Tabiya exported it, when the file names one.
    pub(crate) exported_id: Option<::game::GameId>,
    /// The errors, whose game numbers are not known yet.
    pub(crate) errors: Vec<ImportError>,
}

/// An error in one game of a file. The import goes on with the next game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportError {
    /// The number of the game in the file, from 1.
    pub game: u64,
    /// Where in the file, when that is known.
    pub at: Option<Location>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Whether the rest of the game was imported.
    pub kept: bool,
}

impl ImportError {
    /// An error that leaves nothing of a game to import.
    pub(crate) fn unreadable(message: impl fmt::Display) -> ImportError {
        ImportError { game: 0, at: None, message: message.to_string(), kept: false }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if let Some(at) = self.at {
            write!(f, ", line {}, column {}", at.line, at.column)?;
        }
        let rest = if self.kept { "" } else { " (not imported)" };
        write!(f, ": {}{rest}", self.message)
    }
}

impl std::error::Error for ImportError {}

/// Why an import ended before the end of its file.
#[derive(Debug, thiserror::Error)]
pub enum FatalImportError {
    /// The file cannot be read, or is not what its first bytes promise.
    #[error("the file cannot be read: {0}")]
    Unreadable(#[from] std::io::Error),
    /// It starts like a club file but is not one.
    #[error(transparent)]
    Club(#[from] club::ClubFileError),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The sender has used up the quota for imports.
    #[error("your quota for imports is used up; import the rest later")]
    Quota,
    /// The caller stopped the import.
    #[error("the import was canceled")]
    Canceled,
}

impl FatalImportError {
    /// The error of a reader that stopped because of the quota is that of the quota.
    fn recognize_quota(self) -> FatalImportError {
        let is_quota = |error: &std::io::Error| {
            let cause = error.get_ref().and_then(|cause| cause.downcast_ref());
            matches!(cause, Some(FatalImportError::Quota))
        };
        match self {
            FatalImportError::Unreadable(error) if is_quota(&error) => FatalImportError::Quota,
            error => error,
        }
    }
}

/// The fingerprint of a game: a hash of its text.
fn fingerprint(text: &str) -> Fingerprint {
    use sha2::{Digest, Sha256};
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let mut short = [0; 16];
    short.copy_from_slice(&hash[..16]);
    Fingerprint(short)
}
