//! Queries of the library, which may take long: so many at once that connections are left for
//! everything else, and only for as long as somebody waits for them.
//!
//! A request that is canceled drops its query in the middle. Its connection would go back into the
//! pool, and the next statement on it would wait for the end of the query. So the query is
//! canceled, and its connection closed.

use std::time::Duration;

use deadpool_postgres::{Client, ClientWrapper, Pool};
use tokio::runtime::Handle;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use tokio_postgres_rustls::MakeRustlsConnect;

use super::{ConnectError, PostgresAddress, connect, library, tls};
use crate::{Page, Query, StoreError};

/// How long a query waits for its turn.
const WAIT: Duration = Duration::from_secs(5);
/// How long it may take to cancel one.
const CANCEL: Duration = Duration::from_secs(5);

/// The queries of a pool of connections.
pub(super) struct Queries {
    pool: Pool,
    tls: MakeRustlsConnect,
    turns: Semaphore,
}

impl Queries {
    /// At most so many at once.
    pub(super) fn new(
        pool: Pool,
        address: &PostgresAddress,
        most: usize,
    ) -> Result<Queries, ConnectError> {
        let tls = tls::connector(&address.verification)?;
        Ok(Queries { pool, tls, turns: Semaphore::new(most.max(1)) })
    }

    /// Waits for a turn, and then for a connection.
    pub(super) async fn begin(&self) -> Result<RunningQuery<'_>, StoreError> {
        let turn = timeout(WAIT, self.turns.acquire()).await.map_err(|_| StoreError::Busy)?;
        let turn = turn.map_err(|_| StoreError::Closed)?;
        let client = connect::client(&self.pool).await?;
        Ok(RunningQuery { client: Some(client), tls: &self.tls, _turn: turn })
    }
}

/// A connection that goes back into its pool after [`RunningQuery::end`]. Without that, it was
/// dropped in the middle.
pub(super) struct RunningQuery<'a> {
    client: Option<Client>,
    tls: &'a MakeRustlsConnect,
    _turn: SemaphorePermit<'a>,
}

impl RunningQuery<'_> {
    pub(super) fn client(&mut self) -> Result<&mut Client, StoreError> {
        self.client.as_mut().ok_or(StoreError::Closed)
    }

    /// A page of the library, within a time: a search consists of several statements, each of which
    /// has a limit of its own.
    pub(super) async fn list(mut self, query: &Query, limit: Duration) -> Result<Page, StoreError> {
        let Ok(page) = timeout(limit, library::list(self.client()?, query)).await else {
            return Err(connect::too_slow(limit));
        };
        self.end();
        page
    }

    /// The query was answered.
    pub(super) fn end(mut self) {
        drop(self.client.take());
    }
}

impl Drop for RunningQuery<'_> {
    fn drop(&mut self) {
        let client = self.client.take().map(Client::take);
        // Without a runtime, everything ends, and PostgreSQL notices it.
        if let (Some(client), Ok(runtime)) = (client, Handle::try_current()) {
            runtime.spawn(cancel(client, self.tls.clone()));
        }
    }
}

/// Cancels what a connection does, and closes it.
async fn cancel(client: ClientWrapper, tls: MakeRustlsConnect) {
    // If that fails, the query ends by its time limit.
    let _ = timeout(CANCEL, client.cancel_token().cancel_query(tls)).await;
}
