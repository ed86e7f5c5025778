//! The mark of a database into which a library is copied: from the beginning of the copy until it
//! has been compared. Half a library must not be used.
//!
//! The mark is a table outside the migrations: it exists only while nothing but a copy uses the
//! database.

use tokio_postgres::Client;

use super::servers;
use crate::StoreError;

/// Whether the table is there.
const IS_MARKED: &str = "SELECT to_regclass('unfinished_copy') IS NOT NULL";

/// Sets the mark, or takes it away.
pub(crate) async fn mark(client: &Client, is_unfinished: bool) -> Result<(), StoreError> {
    let sql = if is_unfinished {
        "CREATE TABLE IF NOT EXISTS unfinished_copy ()"
    } else {
        "DROP TABLE IF EXISTS unfinished_copy"
    };
    Ok(client.batch_execute(sql).await?)
}

/// Whether there is a mark.
pub(super) async fn is_marked(client: &Client) -> Result<bool, tokio_postgres::Error> {
    client.query_one(IS_MARKED, &[]).await?.try_get(0)
}

/// Whether there is a mark although no copy is under way. While one is, a server waits for its end.
pub(super) async fn is_abandoned(client: &Client) -> Result<bool, tokio_postgres::Error> {
    Ok(is_marked(client).await? && servers::is_free(client).await?)
}
