//! Runs statements. A connection prepares each once, and keeps it; so a statement that is built
//! from what somebody searches is not prepared at all, because there are countless ones.

use std::time::Duration;

use deadpool_postgres::{Client, GenericClient, Transaction};
use tokio::time::timeout;
use tokio_postgres::error::Severity;
use tokio_postgres::types::ToSql;
use tokio_postgres::{IsolationLevel, Row};

use super::connect;
use super::values::{Value, values};
use crate::StoreError;

/// Runs a statement; returns how many rows it changed.
pub(crate) async fn execute(
    on: &impl GenericClient,
    sql: &str,
    values: &[Value],
) -> Result<u64, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.execute(&statement, &parameters(values)).await?)
}

/// Runs a statement; true when it changed something.
pub(super) async fn changes(
    on: &impl GenericClient,
    sql: &str,
    values: &[Value],
) -> Result<bool, StoreError> {
    Ok(execute(on, sql, values).await? > 0)
}

/// Runs a query.
pub(crate) async fn rows(
    on: &impl GenericClient,
    sql: &str,
    values: &[Value],
) -> Result<Vec<Row>, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    Ok(on.query(&statement, &parameters(values)).await?)
}

/// Runs a query that finds at most one row, or of which the first counts.
pub(crate) async fn row(
    on: &impl GenericClient,
    sql: &str,
    values: &[Value],
) -> Result<Option<Row>, StoreError> {
    Ok(rows(on, sql, values).await?.into_iter().next())
}

/// Runs a query that was built for these values, and leaves nothing of it in the connection.
pub(super) async fn rows_once(
    on: &Transaction<'_>,
    sql: &str,
    values: &[Value],
) -> Result<Vec<Row>, StoreError> {
    let typed = |value| (value as &(dyn ToSql + Sync), Value::kind(value));
    let values: Vec<_> = values.iter().map(typed).collect();
    Ok(on.query_typed(sql, &values).await?)
}

/// The same for a query of which the first row counts.
pub(super) async fn row_once(
    on: &Transaction<'_>,
    sql: &str,
    values: &[Value],
) -> Result<Option<Row>, StoreError> {
    Ok(rows_once(on, sql, values).await?.into_iter().next())
}

/// Values as the driver takes them.
pub(super) fn parameters(values: &[Value]) -> Vec<&(dyn ToSql + Sync)> {
    values.iter().map(|value| value as &(dyn ToSql + Sync)).collect()
}

/// What is changed by one transaction at a time, on all servers together, because the change
/// depends on rows that it does not change itself.
#[derive(Clone, Copy)]
pub(super) enum Lock<'a> {
    /// The accounts: their names are compared with each other.
    Accounts,
    /// What has this id.
    Id(&'a str),
}

/// Begins a transaction and waits for a lock. Without a commit, it leaves nothing behind.
pub(super) async fn begin<'a>(
    client: &'a mut Client,
    lock: Lock<'_>,
) -> Result<Transaction<'a>, StoreError> {
    let transaction = client.transaction().await?;
    // A collision of two hashes only makes one of two transactions wait.
    let sql = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
    let name = match lock {
        Lock::Accounts => "accounts",
        Lock::Id(id) => id,
    };
    execute(&transaction, sql, values![name]).await?;
    Ok(transaction)
}

/// Begins a transaction in which every query sees the same.
pub(super) async fn snapshot(client: &mut Client) -> Result<Transaction<'_>, StoreError> {
    let isolation = IsolationLevel::RepeatableRead;
    let snapshot = client.build_transaction().isolation_level(isolation).read_only(true);
    Ok(snapshot.start().await?)
}

/// Commits a transaction. Nobody knows the outcome when the connection is lost meanwhile, or when
/// it takes longer than this: a time limit of the server does not count for waiting for a standby.
pub(super) async fn commit(
    transaction: Transaction<'_>,
    limit: Duration,
) -> Result<(), StoreError> {
    in_time(transaction.commit(), limit).await
}

/// Runs a statement that is a transaction of its own; returns how many rows it changed. However
/// long this server is frozen or cut off, it holds no lock meanwhile.
pub(super) async fn execute_alone(
    on: &Client,
    sql: &str,
    values: &[Value],
    limit: Duration,
) -> Result<u64, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    in_time(on.execute(&statement, &parameters(values)), limit).await
}

/// The same for a statement that returns at most one row.
pub(super) async fn row_alone(
    on: &Client,
    sql: &str,
    values: &[Value],
    limit: Duration,
) -> Result<Option<Row>, StoreError> {
    let statement = on.prepare_cached(sql).await?;
    in_time(on.query_opt(&statement, &parameters(values)), limit).await
}

/// The outcome of a commit that may take this long.
async fn in_time<T>(
    committing: impl Future<Output = Result<T, tokio_postgres::Error>>,
    limit: Duration,
) -> Result<T, StoreError> {
    match timeout(limit, committing).await {
        Ok(committed) => committed.map_err(|error| commit_error(&error)),
        Err(_) => Err(StoreError::Unconfirmed(connect::SILENT.into())),
    }
}

/// What a failed commit means. Only an error that the server reports, and survives, says that
/// nothing was stored.
pub(super) fn commit_error(error: &tokio_postgres::Error) -> StoreError {
    let reported = error.as_db_error().and_then(tokio_postgres::error::DbError::parsed_severity);
    match reported {
        Some(Severity::Error) => StoreError::Database(connect::describe(error)),
        _ => StoreError::Unconfirmed(connect::describe(error)),
    }
}
