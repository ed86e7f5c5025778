//! Coordination of servers, in unlogged tables: a change of them costs no disk write, and a crash
//! of the database empties them.

use std::ops::Range;
use std::time::Duration;

use async_trait::async_trait;
use game::Timestamp;
use tokio_postgres::Row;

use super::run::{changes, execute, row, row_alone, rows};
use super::values::{Columns, values};
use super::{Postgres, heartbeat, may_be_stored};
use crate::columns::timestamp_column;
use crate::{
    AttemptKey, AttemptLimit, Coordination, DemonstrationId, LeaseId, LeaseState, ReviewStop,
    ServerId, StoreError, StoredFollowers, StoredLobby, Topic,
};

/// The time of the database, which is the same for all servers, in microseconds since 1970.
macro_rules! now {
    () => {
        "(extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
    };
}

/// The same in milliseconds.
const SHARED_TIME: &str = concat!("SELECT ", now!(), " / 1000");

/// The first version is a time, so that a lobby that was lost never seems to be unchanged because
/// the next one has had as many changes.
const INSERT_LOBBY: &str = concat!(
    "INSERT INTO lobby (version, text) VALUES (",
    now!(),
    ", $1) ON CONFLICT DO NOTHING RETURNING version"
);
const UPDATE_LOBBY: &str =
    "UPDATE lobby SET version = version + 1, text = $2 WHERE version = $1 RETURNING version";

/// Counts an attempt, unless there were too many.
const COUNT_ATTEMPT: &str = concat!(
    "INSERT INTO attempt (key, free_at) VALUES ($1, ",
    now!(),
    " + $2) ON CONFLICT (key) DO UPDATE SET free_at = $2 + greatest(attempt.free_at, ",
    now!(),
    ") WHERE attempt.free_at - $3 <= ",
    now!()
);
/// How long to wait for the next attempt.
const WAIT_FOR_ATTEMPT: &str =
    concat!("SELECT greatest(1, free_at - $2 - ", now!(), ") FROM attempt WHERE key = $1");
/// Forgets a few keys that are no longer limited: as many as two attempts can add.
const FORGET_ATTEMPTS: &str = concat!(
    "DELETE FROM attempt WHERE key IN (SELECT key FROM attempt WHERE free_at < ",
    now!(),
    " ORDER BY free_at LIMIT 2 FOR UPDATE SKIP LOCKED)"
);

/// Claims some work, unless another server has it.
const CLAIM_LEASE: &str = concat!(
    "INSERT INTO lease (work, server, number, until) VALUES ($1, $2, $3, ",
    now!(),
    " + $4) ON CONFLICT (work) DO UPDATE \
     SET server = excluded.server, number = excluded.number, until = excluded.until \
     WHERE lease.server = excluded.server OR lease.until <= ",
    now!()
);
const RELEASE_LEASE: &str = "DELETE FROM lease WHERE work = $1 AND server = $2 AND number = $3";
/// For how long a lease is still valid, or was not any more.
const LEASE_REST: &str =
    concat!("SELECT until - ", now!(), " FROM lease WHERE work = $1 AND server <> $2");
/// Forgets a few leases that ended long ago.
const FORGET_LEASES: &str = concat!(
    "DELETE FROM lease WHERE work IN (SELECT work FROM lease WHERE until < ",
    now!(),
    " - $1 ORDER BY until LIMIT 2 FOR UPDATE SKIP LOCKED)"
);
/// For how long work counts as abandoned. Later, nobody waits for it any more.
const ABANDONED_TIME: Duration = Duration::from_mins(1);

/// Says who follows a board on a server, if that has changed.
const SAVE_FOLLOWERS: &str = "INSERT INTO followers (demonstration, server, text) \
     VALUES ($1, $2, $3) ON CONFLICT (demonstration, server) DO UPDATE SET text = excluded.text \
     WHERE followers.text <> excluded.text";
const DELETE_FOLLOWERS: &str = "DELETE FROM followers WHERE demonstration = $1 AND server = $2";
/// Forgets who followed boards that have ended, on servers that were gone before anybody knew them.
const FORGET_ENDED_BOARDS: &str = "DELETE FROM followers \
     WHERE NOT EXISTS (SELECT FROM demonstration WHERE id = followers.demonstration)";

#[async_trait]
impl Coordination for Postgres {
    fn server_id(&self) -> ServerId {
        self.hints.server()
    }

    fn watch_server(&self, server: ServerId) {
        self.hints.watch(server);
    }

    async fn shared_time(&self) -> Result<Option<Timestamp>, StoreError> {
        let row = row(&self.clock_client().await?, SHARED_TIME, &[]).await?;
        row.map(|row| row.number(0).map(Timestamp)).transpose()
    }

    async fn outages(&self) -> Result<Vec<Range<Timestamp>>, StoreError> {
        let Some(now) = self.shared_time().await? else { return Ok(Vec::new()) };
        heartbeat::outages(&self.clock_client().await?, timestamp_column(now)?).await
    }

    async fn lobby_unless(&self, version: u64) -> Result<Option<StoredLobby>, StoreError> {
        let sql = "SELECT version, CASE WHEN version <> $1 THEN text END FROM lobby";
        let Some(row) = row(&self.client().await?, sql, values![version as i64]).await? else {
            return Ok((version != 0).then(StoredLobby::default));
        };
        let found: u64 = row.number(0)?;
        let text = if found == version { None } else { Some(row.text(1)?) };
        Ok(text.map(|text| StoredLobby { version: found, text }))
    }

    async fn save_lobby(&self, base: u64, text: &str) -> Result<Option<u64>, StoreError> {
        let client = self.client().await?;
        let limit = self.settings.commit_timeout;
        let saved = if base == 0 {
            row_alone(&client, INSERT_LOBBY, values![text], limit).await
        } else {
            row_alone(&client, UPDATE_LOBBY, values![base as i64, text], limit).await
        };
        if !matches!(saved, Ok(None)) && may_be_stored(&saved) {
            self.hints.announce_topic(Topic::Lobby);
        }
        saved?.map(|row| row.number(0)).transpose()
    }

    async fn count_attempt(
        &self,
        key: AttemptKey,
        limit: AttemptLimit,
    ) -> Result<Option<Duration>, StoreError> {
        let client = self.client().await?;
        let [interval, tolerance] = [limit.interval(), limit.tolerance()].map(microseconds);
        execute(&client, FORGET_ATTEMPTS, &[]).await?;
        if changes(&client, COUNT_ATTEMPT, values![key.0, interval, tolerance]).await? {
            return Ok(None);
        }
        let waiting = row(&client, WAIT_FOR_ATTEMPT, values![key.0, tolerance]).await?;
        let wait: u64 = waiting.map_or(Ok(1), |row| row.number(0))?;
        Ok(Some(Duration::from_micros(wait)))
    }

    async fn claim_lease(&self, lease: &LeaseId, time: Duration) -> Result<bool, StoreError> {
        let client = self.client().await?;
        let values =
            values![&lease.work, self.server_column(), lease.number as i64, microseconds(time)];
        let is_granted = changes(&client, CLAIM_LEASE, values).await?;
        execute(&client, FORGET_LEASES, values![microseconds(ABANDONED_TIME)]).await?;
        Ok(is_granted)
    }

    async fn release_lease(&self, lease: &LeaseId) -> Result<(), StoreError> {
        let values = values![&lease.work, self.server_column(), lease.number as i64];
        execute(&self.client().await?, RELEASE_LEASE, values).await.map(drop)
    }

    async fn lease_state(&self, work: &str) -> Result<LeaseState, StoreError> {
        let values = values![work, self.server_column()];
        let Some(row) = row(&self.client().await?, LEASE_REST, values).await? else {
            return Ok(LeaseState::Free);
        };
        Ok(match row.number::<i64>(0)? {
            rest if rest > 0 => LeaseState::Held,
            rest if rest > -microseconds(ABANDONED_TIME) => LeaseState::Abandoned,
            _ => LeaseState::Free,
        })
    }

    fn announce_review_stop(&self, stop: ReviewStop) {
        self.hints.announce_review_stop(stop);
    }

    async fn save_followers(
        &self,
        board: &DemonstrationId,
        text: Option<&str>,
    ) -> Result<(), StoreError> {
        let client = self.client().await?;
        let (id, server) = (board.as_str(), self.server_column());
        let is_changed = match text {
            Some(text) => changes(&client, SAVE_FOLLOWERS, values![id, server, text]).await?,
            None => changes(&client, DELETE_FOLLOWERS, values![id, server]).await?,
        };
        execute(&client, FORGET_ENDED_BOARDS, &[]).await?;
        if is_changed {
            self.hints.announce_topic(Topic::Followers(board.clone()));
        }
        Ok(())
    }

    async fn followers_elsewhere(
        &self,
        board: &DemonstrationId,
    ) -> Result<Vec<StoredFollowers>, StoreError> {
        let sql = "SELECT server, text FROM followers WHERE demonstration = $1 AND server <> $2";
        let values = values![board.as_str(), self.server_column()];
        let found = rows(&self.client().await?, sql, values).await?;
        let read = |row: &Row| -> Result<StoredFollowers, StoreError> {
            Ok(StoredFollowers { server: ServerId(row.number(0)?), text: row.text(1)? })
        };
        found.iter().map(read).collect()
    }

    async fn forget_followers(&self, server: ServerId) -> Result<(), StoreError> {
        let sql = "DELETE FROM followers WHERE server = $1";
        execute(&self.client().await?, sql, values![i64::from(server.0)]).await.map(drop)
    }
}

impl Postgres {
    /// The id of this server as a column.
    fn server_column(&self) -> i64 {
        self.hints.server().0.into()
    }
}

/// A time as a column.
fn microseconds(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}
