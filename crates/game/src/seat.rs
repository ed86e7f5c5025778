//! Seats and players.

use std::fmt;

/// One side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The player's name, if they have one.
    pub name: Option<Name>,
    /// Who plays.
    pub player: Player,
}

/// Who plays one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Nobody yet; the seat is open.
    Open,
    /// A person.
    Person,
    /// Tabiya.
    Engine(Strength),
    /// An external engine, by its name in the configuration.
    External(String),
}

impl Player {
    /// True for every engine.
    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine(_) | Player::External(_))
    }
}

/// The strength of Tabiya.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Searches two half-moves deep.
    Easy,
    /// Searches four half-moves deep.
    Medium,
    /// Searches six half-moves deep.
    Hard,
    /// Plays at a rating. The engine knows the range.
    Rated(u16),
    /// Full strength.
    Full,
}

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

    /// Parses a typed name; surrounding spaces are trimmed.
    ///
    /// # Errors
    /// When it is empty, too long, or contains other characters.
    pub fn new(text: &str) -> Result<Name, NameError> {
        let text = text.trim();
        let allowed = |c: char| c.is_alphanumeric() || " _.'-()".contains(c);
        if text.is_empty() {
            Err(NameError::Empty)
        } else if let Some(c) = text.chars().find(|&c| !allowed(c)) {
            Err(NameError::Character(c))
        } else if text.chars().count() > Name::MAX {
            Err(NameError::TooLong)
        } else {
            Ok(Name(text.to_owned()))
        }
    }

    /// A name from a file; none when it is empty. Control characters become spaces, and a name
    /// longer than [`Name::MAX_FROM_FILE`] is truncated.
    pub fn from_file(text: &str) -> Option<Name> {
        let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let short: String = line.trim().chars().take(Name::MAX_FROM_FILE).collect();
        Some(Name(short.trim_end().to_owned())).filter(|name| !name.0.is_empty())
    }

    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
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
