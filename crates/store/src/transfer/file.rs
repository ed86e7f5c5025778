//! A database in a file, table by table.

use rusqlite::types::{ToSql, ToSqlOutput, ValueRef};
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::tables::Table;
use super::{Cell, Row, TransferError};
use crate::{DataDirectory, StoreError, sqlite};

/// Tables whose numbers are never given again.
const NEVER_AGAIN: [&str; 2] = ["account", "audit"];

/// A database in a file, and its folder, which no other process uses meanwhile.
pub(super) struct File {
    connection: Connection,
    _directory: DataDirectory,
}

impl File {
    pub(super) fn open(directory: DataDirectory, is_source: bool) -> Result<File, TransferError> {
        let connection = sqlite::open_for_transfer(&directory.database(), is_source)?;
        Ok(File { connection, _directory: directory })
    }

    /// Sets the mark of a copy that is not finished, or takes it away.
    pub(super) fn mark(&self, is_unfinished: bool) -> Result<(), StoreError> {
        Ok(sqlite::mark_unfinished(&self.connection, is_unfinished)?)
    }

    /// How many games were written before there were checksums.
    pub(super) fn games_without_checksums(&self) -> Result<i64, StoreError> {
        let sql = "SELECT count(*) FROM game WHERE checksum IS NULL";
        Ok(self.connection.query_row(sql, [], |row| row.get(0))?)
    }

    pub(super) fn rows(
        &self,
        table: &Table,
        after: Option<&[Cell]>,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let (names, name, key) = (table.names(), table.name, table.key_names());
        let clause = match after {
            Some(after) => format!("WHERE ({key}) > ({})", placeholders(after.len())),
            None => String::new(),
        };
        let sql = format!("SELECT {names} FROM {name} {clause} ORDER BY {key} LIMIT {limit}");
        let mut statement = self.connection.prepare_cached(&sql)?;
        let width = table.columns.len();
        let read =
            |row: &rusqlite::Row| (0..width).map(|column| row.get_ref(column).map(cell)).collect();
        let rows = statement.query_map(params_from_iter(after.unwrap_or_default()), read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    pub(super) fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
        let values = placeholders(table.columns.len());
        let sql = format!("INSERT INTO {} ({}) VALUES ({values})", table.name, table.names());
        let transaction = self.connection.transaction()?;
        for row in rows {
            transaction.prepare_cached(&sql)?.execute(params_from_iter(row))?;
        }
        Ok(transaction.commit()?)
    }

    pub(super) fn count(&self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let count: i64 = self.connection.query_row(&sql, [], |row| row.get(0))?;
        Ok(count.cast_unsigned())
    }

    /// The last number that was given; where numbers may be given again, the greatest.
    pub(super) fn last_number(&self, table: &Table) -> Result<i64, StoreError> {
        if NEVER_AGAIN.contains(&table.name) {
            let sql = "SELECT seq FROM sqlite_sequence WHERE name = ?1";
            let found = self.connection.query_row(sql, [table.name], |row| row.get(0));
            return Ok(found.optional()?.unwrap_or(0));
        }
        let sql = format!("SELECT coalesce(max(number), 0) FROM {}", table.name);
        Ok(self.connection.query_row(&sql, [], |row| row.get(0))?)
    }

    pub(super) fn set_last_number(&mut self, table: &Table, number: i64) -> Result<(), StoreError> {
        if NEVER_AGAIN.contains(&table.name) && number > 0 {
            let sql = "DELETE FROM sqlite_sequence WHERE name = ?1";
            let transaction = self.connection.transaction()?;
            transaction.execute(sql, [table.name])?;
            let sql = "INSERT INTO sqlite_sequence (name, seq) VALUES (?1, ?2)";
            transaction.execute(sql, (table.name, number))?;
            transaction.commit()?;
        }
        Ok(())
    }
}

fn placeholders(count: usize) -> String {
    vec!["?"; count].join(", ")
}

fn cell(value: ValueRef) -> Cell {
    match value {
        ValueRef::Null => Cell::Null,
        ValueRef::Integer(number) => Cell::Number(number),
        // No table has a column of this type.
        ValueRef::Real(number) => Cell::Text(number.to_string()),
        ValueRef::Text(bytes) => Cell::Text(String::from_utf8_lossy(bytes).into_owned()),
        ValueRef::Blob(bytes) => Cell::Bytes(bytes.to_vec()),
    }
}

impl ToSql for Cell {
    fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
        Ok(ToSqlOutput::Borrowed(match self {
            Cell::Null => ValueRef::Null,
            Cell::Number(number) => ValueRef::Integer(*number),
            Cell::Text(text) => ValueRef::Text(text.as_bytes()),
            Cell::Bytes(bytes) => ValueRef::Blob(bytes),
        }))
    }
}
