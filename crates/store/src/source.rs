//! Imported games: their original text, and recognition of duplicates.

use std::fmt;

use game::GameId;

use crate::NewGame;

/// A game to import, with its original text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameToImport {
    /// The game itself.
    pub game: NewGame,
    /// The format of the text.
    pub format: SourceFormat,
    /// The game as in the file.
    pub text: String,
    /// Identifies the game.
    pub fingerprint: Fingerprint,
}

/// The result of importing an [`GameToImport`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportOutcome {
    /// It was stored under its id.
    Added,
    /// The library has the same game under this id; nothing was written.
    Duplicate(GameId),
    /// The same game had been removed and is listed again, under this id.
    Restored(GameId),
}

/// The original text of an imported game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The format of the text.
    pub format: SourceFormat,
    /// The game as in the file.
    pub text: String,
    /// How many records of the game were made from it; later ones were played here.
    pub records: u32,
}

/// The format of an imported game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SourceFormat {
    /// PGN as Tabiya writes it: tags, moves, variations, comments and result.
    Pgn,
    /// The JSON of a club file entry.
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

/// A hash of the original text. Games with equal fingerprints are duplicates.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 16]);

impl fmt::Debug for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Fingerprint({:032x})", u128::from_be_bytes(self.0))
    }
}
