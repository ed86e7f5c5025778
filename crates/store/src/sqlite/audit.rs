//! The audit log in the database.

use async_trait::async_trait;
use game::Timestamp;
use rusqlite::{Connection, Row};

use super::Sqlite;
use super::rows::timestamp_column;
use super::write::execute;
use crate::{Audit, AuditEntry, AuditQuery, StoreError};

#[async_trait]
impl Audit for Sqlite {
    async fn add_audit(&self, entry: AuditEntry, max: u32) -> Result<(), StoreError> {
        self.writer.write(move |connection| add(connection, &entry, max)).await
    }

    async fn audit(&self, query: &AuditQuery) -> Result<Vec<(i64, AuditEntry)>, StoreError> {
        let query = query.clone();
        self.readers.read(move |connection| list(connection, &query)).await
    }
}

fn add(connection: &Connection, entry: &AuditEntry, max: u32) -> Result<(), StoreError> {
    let AuditEntry { at, actor, address, action, target, failed } = entry;
    let sql = "INSERT INTO audit (at, actor, address, action, target, failed) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    let at = timestamp_column(*at)?;
    execute(connection, sql, (at, actor, address, action, target, failed))?;
    let sql = "DELETE FROM audit WHERE failed = ?1 AND number <= \
               (SELECT number FROM audit WHERE failed = ?1 ORDER BY number DESC \
               LIMIT 1 OFFSET ?2)";
    execute(connection, sql, (failed, max))
}

/// The log is bounded, so that a filter in Rust is fast enough. It folds the case of all letters,
/// where the database knows only those of ASCII.
fn list(connection: &Connection, query: &AuditQuery) -> Result<Vec<(i64, AuditEntry)>, StoreError> {
    let sql = "SELECT number, at, actor, address, action, target, failed FROM audit \
               WHERE number < ?1 ORDER BY number DESC";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query([query.before.unwrap_or(i64::MAX)])?;
    let rows = rows.and_then(read);
    let matches = |row: &Result<(i64, AuditEntry), StoreError>| {
        row.as_ref().map_or(true, |(number, entry)| query.matches(*number, entry))
    };
    rows.filter(matches).take(query.limit as usize).collect()
}

fn read(row: &Row) -> Result<(i64, AuditEntry), StoreError> {
    let at: i64 = row.get(1)?;
    let entry = AuditEntry {
        at: Timestamp(u64::try_from(at).unwrap_or_default()),
        actor: row.get(2)?,
        address: row.get(3)?,
        action: row.get(4)?,
        target: row.get(5)?,
        failed: row.get(6)?,
    };
    Ok((row.get(0)?, entry))
}
