//! The tags of a game, in order.

use std::fmt;

use crate::notation::Quoted;

/// The tags of the Seven Tag Roster with their defaults. The seventh, the result, belongs to the
/// game.
const ROSTER: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that follow from the game itself.
const DERIVED: [&str; 3] = ["Result", "SetUp", "FEN"];

/// The tags of a game: unique names with values, in insertion order.
///
/// The start position and the result are stored in the [`Tree`](super::Tree), and the tags
/// `Result`, `SetUp` and `FEN` are written from it. Two sets of tags are equal when they are
/// written the same: missing tags of the roster count as their defaults.
///
/// ```
/// use tabiya_chess::pgn::Tags;
///
/// let mut tags = Tags::default();
/// tags.set("White", "Anderssen")?;
/// tags.set("ECO", "C33")?;
/// assert_eq!(tags.get("White"), Some("Anderssen"));
/// assert_eq!(tags.get("Black"), None);
/// assert!(tags.set("no name", "x").is_err());
/// # Ok::<(), tabiya_chess::pgn::TagError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Tags(Vec<(String, String)>);

impl Tags {
    /// The value of a tag.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|tag| tag.0 == name).map(|tag| tag.1)
    }

    /// Sets the value of a tag, in place or at the end. Line breaks become spaces.
    ///
    /// # Errors
    /// When the name is not a PGN symbol (a letter followed by letters, digits and `_+#=:-`), or
    /// when the tag follows from the game itself.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte);
        let begins_well = name.starts_with(|letter: char| letter.is_ascii_alphabetic());
        if !begins_well || !name.bytes().all(is_plain) {
            return Err(TagError::Name(name.to_owned()));
        }
        if let Some(name) = DERIVED.into_iter().find(|derived| *derived == name) {
            return Err(TagError::Derived(name));
        }
        self.put(name, &value.replace("\r\n", " ").replace(['\r', '\n'], " "));
        Ok(())
    }

    /// Removes a tag and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<String> {
        let index = self.0.iter().position(|tag| tag.0 == name)?;
        Some(self.0.remove(index).1)
    }

    /// The names and values, in insertion order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// The six tags of the roster, in standard order.
    pub(super) fn roster(&self) -> impl Iterator<Item = (&str, &str)> {
        ROSTER.into_iter().map(|(name, unknown)| (name, self.get(name).unwrap_or(unknown)))
    }

    /// The tags outside the roster.
    pub(super) fn others(&self) -> impl Iterator<Item = (&str, &str)> {
        self.iter().filter(|tag| ROSTER.iter().all(|entry| entry.0 != tag.0))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Stores a tag from a file. The last of several with the same name counts.
    pub(super) fn read(&mut self, name: &str, value: &str) {
        if !DERIVED.contains(&name) {
            self.put(name, value);
        }
    }

    fn put(&mut self, name: &str, value: &str) {
        match self.0.iter_mut().find(|tag| tag.0 == name) {
            Some(tag) => value.clone_into(&mut tag.1),
            None => self.0.push((name.to_owned(), value.to_owned())),
        }
    }
}

impl PartialEq for Tags {
    fn eq(&self, other: &Tags) -> bool {
        self.roster().eq(other.roster()) && self.others().eq(other.others())
    }
}

impl Eq for Tags {}

/// Why a tag cannot be set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// The name is not a PGN symbol.
    Name(String),
    /// The tag follows from the game itself.
    Derived(&'static str),
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TagError::Name(name) => write!(
                f,
                "'{}' is not a valid tag name; use letters, digits and _+#=:-",
                Quoted(name)
            ),
            TagError::Derived(name) => {
                write!(f, "the tag {name} follows from the game and cannot be set")
            }
        }
    }
}

impl std::error::Error for TagError {}
