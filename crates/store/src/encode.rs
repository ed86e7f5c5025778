//! Events as JSON.
//!
//! The format is defined here and not derived in `game`, so that changing a type there cannot
//! change the meaning of existing files. Every field is written, and an unknown field or word is
//! rejected: a newer version wrote it, and dropping it would lose data. Durations are whole
//! milliseconds, positions FEN, moves UCI.

mod competition;
mod event;
mod moves;
pub(crate) mod packed;
mod seat;
mod stored;
mod terms;

use ::competition::aggregate::Event as CompetitionEvent;
use chess::Quoted;
use game::Event;
use serde_json::de::StrRead;
use serde_json::{Deserializer, Serializer};

use crate::StoreError;

/// Encodes an event.
///
/// # Errors
/// [`StoreError::Unwritable`] when it cannot be written as JSON, which never happens.
pub fn encode_event(event: &Event) -> Result<String, StoreError> {
    to_json(|to| event::EventForm::serialize(event, to))
}

/// Decodes an event.
///
/// # Errors
/// When the text is not an event as [`encode_event`] writes it.
pub fn decode_event(text: &str) -> Result<Event, DecodeError> {
    from_json(text, |from| event::EventForm::deserialize(from))
}

/// Encodes an event of a competition.
///
/// # Errors
/// [`StoreError::Unwritable`] when it cannot be written as JSON, which never happens.
pub fn encode_competition_event(event: &CompetitionEvent) -> Result<String, StoreError> {
    to_json(|to| competition::EventForm::serialize(event, to))
}

/// Decodes an event of a competition.
///
/// # Errors
/// When the text is not an event as [`encode_competition_event`] writes it.
pub fn decode_competition_event(text: &str) -> Result<CompetitionEvent, DecodeError> {
    from_json(text, |from| competition::EventForm::deserialize(from))
}

fn to_json(
    serialize: impl FnOnce(&mut Serializer<&mut Vec<u8>>) -> serde_json::Result<()>,
) -> Result<String, StoreError> {
    let mut bytes = Vec::with_capacity(64);
    serialize(&mut Serializer::new(&mut bytes))
        .map_err(|error| StoreError::Unwritable(error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| StoreError::Unwritable(error.to_string()))
}

fn from_json<'a, T>(
    text: &'a str,
    deserialize: impl FnOnce(&mut Deserializer<StrRead<'a>>) -> serde_json::Result<T>,
) -> Result<T, DecodeError> {
    let invalid = |error: serde_json::Error| DecodeError::Event {
        text: text.to_owned(),
        reason: error.to_string(),
    };
    let mut source = Deserializer::from_str(text);
    let event = deserialize(&mut source).map_err(invalid)?;
    source.end().map_err(invalid)?;
    Ok(event)
}

/// Why stored data cannot be decoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// A text is not an event.
    #[error("the event '{}' cannot be read: {reason}", Quoted(text))]
    Event {
        /// What was stored.
        text: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A record is missing.
    #[error("record {version} is missing")]
    Missing {
        /// Its number.
        version: u32,
    },
    /// A record, or something that belongs to it, changed after it was written.
    #[error("record {version} does not match its checksum")]
    Checksum {
        /// Its number.
        version: u32,
    },
    /// The database cannot read a row.
    #[error("its rows cannot be read: {reason}")]
    Unreadable {
        /// What the database says.
        reason: String,
    },
    /// A column has an invalid value.
    #[error("its {name} cannot be '{}'", Quoted(value))]
    Column {
        /// Its name.
        name: &'static str,
        /// Its value.
        value: String,
    },
}
