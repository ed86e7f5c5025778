//! What a copy of a whole database needs of this backend.

use std::time::Duration;

use deadpool_postgres::Client;
use tokio::time::{Instant, sleep};

pub(crate) use super::run::{execute, row, rows};
pub(crate) use super::unfinished::mark as mark_unfinished;
pub(crate) use super::values::{Columns, Value, texts};
use super::{
    ConnectError, PostgresAddress, connect as connections, migrations, servers, unfinished,
};

/// Longer than any statement of a copy takes.
const TIMEOUT: Duration = Duration::from_hours(1);

/// How long a server, or a copy, may take to let go of a database when it has ended.
const RELEASE: Duration = Duration::from_secs(2);
/// How often that is looked at.
const LOOK_INTERVAL: Duration = Duration::from_millis(50);

/// A connection to a database whose tables are there, and are those of this release, also in a
/// source. As long as it lasts, no server starts.
pub(crate) async fn connect(
    address: &PostgresAddress,
    is_source: bool,
) -> Result<Client, ConnectError> {
    let pool = connections::pool(address, 1, TIMEOUT, connections::Role::Primary)?;
    let mut client = connections::first_client(&pool, address).await?;
    let given_up = Instant::now() + RELEASE;
    while !servers::exclude(&client).await? {
        if Instant::now() >= given_up {
            return Err(ConnectError::InUse(address.to_string()));
        }
        sleep(LOOK_INTERVAL).await;
    }
    if is_source && !migrations::has_library(&client).await? {
        return Err(ConnectError::NoLibrary(address.to_string()));
    }
    if is_source && unfinished::is_marked(&client).await? {
        return Err(ConnectError::Unfinished(address.to_string()));
    }
    migrations::apply(&mut client, address).await?;
    Ok(client)
}
