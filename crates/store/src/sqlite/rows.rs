//! Conversion between values and columns.

use chess::pgn::GameResult;
use chess::{ByColor, Color};
use game::{GameId, Name, Record, Timestamp};
use rusqlite::types::ToSql;
use rusqlite::{Row, Rows};

use crate::checksum::Checksum;
use crate::query::{details_search, name_key, opening_key, search_text};
use crate::{
    DecodeError, Details, ListedGame, Opening, RequestDigest, SecretHash, StoreError,
    StoredRequest, Summary, encode_event,
};

/// The columns of a record.
pub(super) struct RecordRow {
    pub(super) version: u32,
    pub(super) at: i64,
    pub(super) event: String,
}

impl RecordRow {
    pub(super) fn new(record: &Record) -> Result<RecordRow, StoreError> {
        let (version, at) = (record.version, timestamp_column(record.at)?);
        Ok(RecordRow { version, at, event: encode_event(&record.event)? })
    }

    /// The checksum after the record.
    pub(super) fn checksum(&self, before: Checksum) -> Checksum {
        before.record(self.version, self.at, self.event.as_bytes())
    }
}

/// The columns of a summary that every move changes.
pub(super) struct MoveColumns {
    pub(super) plies: u32,
    pub(super) last_played: i64,
    pub(super) fen: String,
}

/// The columns of a summary that few moves change. They are in many indices, so they are written
/// only when they change.
pub(super) struct IndexedColumns {
    white: Option<String>,
    black: Option<String>,
    result: &'static str,
    status: String,
    created: i64,
    resume_on_start: bool,
    white_key: String,
    black_key: String,
    search: String,
    eco: String,
    opening: String,
}

/// The columns that never change.
pub(super) struct DetailsColumns {
    event: String,
    site: String,
    date: String,
    round: String,
    round_order: i64,
    ratings: [u16; 2],
    search: String,
}

impl MoveColumns {
    pub(super) fn new(summary: &Summary) -> Result<MoveColumns, StoreError> {
        let last_played = timestamp_column(summary.last_played)?;
        Ok(MoveColumns { plies: summary.plies, last_played, fen: summary.fen.clone() })
    }
}

impl IndexedColumns {
    pub(super) fn new(id: &GameId, summary: &Summary) -> Result<IndexedColumns, StoreError> {
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
            search: search_text(id, summary),
            eco: eco.to_owned(),
            opening: opening.to_owned(),
        })
    }

    /// The values in the order of the statements in `write`.
    pub(super) fn values(&self) -> [&dyn ToSql; 11] {
        [
            &self.white,
            &self.black,
            &self.result,
            &self.status,
            &self.created,
            &self.resume_on_start,
            &self.white_key,
            &self.black_key,
            &self.eco,
            &self.opening,
            &self.search,
        ]
    }
}

impl DetailsColumns {
    pub(super) fn new(details: &Details) -> DetailsColumns {
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

    /// The values in the order of the statement in `write`.
    pub(super) fn values(&self) -> [&dyn ToSql; 8] {
        let [white, black] = &self.ratings;
        let DetailsColumns { event, site, date, round, round_order, search, .. } = self;
        [event, site, date, round, round_order, white, black, search]
    }
}

/// The columns that [`listed`] reads.
pub(super) const LISTED: &str = "id, white, black, result, status, plies, created, \
                                 last_played, resume_on_start, fen, eco, opening, event, site, \
                                 date, round, white_rating, black_rating";

/// A row of the library, as far as it can be read: a damaged value in one row must not hide the
/// whole page. What follows from the records is right again when the game is played on or repaired.
pub(super) fn listed_leniently(row: &Row) -> Result<ListedGame, StoreError> {
    if let Ok(game) = listed(row) {
        return Ok(game);
    }
    let text = |column| row.get_ref(column).ok().and_then(|value| value.as_bytes().ok());
    let text = |column| String::from_utf8_lossy(text(column).unwrap_or_default()).into_owned();
    let number = |column| row.get::<_, i64>(column).unwrap_or(0).max(0);
    let name = |column| Name::from_file(&text(column));
    let timestamp = |column| Timestamp(number(column).cast_unsigned());
    let rating = |column| u16::try_from(number(column)).ok().filter(|rating| *rating > 0);
    let summary = Summary {
        names: ByColor::new(name(1), name(2)),
        result: GameResult::from_text(&text(3)).unwrap_or_default(),
        status: text(4),
        plies: u32::try_from(number(5)).unwrap_or(0),
        created: timestamp(6),
        last_played: timestamp(7),
        resume_on_start: number(8) != 0,
        fen: text(9),
        opening: opening(text(10), text(11)),
    };
    let details = Details {
        event: non_empty(text(12)),
        site: non_empty(text(13)),
        date: non_empty(text(14)),
        round: non_empty(text(15)),
        ratings: ByColor::new(rating(16), rating(17)),
    };
    Ok(ListedGame { id: game_id(&text(0))?, summary, details })
}

/// A row of the library.
pub(super) fn listed(row: &Row) -> Result<ListedGame, StoreError> {
    let id: String = row.get(0)?;
    let white = row.get(1)?;
    let black = row.get(2)?;
    let result: String = row.get(3)?;
    let summary = Summary {
        names: ByColor::new(name(&id, "white", white)?, name(&id, "black", black)?),
        result: GameResult::from_text(&result).ok_or_else(|| damaged(&id, "result", &result))?,
        status: row.get(4)?,
        plies: row.get(5)?,
        created: timestamp(&id, "created", row.get(6)?)?,
        last_played: timestamp(&id, "last_played", row.get(7)?)?,
        resume_on_start: row.get(8)?,
        fen: row.get(9)?,
        opening: opening(row.get(10)?, row.get(11)?),
    };
    Ok(ListedGame { id: game_id(&id)?, summary, details: details(row)? })
}

/// The details of a game; their columns follow those of the summary.
fn details(row: &Row) -> Result<Details, StoreError> {
    let text = |column| Ok::<_, StoreError>(non_empty(row.get(column)?));
    let rating = |column| row.get(column).map(|rating: u16| (rating > 0).then_some(rating));
    Ok(Details {
        event: text(12)?,
        site: text(13)?,
        date: text(14)?,
        round: text(15)?,
        ratings: ByColor::new(rating(16)?, rating(17)?),
    })
}

/// A text, unless it is empty.
fn non_empty(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn opening(eco: String, name: String) -> Option<Opening> {
    Some(Opening { eco, name }).filter(|opening| *opening != Opening::default())
}

/// A timestamp as a column.
pub(super) fn timestamp_column(timestamp: Timestamp) -> Result<i64, StoreError> {
    let too_late = |_| StoreError::Unwritable(format!("the time {} is too late", timestamp.0));
    i64::try_from(timestamp.0).map_err(too_late)
}

pub(super) fn timestamp(
    id: &str,
    column: &'static str,
    value: i64,
) -> Result<Timestamp, StoreError> {
    u64::try_from(value).map(Timestamp).map_err(|_| damaged(id, column, &value.to_string()))
}

pub(super) fn game_id(id: &str) -> Result<GameId, StoreError> {
    GameId::new(id).ok_or_else(|| damaged(id, "id", id))
}

/// The ids in the first column. One that is damaged is left out: the other games go on.
pub(super) fn known_ids(mut rows: Rows) -> Result<Vec<GameId>, StoreError> {
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        let text = row.get_ref(0).ok().and_then(|value| value.as_str().ok());
        ids.extend(text.and_then(GameId::new));
    }
    Ok(ids)
}

pub(super) fn secret(id: &str, value: Option<Vec<u8>>) -> Result<Option<SecretHash>, StoreError> {
    let hash = |bytes: Vec<u8>| {
        let size = format!("{} bytes", bytes.len());
        bytes.try_into().map(SecretHash).map_err(|_| damaged(id, "secret", &size))
    };
    value.map(hash).transpose()
}

/// A request from its columns.
pub(super) fn stored_request(
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

fn name(id: &str, column: &'static str, value: Option<String>) -> Result<Option<Name>, StoreError> {
    let name = |text: String| Name::from_file(&text).ok_or_else(|| damaged(id, column, &text));
    value.map(name).transpose()
}

pub(super) fn damaged(id: &str, column: &'static str, value: &str) -> StoreError {
    let error = DecodeError::Column { name: column, value: value.to_owned() };
    StoreError::Damaged { game: id.to_owned(), error }
}
