//! The records of an imported game in one text, which saves space over a row for each.
//!
//! One line per event, as [`encode_event`] writes it, except that moves without clocks share a
//! line, separated by commas. The records are numbered from 1 and have the same time.

use chess::Move;
use game::{Event, Record, Timestamp};

use super::stored::StoredAs;
use super::{DecodeError, decode_event, encode_event};
use crate::StoreError;

/// Packs records into a text.
pub(crate) fn pack(records: &[Record]) -> Result<String, StoreError> {
    let mut text = String::new();
    let mut after_move = false;
    for record in records {
        let plain = plain_move(&record.event);
        text.push_str(match (text.is_empty(), after_move && plain.is_some()) {
            (true, _) => "",
            (_, true) => ",",
            (_, false) => "\n",
        });
        match &plain {
            Some(play) => text.push_str(&play.to_form()),
            None => text.push_str(&encode_event(&record.event)?),
        }
        after_move = plain.is_some();
    }
    Ok(text)
}

/// The move of an event that has no clock.
fn plain_move(event: &Event) -> Option<Move> {
    match event {
        Event::Moved { play, clock: None } => Some(*play),
        _ => None,
    }
}

/// Unpacks records.
pub(crate) fn unpack(text: &str, at: Timestamp) -> Result<Vec<Record>, DecodeError> {
    let mut records = Vec::new();
    let mut add = |event| records.push(Record { version: records.len() as u32 + 1, at, event });
    for line in text.lines() {
        if line.starts_with(['{', '"']) {
            add(decode_event(line)?);
            continue;
        }
        for form in line.split(',') {
            let invalid = |reason| DecodeError::Event { text: form.to_owned(), reason };
            let play = Move::from_form(form.to_owned()).map_err(invalid)?;
            add(Event::Moved { play, clock: None });
        }
    }
    Ok(records)
}
