//! What a copy of a whole database needs of this backend.

use std::time::Duration;

use deadpool_postgres::Client;

pub(crate) use super::run::{execute, row, rows};
pub(crate) use super::values::{Columns, Value, texts};
use super::{ConnectError, PostgresAddress, connect as connections, migrations};

/// Longer than any statement of a copy takes.
const TIMEOUT: Duration = Duration::from_hours(1);

/// A connection to a database whose tables are there.
pub(crate) async fn connect(address: &PostgresAddress) -> Result<Client, ConnectError> {
    let pool = connections::pool(address, 1, TIMEOUT, connections::Role::Primary)?;
    let mut client = connections::first_client(&pool, address).await?;
    migrations::apply(&mut client, address).await?;
    Ok(client)
}
