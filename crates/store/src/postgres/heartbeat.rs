//! Heartbeats of the servers that share a database, and the times that lie between them: a server
//! that starts later learns from these when nothing could be stored.

use std::ops::Range;

use deadpool_postgres::GenericClient;
use game::Timestamp;

use super::run::{execute, row, rows};
use super::values::{Columns, values};
use crate::{HEARTBEAT_TIMEOUT, StoreError};

/// More than so many milliseconds without a heartbeat of any server are an outage. Where one was
/// stored later than that, its server has left the time out, and so must those that start later.
const LONGEST_INTERVAL: i64 = HEARTBEAT_TIMEOUT.as_millis() as i64;
/// An outage is forgotten after so many milliseconds. To a turn of days it makes no difference.
const KEPT: i64 = 3 * 24 * 60 * 60 * 1_000;

/// Records that a server was running at this time, and that none was for a while if it is so. After
/// an outage, the first heartbeats of servers are of the time when it began. A trigger keeps late
/// ones from going back.
pub(super) async fn beat(on: &impl GenericClient, at: i64) -> Result<(), StoreError> {
    let sql = "WITH last AS (SELECT at FROM heartbeat FOR UPDATE), \
               noted AS (INSERT INTO outage (begins, ends) \
                 SELECT at, $1 FROM last WHERE $1 - at > $2 ON CONFLICT DO NOTHING), \
               forgotten AS (DELETE FROM outage WHERE ends < $1 - $3) \
               INSERT INTO heartbeat (one, at, count) \
               SELECT 1, $1, 1 FROM (SELECT count(*) FROM last) AS is_read ON CONFLICT (one) \
               DO UPDATE SET at = excluded.at, count = heartbeat.count + 1";
    execute(on, sql, values![at, LONGEST_INTERVAL, KEPT]).await.map(drop)
}

/// The time of the last heartbeat.
pub(super) async fn last(on: &impl GenericClient) -> Result<Option<Timestamp>, StoreError> {
    let found = row(on, "SELECT at FROM heartbeat", &[]).await?;
    found.map(|row| row.number(0).map(Timestamp)).transpose()
}

/// The times in which no server could store anything, up to now, in order.
pub(super) async fn outages(
    on: &impl GenericClient,
    now: i64,
) -> Result<Vec<Range<Timestamp>>, StoreError> {
    let sql = "SELECT begins, ends FROM outage UNION ALL \
               SELECT at, $1 FROM heartbeat WHERE $1 - at > $2 ORDER BY 1";
    let rows = rows(on, sql, values![now, LONGEST_INTERVAL]).await?;
    rows.iter().map(|row| Ok(Timestamp(row.number(0)?)..Timestamp(row.number(1)?))).collect()
}
