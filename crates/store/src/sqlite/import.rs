//! Imported games as rows: the game like any other, and in another table the original text with
//! the records that were made from it.

use game::{GameId, Record};
use rusqlite::{Connection, OptionalExtension};

use super::rows::{self, timestamp, timestamp_column};
use super::write::{PreparedGame, execute};
use crate::encode::packed;
use crate::{Fingerprint, GameToImport, ImportOutcome, Source, SourceFormat, StoreError};

/// An imported game with its columns prepared.
pub(super) struct PreparedImport {
    game: PreparedGame,
    fingerprint: Fingerprint,
    version: u32,
    at: i64,
    records: String,
    format: SourceFormat,
    text: String,
}

impl PreparedImport {
    pub(super) fn new(import: GameToImport) -> Result<PreparedImport, StoreError> {
        let GameToImport { game, format, text, fingerprint } = import;
        let prepared = PreparedGame::with_records(&game, Vec::new())?;
        let first = game.records.first().map_or(game.summary.created, |record| record.at);
        Ok(PreparedImport {
            game: prepared,
            version: game.records.len() as u32,
            at: timestamp_column(first)?,
            records: packed::pack(&game.records)?,
            fingerprint,
            format,
            text,
        })
    }

    pub(super) fn write(&self, connection: &Connection) -> Result<ImportOutcome, StoreError> {
        if let Some((number, id)) = self.find_duplicate(connection)? {
            let sql = "DELETE FROM removed WHERE game = ?1";
            let restored = connection.prepare_cached(sql)?.execute([number])? > 0;
            return Ok(if restored {
                ImportOutcome::Restored(id)
            } else {
                ImportOutcome::Duplicate(id)
            });
        }
        let number = self.game.write(connection)?;
        let sql = "INSERT INTO import (game, fingerprint, version, at, records, format, text) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let PreparedImport { fingerprint, version, at, records, format, text, .. } = self;
        let values = (number, fingerprint.0, version, at, records, format.as_str(), text);
        execute(connection, sql, values)?;
        Ok(ImportOutcome::Added)
    }

    /// The row and the id of the same game, if the library has it.
    fn find_duplicate(&self, connection: &Connection) -> Result<Option<(i64, GameId)>, StoreError> {
        let sql = "SELECT game.number, game.id FROM import \
                   JOIN game ON game.number = import.game WHERE fingerprint = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        let found = statement.query_row([self.fingerprint.0], |row| Ok((row.get(0)?, row.get(1)?)));
        let found: Option<(i64, String)> = found.optional()?;
        found.map(|(number, id)| Ok((number, rows::game_id(&id)?))).transpose()
    }
}

/// The records of an imported game; none for other games.
pub(super) fn records(
    connection: &Connection,
    id: &GameId,
    number: i64,
) -> Result<Vec<Record>, StoreError> {
    let sql = "SELECT at, records FROM import WHERE game = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else { return Ok(Vec::new()) };
    let at = timestamp(id.as_str(), "import's time", row.get(0)?)?;
    let text = row.get_ref(1).and_then(|text| Ok(text.as_str()?))?;
    packed::unpack(text, at).map_err(|error| StoreError::Damaged { game: id.to_string(), error })
}

/// The original text of an imported game.
pub(super) fn source(
    connection: &Connection,
    id: &GameId,
    number: i64,
) -> Result<Option<Source>, StoreError> {
    let sql = "SELECT format, text, version FROM import WHERE game = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else { return Ok(None) };
    let word: String = row.get(0)?;
    let format = SourceFormat::from_word(&word);
    let format = format.ok_or_else(|| rows::damaged(id.as_str(), "format", &word))?;
    Ok(Some(Source { format, text: row.get(1)?, records: row.get(2)? }))
}
