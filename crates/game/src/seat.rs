//! Who sits at the board.

use std::fmt;

/// One side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// What the player is called; somebody without a name can play, but not be saved for later.
    pub name: Option<Name>,
    /// Who moves the pieces.
    pub player: Player,
}

/// Who moves the pieces of one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Nobody yet; somebody may still sit down.
    Open,
    /// A person.
    Person,
    /// Our engine.
    Engine(Strength),
    /// Another engine, by the name that the server knows it under.
    External(String),
}

impl Player {
    /// True for every engine.
    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine(_) | Player::External(_))
    }
}

/// How strong our engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Looks two half-moves ahead.
    Easy,
    /// Looks four half-moves ahead.
    Medium,
    /// Looks six half-moves ahead.
    Hard,
    /// Plays to a rating. Which ratings there are, the engine knows.
    Rated(u16),
    /// Plays as well as it can.
    Full,
}

/// A player's name, with no blank at either end.
///
/// One that somebody chooses here ([`Name::new`]) has 1 to 32 letters, digits, blanks or `_.'-()`.
/// One that comes from a file ([`Name::from_file`]) is text of any kind on one line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// The most characters of a name that somebody chooses.
    pub const MAX: usize = 32;

    /// The most characters of a name from a file.
    pub const MAX_FROM_FILE: usize = 1024;

    /// A name from what somebody typed; blanks around it do not count.
    ///
    /// # Errors
    /// When it is empty, too long, or has a character that names do not have.
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

    /// A name as a file has it; none when it is empty. Control characters become blanks, and what
    /// is longer than [`Name::MAX_FROM_FILE`] is cut.
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

/// Why something is not a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameError {
    /// Nothing but blanks.
    Empty,
    /// More than [`Name::MAX`] characters.
    TooLong,
    /// A character that names do not have.
    Character(char),
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            NameError::Empty => write!(f, "a name needs at least one letter or digit"),
            NameError::TooLong => write!(f, "a name has at most {} characters", Name::MAX),
            NameError::Character(c) => {
                write!(f, "{c:?} cannot be in a name; letters, digits, blanks and _.'-() can")
            }
        }
    }
}

impl std::error::Error for NameError {}
