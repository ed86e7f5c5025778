//! Games that come from files: what was read, as it was read, and whether it was there before.

use std::fmt;

use game::GameId;

use crate::NewGame;

/// A game from a file, to be kept with everything that the file says about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportGame {
    /// The game as far as it can be played here.
    pub game: NewGame,
    /// What kind of file it comes from.
    pub format: SourceFormat,
    /// The game as the file has it, in the form of its format.
    pub text: String,
    /// What tells it apart from every other game.
    pub fingerprint: Fingerprint,
}

/// What became of an [`ImportGame`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Imported {
    /// It is kept under its id.
    Added,
    /// The same game was there already, under this id; nothing was written.
    Duplicate(GameId),
    /// The same game had been removed, and is listed again under this id.
    Restored(GameId),
}

/// What a game was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// What kind of file it comes from.
    pub format: SourceFormat,
    /// The game as the file has it.
    pub text: String,
    /// How many records of the game were made from it; those after them happened here.
    pub records: u32,
}

/// A kind of file that games come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceFormat {
    /// PGN, written by this program: tags, moves, variations, comments and result.
    Pgn,
    /// A game of a club file, as JSON.
    Club,
}

impl SourceFormat {
    /// The word under which it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            SourceFormat::Pgn => "pgn",
            SourceFormat::Club => "club",
        }
    }

    /// The format that is stored under a word.
    pub fn from_word(word: &str) -> Option<SourceFormat> {
        [SourceFormat::Pgn, SourceFormat::Club].into_iter().find(|format| format.as_str() == word)
    }
}

/// A hash over everything that a file says about a game. Two games with the same are the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 16]);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Fingerprint({:032x})", u128::from_be_bytes(self.0))
    }
}
