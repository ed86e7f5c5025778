//! Events as text that outlives the program: JSON of the store's own making.
//!
//! The forms are written down here and not derived in `game`, so that a change of a type there
//! cannot change what a file means. Every field is written, and a field or a word that is not
//! known is refused: it was written by a newer program, and to drop it would lose something.
//! Durations are whole milliseconds, positions FEN, moves UCI.

mod event;
mod leaf;
mod moves;
pub(crate) mod packed;
mod seat;
mod terms;

use std::fmt;

use chess::Quoted;
use game::Event;

use crate::StoreError;

/// An event as it is stored.
///
/// # Errors
/// [`StoreError::Unwritable`] when it cannot be written as JSON, which none is known to be.
pub fn encode_event(event: &Event) -> Result<String, StoreError> {
    let mut bytes = Vec::with_capacity(64);
    event::EventForm::serialize(event, &mut serde_json::Serializer::new(&mut bytes))
        .map_err(|error| StoreError::Unwritable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| StoreError::Unwritable(error.to_string()))
}

/// The event that was stored so.
///
/// # Errors
/// When the text is no event as [`encode_event`] writes them.
pub fn decode_event(text: &str) -> Result<Event, DecodeError> {
    let fault = |error: serde_json::Error| DecodeError::Event {
        text: text.to_owned(),
        reason: error.to_string(),
    };
    let mut source = serde_json::Deserializer::from_str(text);
    let event = event::EventForm::deserialize(&mut source).map_err(fault)?;
    source.end().map_err(fault)?;
    Ok(event)
}

/// Why something that was stored cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DecodeError {
    /// A text is no event.
    Event {
        /// What was stored.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A record is not where it belongs.
    Missing {
        /// The number of the record that should be there.
        version: u32,
    },
    /// A column holds what it never should.
    Column {
        /// Its name.
        name: &'static str,
        /// What it holds.
        value: String,
    },
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            DecodeError::Event { text, reason } => {
                write!(f, "the event '{}' cannot be read: {reason}", Quoted(text))
            }
            DecodeError::Missing { version } => write!(f, "record {version} is missing"),
            DecodeError::Column { name, value } => {
                write!(f, "its {name} cannot be '{}'", Quoted(value))
            }
        }
    }
}

impl std::error::Error for DecodeError {}
