//! Imported games as rows: the game like any other, and in another table the original text with
//! the records that were made from it.

use game::GameId;
use rusqlite::{Connection, OptionalExtension, Result as SqlResult, Row};

use super::rows;
use super::write::{PreparedGame, execute};
use crate::checksum::Checksum;
use crate::columns::ImportRow;
use crate::{GameToImport, ImportOutcome, Source, SourceFormat, StoreError};

/// An imported game with its columns prepared.
pub(super) struct PreparedImport {
    game: PreparedGame,
    row: ImportRow,
    checksum: Checksum,
}

impl PreparedImport {
    pub(super) fn new(import: &GameToImport) -> Result<PreparedImport, StoreError> {
        let row = ImportRow::new(import)?;
        let checksum = row.checksum(Checksum::of_log(import.game.id.as_str()));
        let game = PreparedGame::with_records(&import.game, Vec::new(), checksum)?;
        Ok(PreparedImport { game, row, checksum })
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
        let sql = "INSERT INTO import (game, fingerprint, version, at, records, format, text, \
                   checksum) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
        let ImportRow { fingerprint, version, at, records, format, text, .. } = &self.row;
        let checksum = self.checksum.column();
        let values = (number, fingerprint, version, at, records, format, text, checksum);
        execute(connection, sql, values)?;
        Ok(ImportOutcome::Added)
    }

    /// The row and the id of the same game, if the library has it.
    fn find_duplicate(&self, connection: &Connection) -> Result<Option<(i64, GameId)>, StoreError> {
        let sql = "SELECT game.number, game.id FROM import \
                   JOIN game ON game.number = import.game WHERE fingerprint = ?1";
        let mut statement = connection.prepare_cached(sql)?;
        let found =
            statement.query_row([self.row.fingerprint], |row| Ok((row.get(0)?, row.get(1)?)));
        let found: Option<(i64, String)> = found.optional()?;
        found.map(|(number, id)| Ok((number, rows::game_id(&id)?))).transpose()
    }
}

/// Reads the row of a game; none for a game that was not imported.
pub(super) fn row(connection: &Connection, number: i64) -> SqlResult<Option<ImportRow>> {
    let sql = "SELECT fingerprint, version, at, records, format, text, checksum \
               FROM import WHERE game = ?1";
    let read = |row: &Row| {
        Ok(ImportRow {
            fingerprint: row.get(0)?,
            version: row.get(1)?,
            at: row.get(2)?,
            records: row.get(3)?,
            format: row.get(4)?,
            text: row.get(5)?,
            stored: row.get(6)?,
        })
    };
    connection.prepare_cached(sql)?.query_row([number], read).optional()
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
