//! Brings the keys of account names up to date.

use deadpool_postgres::GenericClient;

use super::run::{execute, rows};
use super::values::{Columns, values};
use crate::StoreError;
use crate::account_keys::{AccountKeys, outdated, unfoldable_key};

/// Brings the keys of all accounts up to date.
pub(super) async fn update_keys(on: &impl GenericClient) -> Result<(), StoreError> {
    let changes = outdated(read(on).await?);
    let sql = "UPDATE account SET name_key = $2, name_skeleton = $3 WHERE number = $1";
    for AccountKeys { number, .. } in &changes {
        execute(on, sql, values![*number, unfoldable_key(*number), ""]).await?;
    }
    for AccountKeys { number, key, skeleton, .. } in changes {
        execute(on, sql, values![number, key, skeleton]).await?;
    }
    Ok(())
}

async fn read(on: &impl GenericClient) -> Result<Vec<AccountKeys>, StoreError> {
    let sql = "SELECT number, name, name_key, name_skeleton FROM account ORDER BY number";
    let read = |row: &tokio_postgres::Row| {
        let (number, name) = (row.number(0)?, row.text(1)?);
        Ok(AccountKeys { number, name, key: row.text(2)?, skeleton: row.text(3)? })
    };
    rows(on, sql, &[]).await?.iter().map(read).collect()
}
