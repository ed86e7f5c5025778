//! The records of a whole game in one text, for games that come by the thousand.
//!
//! One line an event, as [`encode_event`] writes it, except that moves without clocks share a line
//! with commas between them. The records are numbered from 1 and happened at the same moment.

use chess::Move;
use game::{Event, Record, Timestamp};

use super::leaf::Leaf;
use super::{DecodeError, decode_event, encode_event};
use crate::StoreError;

/// Records as one text.
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
            Some(play) => text.push_str(&play.form()),
            None => text.push_str(&encode_event(&record.event)?),
        }
        after_move = plain.is_some();
    }
    Ok(text)
}

/// The move of an event that is nothing but a move.
fn plain_move(event: &Event) -> Option<Move> {
    match event {
        Event::Moved { play, clock: None } => Some(*play),
        _ => None,
    }
}

/// The records that were packed so.
pub(crate) fn unpack(text: &str, at: Timestamp) -> Result<Vec<Record>, DecodeError> {
    let mut records = Vec::new();
    let mut add = |event| records.push(Record { version: records.len() as u32 + 1, at, event });
    for line in text.lines() {
        if line.starts_with(['{', '"']) {
            add(decode_event(line)?);
            continue;
        }
        for form in line.split(',') {
            let fault = |reason| DecodeError::Event { text: form.to_owned(), reason };
            let play = Move::read(form.to_owned()).map_err(fault)?;
            add(Event::Moved { play, clock: None });
        }
    }
    Ok(records)
}
