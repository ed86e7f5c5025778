//! The audit log in the database.

use async_trait::async_trait;
use game::Timestamp;
use tokio_postgres::Row;

use super::Postgres;
use super::run::{Lock, begin, execute, rows};
use super::values::{Columns, values};
use crate::columns::timestamp_column;
use crate::{Audit, AuditEntry, AuditQuery, StoreError};

#[async_trait]
impl Audit for Postgres {
    async fn add_audit(&self, entry: AuditEntry, max: u32) -> Result<(), StoreError> {
        let AuditEntry { at, actor, address, action, target, failed } = entry;
        let at = timestamp_column(at)?;
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Id("audit")).await?;
        let sql = "INSERT INTO audit (at, actor, address, action, target, failed) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let values = values![at, actor, address, action, target, failed];
        execute(&transaction, sql, values).await?;
        let sql = "DELETE FROM audit WHERE failed = $1 AND number <= \
                   (SELECT number FROM audit WHERE failed = $1 ORDER BY number DESC \
                   LIMIT 1 OFFSET $2)";
        execute(&transaction, sql, values![failed, max]).await?;
        self.commit(transaction).await
    }

    /// The log is bounded, so that a filter in Rust is fast enough. It folds the case of all
    /// letters in the same way on every server.
    async fn audit(&self, query: &AuditQuery) -> Result<Vec<(i64, AuditEntry)>, StoreError> {
        let sql = "SELECT number, at, actor, address, action, target, failed FROM audit \
                   WHERE number < $1 ORDER BY number DESC";
        let before = query.before.unwrap_or(i64::MAX);
        let found = rows(&self.client().await?, sql, values![before]).await?;
        let matches = |row: &Result<(i64, AuditEntry), StoreError>| {
            row.as_ref().map_or(true, |(number, entry)| query.matches(*number, entry))
        };
        found.iter().map(read).filter(matches).take(query.limit as usize).collect()
    }
}

fn read(row: &Row) -> Result<(i64, AuditEntry), StoreError> {
    let entry = AuditEntry {
        at: Timestamp(row.number(1)?),
        actor: row.text(2)?,
        address: row.text(3)?,
        action: row.text(4)?,
        target: row.text(5)?,
        failed: row.flag(6)?,
    };
    Ok((row.number(0)?, entry))
}
