//! Values as columns hold them, both ways.

use chess::{ByColor, Color};
use game::{GameId, Name, Record, Timestamp};
use rusqlite::types::ToSql;
use rusqlite::{Connection, Row};

use super::import;
use crate::query::{details_search, name_key, opening_key, search_text};
use crate::{
    DecodeError, Details, Listed, Opening, SecretHash, StoreError, Summary, Verdict, decode_event,
    encode_event,
};

/// A record as it is stored.
pub(super) struct RecordRow {
    pub(super) version: u32,
    pub(super) at: i64,
    pub(super) event: String,
}

impl RecordRow {
    pub(super) fn new(record: &Record) -> Result<RecordRow, StoreError> {
        let (version, at) = (record.version, moment_column(record.at)?);
        Ok(RecordRow { version, at, event: encode_event(&record.event)? })
    }
}

/// The part of a summary that every move changes.
pub(super) struct Progress {
    pub(super) plies: u32,
    pub(super) last_played: i64,
    pub(super) fen: String,
}

/// The part of a summary that few moves change. It is kept apart because it is in many indices.
pub(super) struct Label {
    white: Option<String>,
    black: Option<String>,
    verdict: &'static str,
    status: String,
    created: i64,
    wants_waking: bool,
    white_key: String,
    black_key: String,
    search: String,
    eco: String,
    opening: String,
}

/// What is said of a game once.
pub(super) struct DetailsRow {
    event: String,
    site: String,
    date: String,
    round: String,
    round_order: i64,
    ratings: [u16; 2],
    search: String,
}

impl Progress {
    pub(super) fn new(summary: &Summary) -> Result<Progress, StoreError> {
        let last_played = moment_column(summary.last_played)?;
        Ok(Progress { plies: summary.plies, last_played, fen: summary.fen.clone() })
    }
}

impl Label {
    pub(super) fn new(id: &GameId, summary: &Summary) -> Result<Label, StoreError> {
        let name = |color| summary.names[color].as_ref().map(|name| name.as_str().to_owned());
        let (eco, opening) = opening_key(summary);
        Ok(Label {
            white: name(Color::White),
            black: name(Color::Black),
            verdict: summary.verdict.as_str(),
            status: summary.status.clone(),
            created: moment_column(summary.created)?,
            wants_waking: summary.wants_waking,
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
            &self.verdict,
            &self.status,
            &self.created,
            &self.wants_waking,
            &self.white_key,
            &self.black_key,
            &self.eco,
            &self.opening,
            &self.search,
        ]
    }
}

impl DetailsRow {
    pub(super) fn new(details: &Details) -> DetailsRow {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        DetailsRow {
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
        let DetailsRow { event, site, date, round, round_order, search, .. } = self;
        [event, site, date, round, round_order, white, black, search]
    }
}

/// The columns that [`listed`] reads.
pub(super) const LISTED: &str = "id, white, black, verdict, status, plies, created, \
                                 last_played, wants_waking, fen, eco, opening, event, site, \
                                 date, round, white_rating, black_rating";

/// A row of the library.
pub(super) fn listed(row: &Row) -> Result<Listed, StoreError> {
    let id: String = row.get(0)?;
    let white = row.get(1)?;
    let black = row.get(2)?;
    let verdict: String = row.get(3)?;
    let summary = Summary {
        names: ByColor::new(name(&id, "white", white)?, name(&id, "black", black)?),
        verdict: Verdict::from_result(&verdict).ok_or_else(|| damaged(&id, "verdict", &verdict))?,
        status: row.get(4)?,
        plies: row.get(5)?,
        created: moment(&id, "created", row.get(6)?)?,
        last_played: moment(&id, "last_played", row.get(7)?)?,
        wants_waking: row.get(8)?,
        fen: row.get(9)?,
        opening: opening(row.get(10)?, row.get(11)?),
    };
    Ok(Listed { id: game_id(&id)?, summary, details: details(row)? })
}

/// What else is shown of a game; the columns follow those of its summary.
fn details(row: &Row) -> Result<Details, StoreError> {
    let text = |column| Ok::<_, StoreError>(said(row.get(column)?));
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
fn said(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty())
}

fn opening(eco: String, name: String) -> Option<Opening> {
    Some(Opening { eco, name }).filter(|opening| *opening != Opening::default())
}

/// The records of a game after a version, those of its import first. They must follow each other
/// without gaps.
pub(super) fn records(
    connection: &Connection,
    id: &GameId,
    number: i64,
    after: u32,
) -> Result<Vec<Record>, StoreError> {
    let sql = "SELECT version, at, event FROM record \
               WHERE game = ?1 AND version > ?2 ORDER BY version";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query((number, after))?;
    let fault = |fault| StoreError::Damaged { game: id.to_string(), fault };
    let mut records = import::records(connection, id, number)?;
    let mut due = after.max(records.len() as u32);
    records.drain(..records.len().min(after as usize));
    while let Some(row) = rows.next()? {
        due = due.saturating_add(1);
        let version: u32 = row.get(0)?;
        if version != due {
            return Err(fault(DecodeError::Missing { version: due }));
        }
        let at = moment(id.as_str(), "record's time", row.get(1)?)?;
        let text = row.get_ref(2).and_then(|text| Ok(text.as_str()?))?;
        records.push(Record { version, at, event: decode_event(text).map_err(fault)? });
    }
    Ok(records)
}

/// A moment as a column holds it.
pub(super) fn moment_column(moment: Timestamp) -> Result<i64, StoreError> {
    let fault = |_| StoreError::Unwritable(format!("the moment {} is too late", moment.0));
    i64::try_from(moment.0).map_err(fault)
}

pub(super) fn moment(id: &str, column: &'static str, value: i64) -> Result<Timestamp, StoreError> {
    u64::try_from(value).map(Timestamp).map_err(|_| damaged(id, column, &value.to_string()))
}

pub(super) fn game_id(id: &str) -> Result<GameId, StoreError> {
    GameId::new(id).ok_or_else(|| damaged(id, "id", id))
}

pub(super) fn secret(id: &str, value: Option<Vec<u8>>) -> Result<Option<SecretHash>, StoreError> {
    let hash = |bytes: Vec<u8>| {
        let size = format!("{} bytes", bytes.len());
        bytes.try_into().map(SecretHash).map_err(|_| damaged(id, "secret", &size))
    };
    value.map(hash).transpose()
}

fn name(id: &str, column: &'static str, value: Option<String>) -> Result<Option<Name>, StoreError> {
    let name = |text: String| Name::from_file(&text).ok_or_else(|| damaged(id, column, &text));
    value.map(name).transpose()
}

pub(super) fn damaged(id: &str, column: &'static str, value: &str) -> StoreError {
    let fault = DecodeError::Column { name: column, value: value.to_owned() };
    StoreError::Damaged { game: id.to_owned(), fault }
}
