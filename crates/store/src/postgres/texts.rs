//! The texts that words are searched in.
//!
//! Triggers write them with their games. Games from before there were such texts get theirs when
//! the first server of this release starts: in steps, so that other servers go on meanwhile. An
//! interrupted start continues with the next one.

use deadpool_postgres::Client;

use super::run::{execute, row};
use super::values::{Columns, values};
use crate::StoreError;

/// Lets a statement take its time.
pub(super) const NO_TIMEOUT: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0";
/// How many games get their texts in a transaction.
const STEP: i64 = 10_000;

/// Writes the texts that are missing.
pub(super) async fn complete(client: &mut Client) -> Result<(), StoreError> {
    while complete_some(client).await? {}
    Ok(())
}

/// Writes texts of some games, the newest first; false when all games have one. Servers that do
/// this at once take turns.
async fn complete_some(client: &mut Client) -> Result<bool, StoreError> {
    let transaction = client.transaction().await?;
    transaction.batch_execute(NO_TIMEOUT).await?;
    let sql = "SELECT up_to FROM game_without_text FOR UPDATE";
    let Some(last) = row(&transaction, sql, &[]).await? else { return Ok(false) };
    let last: i64 = last.number(0)?;
    let first = last.saturating_sub(STEP);
    let sql = "WITH added AS (INSERT INTO game_text (number, text) \
               SELECT number, text_of_game(id, search, details_search) FROM game \
               WHERE number > $1 AND number <= $2 ORDER BY number \
               ON CONFLICT (number) DO NOTHING RETURNING text) \
               SELECT add_words(array_agg(text)) FROM added HAVING count(*) > 0";
    execute(&transaction, sql, values![first, last]).await?;
    let sql = if first > 0 {
        "UPDATE game_without_text SET up_to = $1"
    } else {
        "DELETE FROM game_without_text WHERE up_to > $1"
    };
    execute(&transaction, sql, values![first]).await?;
    transaction.commit().await?;
    Ok(first > 0)
}
