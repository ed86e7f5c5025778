//! Games that people bring, read as a stream and kept in the store.
//!
//! Bytes go through `input` (archives and compression) and `format` (PGN, a
//! position, a club file) into games and faults, and from there in small batches into the store,
//! so memory is bounded by a few games, whatever the size of the file. Every batch is whole or not
//! there. A game that is there already is recognized, so an import that was broken off goes on when
//! the same file is imported again.

pub mod club;
mod format;
mod game;
mod input;
mod pgn;
mod run;

use std::fmt;

use store::{Fingerprint, ImportGame, StoreError};

pub use run::{Context, Failure, Progress, Report, run};

/// One game of a file: what can be kept of it, and what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Item {
    /// The game; none when nothing of it can be kept.
    pub(crate) game: Option<Box<ImportGame>>,
    /// The id under which this program exported it, when the file says so.
    pub(crate) own_id: Option<::game::GameId>,
    /// What is wrong; the numbers of the items are not known yet.
    pub(crate) faults: Vec<Fault>,
}

/// Something in a file that could not be kept as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Which game of the file, counted from 1.
    pub item: u64,
    /// Where in the text of the file, when that is known.
    pub at: Option<chess::pgn::Location>,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Whether the rest of the game was kept.
    pub kept: bool,
}

impl Fault {
    /// A game of which nothing is kept.
    pub(crate) fn lost(message: String) -> Fault {
        Fault { item: 0, at: None, message, kept: false }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "game {}", self.item)?;
        if let Some(at) = self.at {
            write!(f, ", line {}, column {}", at.line, at.column)?;
        }
        let rest = if self.kept { "" } else { " (not imported)" };
        write!(f, ": {}{rest}", self.message)
    }
}

/// Why an import ended before the end of its file.
#[derive(Debug)]
pub enum ImportError {
    /// The file cannot be read, or is not what its first bytes promise.
    Unreadable(String),
    /// It is a club file, but not one that can be read.
    Club(club::ClubError),
    /// The store does not take the games.
    Store(StoreError),
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ImportError::Unreadable(reason) => write!(f, "the file cannot be read: {reason}"),
            ImportError::Club(error) => error.fmt(f),
            ImportError::Store(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ImportError {}

/// What tells a game apart from every other: a hash over its text.
fn fingerprint(text: &str) -> Fingerprint {
    use sha2::{Digest, Sha256};
    let hash: [u8; 32] = Sha256::digest(text.as_bytes()).into();
    let mut short = [0; 16];
    short.copy_from_slice(&hash[..16]);
    Fingerprint(short)
}
