//! Games from files as rows: the game as any other, and beside it the text it was read from with
//! the records that were made of it.

use game::{GameId, Record};
use rusqlite::{Connection, OptionalExtension};

use super::rows::{self, moment, moment_column};
use super::write::{Creation, execute};
use crate::encode::packed;
use crate::{Fingerprint, ImportGame, Imported, Source, SourceFormat, StoreError};

/// A game from a file, ready to be written.
pub(super) struct Import {
    creation: Creation,
    fingerprint: Fingerprint,
    version: u32,
    at: i64,
    records: String,
    format: SourceFormat,
    text: String,
}

impl Import {
    pub(super) fn new(import: ImportGame) -> Result<Import, StoreError> {
        let ImportGame { game, format, text, fingerprint } = import;
        let creation = Creation::with_records(&game, Vec::new())?;
        let first = game.records.first().map_or(game.summary.created, |record| record.at);
        Ok(Import {
            creation,
            version: game.records.len() as u32,
            at: moment_column(first)?,
            records: packed::pack(&game.records)?,
            fingerprint,
            format,
            text,
        })
    }

    pub(super) fn write(&self, connection: &Connection) -> Result<Imported, StoreError> {
        if let Some((number, id)) = self.same(connection)? {
            let sql = "DELETE FROM removed WHERE game = ?1";
            let restored = connection.prepare_cached(sql)?.execute([number])? > 0;
            return Ok(if restored { Imported::Restored(id) } else { Imported::Duplicate(id) });
        }
        let number = self.creation.write(connection)?;
        let sql = "INSERT INTO import (game, fingerprint, version, at, records, format, text) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
        let Import { fingerprint, version, at, records, format, text, .. } = self;
        let values = (number, fingerprint.0, version, at, records, format.as_str(), text);
        execute(connection, sql, values)?;
        Ok(Imported::Added)
    }

    /// The row and the id of the same game, when it is there.
    fn same(&self, connection: &Connection) -> Result<Option<(i64, GameId)>, StoreError> {
        let sql = "SELECT game.number, game.id FROM import \
                   JOIN game ON game.number = import.game WHERE fingerprint = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        let found = statement.query_row([self.fingerprint.0], |row| Ok((row.get(0)?, row.get(1)?)));
        let found: Option<(i64, String)> = found.optional()?;
        found.map(|(number, id)| Ok((number, rows::game_id(&id)?))).transpose()
    }
}

/// The records that were made of a file; none for a game that comes from none.
pub(super) fn records(
    connection: &Connection,
    id: &GameId,
    number: i64,
) -> Result<Vec<Record>, StoreError> {
    let sql = "SELECT at, records FROM import WHERE game = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([number])?;
    let Some(row) = rows.next()? else { return Ok(Vec::new()) };
    let at = moment(id.as_str(), "import's time", row.get(0)?)?;
    let text = row.get_ref(1).and_then(|text| Ok(text.as_str()?))?;
    let fault = |fault| StoreError::Damaged { game: id.to_string(), fault };
    packed::unpack(text, at).map_err(fault)
}

/// What a game was read from.
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
