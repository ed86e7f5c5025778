//! Values as the columns of a database, the same in every backend.

use chess::Color;
use game::{GameId, Name, Record, Timestamp};

use crate::checksum::Checksum;
use crate::encode::packed;
use crate::query::{name_key, opening_key};
use crate::search::{details_search, search_text};
use crate::{
    DecodeError, Details, GameToImport, Opening, RequestDigest, SecretHash, StoreError,
    StoredRequest, Summary, encode_event,
};

/// The columns of a record.
pub(crate) struct RecordRow {
    pub(crate) version: u32,
    pub(crate) at: i64,
    pub(crate) event: String,
}

impl RecordRow {
    pub(crate) fn new(record: &Record) -> Result<RecordRow, StoreError> {
        let (version, at) = (record.version, timestamp_column(record.at)?);
        Ok(RecordRow { version, at, event: encode_event(&record.event)? })
    }

    /// The checksum after the record.
    pub(crate) fn checksum(&self, before: Checksum) -> Checksum {
        before.record(self.version, self.at, self.event.as_bytes())
    }
}

/// The columns of a summary that every move changes.
pub(crate) struct MoveColumns {
    pub(crate) plies: u32,
    pub(crate) last_played: i64,
    pub(crate) fen: String,
}

/// The columns of a summary that few moves change. They are in many indices, so they are written
/// only when they change.
pub(crate) struct IndexedColumns {
    pub(crate) white: Option<String>,
    pub(crate) black: Option<String>,
    pub(crate) result: &'static str,
    pub(crate) status: String,
    pub(crate) created: i64,
    pub(crate) resume_on_start: bool,
    pub(crate) white_key: String,
    pub(crate) black_key: String,
    pub(crate) search: String,
    pub(crate) eco: String,
    pub(crate) opening: String,
}

/// The columns that never change.
pub(crate) struct DetailsColumns {
    pub(crate) event: String,
    pub(crate) site: String,
    pub(crate) date: String,
    pub(crate) round: String,
    pub(crate) round_order: i64,
    pub(crate) ratings: [u16; 2],
    pub(crate) search: String,
}

impl MoveColumns {
    pub(crate) fn new(summary: &Summary) -> Result<MoveColumns, StoreError> {
        let last_played = timestamp_column(summary.last_played)?;
        Ok(MoveColumns { plies: summary.plies, last_played, fen: summary.fen.clone() })
    }
}

impl IndexedColumns {
    pub(crate) fn new(summary: &Summary) -> Result<IndexedColumns, StoreError> {
        let name = |color| summary.names[color].as_ref().map(|name| name.as_str().to_owned());
        let (eco, opening) = opening_key(summary);
        Ok(IndexedColumns {
            white: name(Color::White),
            black: name(Color::Black),
            result: summary.result.as_str(),
            status: summary.status.clone(),
            created: timestamp_column(summary.created)?,
            resume_on_start: summary.resume_on_start,
            white_key: name_key(summary, Color::White),
            black_key: name_key(summary, Color::Black),
            search: search_text(summary),
            eco: eco.to_owned(),
            opening: opening.to_owned(),
        })
    }
}

impl DetailsColumns {
    pub(crate) fn new(details: &Details) -> DetailsColumns {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        DetailsColumns {
            event: text(&details.event),
            site: text(&details.site),
            date: text(&details.date),
            round: text(&details.round),
            round_order: details.round_order(),
            ratings: Color::ALL.map(|color| details.ratings[color].unwrap_or(0)),
            search: details_search(details),
        }
    }
}

/// The row of an imported game beside the one that every game has.
pub(crate) struct ImportRow {
    pub(crate) fingerprint: [u8; 16],
    /// The version of the game after the import.
    pub(crate) version: u32,
    pub(crate) at: i64,
    pub(crate) records: String,
    pub(crate) format: String,
    pub(crate) text: String,
    /// The checksum in the database.
    pub(crate) stored: Option<i64>,
}

impl ImportRow {
    /// The row of a game that is not stored yet.
    pub(crate) fn new(import: &GameToImport) -> Result<ImportRow, StoreError> {
        let GameToImport { game, format, text, fingerprint } = import;
        let first = game.records.first().map_or(game.summary.created, |record| record.at);
        Ok(ImportRow {
            fingerprint: fingerprint.0,
            version: game.records.len() as u32,
            at: timestamp_column(first)?,
            records: packed::pack(&game.records)?,
            format: format.as_str().to_owned(),
            text: text.clone(),
            stored: None,
        })
    }

    /// The checksum of everything in the row.
    pub(crate) fn checksum(&self, start: Checksum) -> Checksum {
        let ImportRow { fingerprint, version, at, records, format, text, .. } = self;
        let (version, at) = (version.to_le_bytes(), at.to_le_bytes());
        let texts = [records, format, text].map(String::as_bytes);
        start.next(&[fingerprint, &version, &at, texts[0], texts[1], texts[2]])
    }
}

/// A text, unless it is empty.
pub(crate) fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

pub(crate) fn opening(eco: String, name: String) -> Option<Opening> {
    Some(Opening { eco, name }).filter(|opening| *opening != Opening::default())
}

/// A timestamp as a column.
pub(crate) fn timestamp_column(timestamp: Timestamp) -> Result<i64, StoreError> {
    let too_late = |_| StoreError::Unwritable(format!("the time {} is too late", timestamp.0));
    i64::try_from(timestamp.0).map_err(too_late)
}

pub(crate) fn timestamp(
    id: &str,
    column: &'static str,
    value: i64,
) -> Result<Timestamp, StoreError> {
    u64::try_from(value).map(Timestamp).map_err(|_| damaged(id, column, &value.to_string()))
}

pub(crate) fn game_id(id: &str) -> Result<GameId, StoreError> {
    GameId::new(id).ok_or_else(|| damaged(id, "id", id))
}

pub(crate) fn secret(id: &str, value: Option<Vec<u8>>) -> Result<Option<SecretHash>, StoreError> {
    let hash = |bytes: Vec<u8>| {
        let size = format!("{} bytes", bytes.len());
        bytes.try_into().map(SecretHash).map_err(|_| damaged(id, "secret", &size))
    };
    value.map(hash).transpose()
}

/// A request from its columns.
pub(crate) fn stored_request(
    id: &GameId,
    version: u32,
    digest: Option<Vec<u8>>,
    is_refused: bool,
) -> Result<StoredRequest, StoreError> {
    let digest = digest.map(|bytes| {
        let size = format!("{} bytes", bytes.len());
        bytes.try_into().map(RequestDigest).map_err(|_| damaged(id.as_str(), "digest", &size))
    });
    Ok(StoredRequest { version, digest: digest.transpose()?, is_refused })
}

pub(crate) fn name(
    id: &str,
    column: &'static str,
    value: Option<String>,
) -> Result<Option<Name>, StoreError> {
    let name = |text: String| Name::from_file(&text).ok_or_else(|| damaged(id, column, &text));
    value.map(name).transpose()
}

pub(crate) fn damaged(id: &str, column: &'static str, value: &str) -> StoreError {
    let error = DecodeError::Column { name: column, value: value.to_owned() };
    StoreError::Damaged { game: id.to_owned(), error }
}

/// The checksum after records.
pub(crate) fn checksum_after(start: Checksum, records: &[RecordRow]) -> Checksum {
    records.iter().fold(start, |checksum, record| record.checksum(checksum))
}
