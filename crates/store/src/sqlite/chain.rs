//! The records of a game, read along their chain of checksums.
//!
//! A game that was written before there were checksums has none at all; its chain is added when it
//! is played on. Once the row of a game has a checksum, a record without one is damaged.

use game::{GameId, Record};
use rusqlite::{Connection, Error, ErrorCode, Row};

use super::import;
use super::rows::RecordRow;
use super::write::execute;
use crate::checksum::Checksum;
use crate::encode::packed;
use crate::{DecodeError, StoreError, decode_event};

/// The intact records of a game, from the first.
#[derive(Debug, Default)]
pub(super) struct Chain {
    pub(super) records: Vec<Record>,
    /// The records of an imported game that can be read, but do not match their checksum.
    pub(super) unverified: Vec<Record>,
    /// What is wrong after the records, if anything.
    pub(super) damage: Option<DecodeError>,
    /// Whether the game has checksums.
    pub(super) is_checked: bool,
}

/// Reads the records of a game as far as they are intact.
pub(super) fn read(connection: &Connection, id: &str, number: i64) -> Result<Chain, StoreError> {
    let mut chain = Chain::default();
    match chain.fill(connection, id, number) {
        Ok(()) => {}
        Err(Stop::Damage(error)) => chain.damage = Some(error),
        Err(Stop::Failure(error)) => return Err(error),
    }
    Ok(chain)
}

/// The records of a game after a version.
pub(super) fn records(
    connection: &Connection,
    id: &GameId,
    number: i64,
    after: u32,
) -> Result<Vec<Record>, StoreError> {
    let mut chain = read(connection, id.as_str(), number)?;
    if let Some(error) = chain.damage {
        return Err(StoreError::Damaged { game: id.to_string(), error });
    }
    chain.records.drain(..chain.records.len().min(after as usize));
    Ok(chain.records)
}

/// The checksum of the last record of a game. A game without checksums gets them now.
pub(super) fn head(
    connection: &Connection,
    id: &GameId,
    number: i64,
) -> Result<Checksum, StoreError> {
    let sql = "SELECT checksum FROM game WHERE number = ?1";
    let stored: Option<i64> =
        connection.prepare_cached(sql)?.query_row([number], |row| row.get(0))?;
    match stored {
        Some(column) => Ok(Checksum::from_column(column)),
        None => add(connection, id, number),
    }
}

/// Adds checksums to a game that was written before there were any.
pub(super) fn add(
    connection: &Connection,
    id: &GameId,
    number: i64,
) -> Result<Checksum, StoreError> {
    // A record that is damaged already must not get a valid checksum.
    records(connection, id, number, 0)?;
    write(connection, id.as_str(), number)
}

/// Computes the chain of what is stored now, and writes it.
pub(super) fn write(
    connection: &Connection,
    id: &str,
    number: i64,
) -> Result<Checksum, StoreError> {
    let mut head = Checksum::of_log(id);
    if let Some(import) = import::row(connection, number)? {
        head = import.checksum(head);
        let sql = "UPDATE import SET checksum = ?2 WHERE game = ?1";
        execute(connection, sql, (number, head.column()))?;
    }
    let sql = "UPDATE record SET checksum = ?3 WHERE game = ?1 AND version = ?2";
    for record in record_rows(connection, number)? {
        head = record.checksum(head);
        execute(connection, sql, (number, record.version, head.column()))?;
    }
    let sql = "UPDATE game SET checksum = ?2 WHERE number = ?1";
    execute(connection, sql, (number, head.column()))?;
    Ok(head)
}

fn record_rows(connection: &Connection, number: i64) -> Result<Vec<RecordRow>, StoreError> {
    let sql = "SELECT version, at, event FROM record WHERE game = ?1 ORDER BY version";
    let mut statement = connection.prepare_cached(sql)?;
    let read =
        |row: &Row| Ok(RecordRow { version: row.get(0)?, at: row.get(1)?, event: row.get(2)? });
    let rows = statement.query_map([number], read)?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// Why reading a chain stops.
enum Stop {
    /// What comes next is damaged.
    Damage(DecodeError),
    /// The database cannot be read at all.
    Failure(StoreError),
}

impl From<DecodeError> for Stop {
    fn from(error: DecodeError) -> Stop {
        Stop::Damage(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Stop {
        if is_damage(&error) {
            Stop::Damage(DecodeError::Unreadable { reason: error.to_string() })
        } else {
            Stop::Failure(error.into())
        }
    }
}

/// Whether an error means that what was read is damaged: a malformed page, or a value of a type
/// that is never written.
pub(super) fn is_damage(error: &Error) -> bool {
    match error.sqlite_error_code() {
        Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
        None => !matches!(error, Error::QueryReturnedNoRows),
    }
}

impl Chain {
    fn fill(&mut self, connection: &Connection, id: &str, number: i64) -> Result<(), Stop> {
        let sql = "SELECT version, checksum FROM game WHERE number = ?1";
        let (version, head): (u32, Option<i64>) = connection
            .prepare_cached(sql)?
            .query_row([number], |row| Ok((row.get(0)?, row.get(1)?)))?;
        self.is_checked = head.is_some();
        let start = head.map(|_| Checksum::of_log(id));
        let link = self.read_import(connection, number, start)?;
        let link = self.read_records(connection, number, link)?;
        let seen = self.records.len() as u32;
        if seen != version {
            return Err(DecodeError::Missing { version: seen.min(version) + 1 }.into());
        }
        if link.map(Checksum::column) != head {
            return Err(DecodeError::Checksum { version }.into());
        }
        Ok(())
    }

    /// Reads the records of an imported game. They are intact together or not at all.
    fn read_import(
        &mut self,
        connection: &Connection,
        number: i64,
        link: Option<Checksum>,
    ) -> Result<Option<Checksum>, Stop> {
        let Some(import) = import::row(connection, number)? else { return Ok(link) };
        let at = game_time(import.at)?;
        self.unverified = packed::unpack(&import.records, at)?;
        let link = follow(link, import.stored, import.version, |before| import.checksum(before))?;
        self.records = std::mem::take(&mut self.unverified);
        Ok(link)
    }

    fn read_records(
        &mut self,
        connection: &Connection,
        number: i64,
        mut link: Option<Checksum>,
    ) -> Result<Option<Checksum>, Stop> {
        let sql = "SELECT version, at, event, checksum FROM record \
                   WHERE game = ?1 ORDER BY version";
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query([number])?;
        while let Some(row) = rows.next()? {
            let (version, at): (u32, i64) = (row.get(0)?, row.get(1)?);
            let expected = self.records.len() as u32 + 1;
            if version != expected {
                return Err(DecodeError::Missing { version: expected }.into());
            }
            let text = row.get_ref(2).and_then(|text| Ok(text.as_str()?))?;
            let record = Record { version, at: game_time(at)?, event: decode_event(text)? };
            let next = |before: Checksum| before.record(version, at, text.as_bytes());
            link = follow(link, row.get(3)?, version, next)?;
            self.records.push(record);
        }
        Ok(link)
    }
}

/// Compares the next checksum of a chain with the one that is stored. Without a chain there must be
/// none.
fn follow(
    link: Option<Checksum>,
    stored: Option<i64>,
    version: u32,
    next: impl FnOnce(Checksum) -> Checksum,
) -> Result<Option<Checksum>, DecodeError> {
    let link = link.map(next);
    if link.map(Checksum::column) == stored {
        Ok(link)
    } else {
        Err(DecodeError::Checksum { version })
    }
}

fn game_time(at: i64) -> Result<game::Timestamp, DecodeError> {
    u64::try_from(at)
        .map(game::Timestamp)
        .map_err(|_| DecodeError::Column { name: "record's time", value: at.to_string() })
}
