//! Why a match cannot be played or recorded.

use std::io;
use std::path::Path;

use uci::ClientError;

use crate::schedule::Round;

/// Why a match cannot be played or recorded. What engines do wrong during a game costs them the
/// game and is not an error of the match.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// An engine cannot be started or set up.
    #[error(transparent)]
    Engine(#[from] ClientError),
    /// A file cannot be read.
    #[error("cannot read '{path}': {error}")]
    Read {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("cannot write '{path}': {error}")]
    Write {
        /// The file.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// A file of openings cannot be used.
    #[error("'{path}': {reason}")]
    Openings {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The PGN file already has games, and the match is not resumed.
    #[error("'{0}' already exists")]
    PgnExists(String),
    /// The PGN file to resume from was written by another match.
    #[error(
        "'{path}' line {line}: game {round} belongs to a match with different players, openings or \
         seed"
    )]
    OtherMatch {
        /// The file.
        path: String,
        /// The line on which the game begins.
        line: usize,
        /// The game.
        round: Round,
    },
}

impl MatchError {
    pub(crate) fn read(path: &Path, error: io::Error) -> MatchError {
        MatchError::Read { path: path.display().to_string(), error }
    }

    pub(crate) fn write(path: &Path, error: io::Error) -> MatchError {
        MatchError::Write { path: path.display().to_string(), error }
    }
}
