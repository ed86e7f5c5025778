//! A standby that answers queries of the library, where one is given.
//!
//! A query goes there once the standby has replayed everything that the primary had written when
//! the query came, so that whoever has just written something finds it. When that takes too long,
//! or the standby is away or fails, the primary answers, and the standby is left alone for a while.
//! A query that is too slow says nothing about the standby, and would take the primary as long.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use deadpool_postgres::Client;
use tokio::time::{Instant, sleep, timeout};

use super::PostgresAddress;
use super::connect::{self, ConnectError, Role};
use super::queries::{Queries, RunningQuery};
use super::values::Columns;
use crate::{Page, Query, StoreError};

/// How long a query waits for the standby to catch up.
const PATIENCE: Duration = Duration::from_millis(200);
/// How long the start of a server waits for it.
const TRIAL: Duration = Duration::from_secs(2);
/// How often it looks.
const LOOK_INTERVAL: Duration = Duration::from_millis(5);
/// How long a standby that has failed is left alone.
const PAUSE: Duration = Duration::from_secs(5);

/// How far the primary has written its log; everything acknowledged is in it. A cluster of servers
/// has an identifier of its own, which its standbys share.
const WRITTEN: &str = "SELECT pg_current_wal_flush_lsn()::text, current_database()::text, \
                       (SELECT system_identifier FROM pg_control_system())";
/// Whether this is a standby with the same database, and has replayed the log up to there.
const HAS_REPLAYED: &str = "SELECT pg_is_in_recovery() AND current_database() = $2::text \
                            AND (SELECT system_identifier FROM pg_control_system()) = $3, \
                            coalesce(pg_last_wal_replay_lsn() >= $1::text::pg_lsn, false)";

/// What a standby has to have.
pub(super) struct Written {
    /// How far the primary has written its log.
    log: String,
    /// The name of the database.
    database: String,
    /// Which cluster it is in.
    cluster: i64,
}

/// Connections to a standby.
pub(super) struct Standby {
    queries: Queries,
    address: String,
    /// How long a query may take.
    limit: Duration,
    /// When it may be asked again, since it failed last.
    paused: Mutex<Option<Instant>>,
}

impl Standby {
    /// Prepares connections.
    pub(super) fn new(
        address: &PostgresAddress,
        connections: usize,
        statement_timeout: Duration,
    ) -> Result<Standby, ConnectError> {
        let pool = connect::pool(address, connections, statement_timeout, Role::Standby)?;
        Ok(Standby {
            queries: Queries::new(pool, address, connections)?,
            address: address.to_string(),
            limit: statement_timeout,
            paused: Mutex::default(),
        })
    }

    /// Asks once, so that a wrong address is noticed before anybody searches.
    pub(super) async fn try_out(&self, written: &Written) {
        match self.caught_up_within(TRIAL, written).await {
            Ok(running) => running.end(),
            Err(error) => self.note(Some(&error)),
        }
    }

    /// Whether the standby is asked at all at the moment.
    pub(super) fn is_asked(&self) -> bool {
        let paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        paused.is_none_or(|until| until <= Instant::now())
    }

    /// A page of the library with everything that the primary had written; none when the primary
    /// has to answer.
    pub(super) async fn list(
        &self,
        query: &Query,
        written: &Written,
    ) -> Option<Result<Page, StoreError>> {
        let found = match self.caught_up_within(PATIENCE, written).await {
            Ok(running) => running.list(query, self.limit).await,
            Err(error) => Err(error),
        };
        let failure = found.as_ref().err().filter(|error| !connect::is_canceled(error));
        self.note(failure);
        if failure.is_some() { None } else { Some(found) }
    }

    /// The same as [`Standby::caught_up`], but not for longer than this.
    async fn caught_up_within(
        &self,
        limit: Duration,
        written: &Written,
    ) -> Result<RunningQuery<'_>, StoreError> {
        let late = || StoreError::Database("it does not answer, or is too far behind".into());
        timeout(limit, self.caught_up(written)).await.unwrap_or_else(|_| Err(late()))
    }

    /// A connection to the standby after it has replayed the log up to there.
    async fn caught_up(&self, written: &Written) -> Result<RunningQuery<'_>, StoreError> {
        let mut running = self.queries.begin().await?;
        let client = running.client()?;
        let statement = client.prepare_cached(HAS_REPLAYED).await?;
        loop {
            let row = client
                .query_one(&statement, &[&written.log, &written.database, &written.cluster])
                .await?;
            if !row.flag(0)? {
                return Err(StoreError::Database("it is no standby of the database".into()));
            }
            if row.flag(1)? {
                return Ok(running);
            }
            sleep(LOOK_INTERVAL).await;
        }
    }

    /// Remembers a failure, and that it is over; only changes are logged.
    fn note(&self, failure: Option<&StoreError>) {
        let mut paused = self.paused.lock().unwrap_or_else(PoisonError::into_inner);
        let address = &self.address;
        match failure {
            Some(error) if paused.is_none() => {
                tracing::warn!("the primary answers instead of the standby {address}: {error}");
            }
            None if paused.is_some() => tracing::info!("the standby {address} answers again"),
            _ => {}
        }
        *paused = failure.map(|_| Instant::now() + PAUSE);
    }
}

/// How far a primary has written its log.
pub(super) async fn written(primary: &Client) -> Result<Written, StoreError> {
    let row = primary.query_one(WRITTEN, &[]).await?;
    Ok(Written { log: row.text(0)?, database: row.text(1)?, cluster: row.number(2)? })
}
