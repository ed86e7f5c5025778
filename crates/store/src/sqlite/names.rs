//! Brings the keys of account names up to date.

use rusqlite::{Connection, Result};

use crate::account_keys::{AccountKeys, outdated, unfoldable_key};

/// Brings the keys of all accounts up to date.
pub(super) fn update_keys(connection: &Connection) -> Result<()> {
    let changes = outdated(read(connection)?);
    let sql = "UPDATE account SET name_key = ?2, name_skeleton = ?3 WHERE number = ?1";
    for AccountKeys { number, .. } in &changes {
        connection.execute(sql, (number, unfoldable_key(*number), ""))?;
    }
    for AccountKeys { number, key, skeleton, .. } in changes {
        connection.execute(sql, (number, key, skeleton))?;
    }
    Ok(())
}

fn read(connection: &Connection) -> Result<Vec<AccountKeys>> {
    let sql = "SELECT number, name, name_key, name_skeleton FROM account ORDER BY number";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let (number, name) = (row.get(0)?, row.get(1)?);
        Ok(AccountKeys { number, name, key: row.get(2)?, skeleton: row.get(3)? })
    })?;
    rows.collect()
}
