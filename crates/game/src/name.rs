//! Names of players and accounts, and when two of them are the same.
//!
//! People recognize each other by their names, so a name must not look like another one. Two names
//! are the same if they differ only in case, width or composition ([`Name::key`]), and one can be
//! mistaken for the other if they look alike in most fonts ([`Name::skeleton`]).

use std::fmt;

use unicode_normalization::UnicodeNormalization;
use unicode_security::skeleton;

/// Letters by the tables of Unicode that nobody can see: the Hangul fillers.
const INVISIBLE: [char; 4] = ['\u{115F}', '\u{1160}', '\u{3164}', '\u{FFA0}'];

/// A player's name, trimmed.
///
/// A name that is typed ([`Name::new`]) has 1 to 32 letters, digits, spaces or `_.'-()`. A name
/// from a file ([`Name::from_file`]) is any text on one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// The maximum number of characters in a typed name.
    pub const MAX: usize = 32;

    /// The maximum number of characters in a name from a file.
    pub const MAX_FROM_FILE: usize = 1024;

    /// Parses a typed name. Surrounding spaces are trimmed, letters are composed with their
    /// accents, and the curly apostrophe that phones type becomes a straight one.
    ///
    /// # Errors
    /// When it is empty, too long, or contains other characters.
    pub fn new(text: &str) -> Result<Name, NameError> {
        let straighten = |c| if c == '’' { '\'' } else { c };
        let text: String = text.trim().nfc().map(straighten).collect();
        let allowed =
            |c: char| (c.is_alphanumeric() || " _.'-()".contains(c)) && !INVISIBLE.contains(&c);
        if text.is_empty() {
            Err(NameError::Empty)
        } else if let Some(c) = text.chars().find(|&c| !allowed(c)) {
            Err(NameError::Character(c))
        } else if text.chars().count() > Name::MAX {
            Err(NameError::TooLong)
        } else {
            Ok(Name(text))
        }
    }

    /// A name from a file; none when it is empty. Control characters become spaces, and a name
    /// longer than [`Name::MAX_FROM_FILE`] is truncated.
    pub fn from_file(text: &str) -> Option<Name> {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let short: String = line.trim().chars().take(Name::MAX_FROM_FILE).collect();
        Some(Name(short.trim_end().to_owned())).filter(|name| !name.0.is_empty())
    }

    /// What two names have in common that are the same but for case, width, composition and the
    /// number of spaces: `Kelvin`, `KELVIN` and `Ｋｅｌｖｉｎ`. It identifies an account.
    pub fn key(&self) -> String {
        let once: String = fold_case(self.0.nfkc()).collect();
        // What was folded may compose or fold again.
        let twice: String = fold_case(once.nfkc()).nfkc().collect();
        twice.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// What two names have in common that one could be mistaken for the other, as `anna` in Latin
    /// and in Cyrillic letters.
    pub fn skeleton(&self) -> String {
        skeleton(&self.key()).collect()
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Folds the case of letters: `ß` becomes `ss`, and the Kelvin sign `k`. Going through upper case
/// also unites letters with several lower-case forms, such as the two sigmas.
fn fold_case(text: impl Iterator<Item = char>) -> impl Iterator<Item = char> {
    text.flat_map(char::to_uppercase).flat_map(char::to_lowercase)
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Why a text is not a valid name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// Empty or whitespace only.
    #[error("the name is empty")]
    Empty,
    /// More than [`Name::MAX`] characters.
    #[error("a name has at most {} characters", Name::MAX)]
    TooLong,
    /// A character that names cannot contain.
    #[error("names cannot contain {0:?}; use letters, digits, spaces and _.'-()")]
    Character(char),
}
