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

use ::game::ReplayError;
use chess::pgn::{GameResult, Location, PgnErrorKind};
use chess::{FenError, Outcome};
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
    /// What is wrong.
    pub kind: ImportErrorKind,
    /// Whether the rest of the game was imported.
    pub kept: bool,
}

impl ImportError {
    /// An error that leaves nothing of a game to import.
    pub(crate) fn unreadable(kind: ImportErrorKind) -> ImportError {
        ImportError { game: 0, at: None, kind, kept: false }
    }

    /// The error as the command line prints it: where it is, what is wrong, and what became of the
    /// game.
    pub fn describe(game: u64, at: Option<Location>, message: &str, kept: bool) -> String {
        let at = at.map_or_else(String::new, |Location { line, column }| {
            format!(", line {line}, column {column}")
        });
        let rest = if kept { "" } else { " (not imported)" };
        format!("game {game}{at}: {message}{rest}")
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let message = self.kind.to_string();
        f.write_str(&ImportError::describe(self.game, self.at, &message, self.kept))
    }
}

impl std::error::Error for ImportError {}

/// What is wrong in a game of a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ImportErrorKind {
    /// There is no game.
    #[error("no game found")]
    NoGame,
    /// An error in PGN.
    #[error("{0}")]
    Pgn(PgnErrorKind),
    /// A line is not a legal position.
    #[error(transparent)]
    Position(#[from] FenError),
    /// An error in an entry of a club file.
    #[error(transparent)]
    Club(#[from] club::EntryError),
    /// The result contradicts the final position.
    #[error("the result {result} contradicts the final position: {outcome}")]
    Contradiction {
        /// The result.
        result: GameResult,
        /// The outcome on the board.
        outcome: Outcome,
    },
    /// Moves and result do not make a game.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

/// Why an import ended before the end of its file.
#[derive(Debug, thiserror::Error)]
pub enum FatalImportError {
    /// The file cannot be read, or is not what its first bytes promise.
    #[error("the file cannot be read: {0}")]
    Unreadable(std::io::Error),
    /// It is neither a text nor compressed.
    #[error("the file cannot be read: it is not a text file")]
    NotText,
    /// It is too large after decompression.
    #[error("the file cannot be read: it exceeds the size limit of imports")]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// It did not arrive in time.
    #[error("the file cannot be read: the rest did not arrive in time")]
    TooSlow,
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

impl From<std::io::Error> for FatalImportError {
    /// A reader that stopped for one of these reasons has hidden it in an error of the system.
    fn from(error: std::io::Error) -> FatalImportError {
        error.downcast().unwrap_or_else(FatalImportError::Unreadable)
    }
}

impl From<FatalImportError> for std::io::Error {
    fn from(error: FatalImportError) -> std::io::Error {
        std::io::Error::other(error)
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
