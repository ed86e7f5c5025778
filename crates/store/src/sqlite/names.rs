//! The keys of account names.
//!
//! They follow from the names by tables of Unicode, which grow, and older databases have keys that
//! were computed in another way. So all keys are brought up to date when a database is opened.

use std::collections::HashSet;

use game::Name;
use rusqlite::{Connection, Result};

/// An account as far as its keys are concerned.
struct Keys {
    number: i64,
    name: String,
    key: String,
    skeleton: String,
}

/// Brings the keys of all accounts up to date.
///
/// Two accounts of an older database may have the same key now. The one whose old key it was
/// already keeps it, or else the older account. The other one also keeps its old key, by which it
/// is found when its name is typed exactly; nobody is locked out.
pub(super) fn update_keys(connection: &Connection) -> Result<()> {
    let mut accounts = read(connection)?;
    accounts.sort_by_key(|keys| (keys.key != key(&keys.name), keys.number));
    let mut taken = HashSet::new();
    let mut changes = Vec::new();
    for Keys { number, name, key: old, skeleton: old_skeleton } in accounts {
        let candidates = [key(&name), old.clone()];
        let free = candidates.into_iter().find(|key| !taken.contains(key));
        let new = free.unwrap_or_else(|| unfoldable_key(number));
        taken.insert(new.clone());
        let skeleton = skeleton(&name);
        if new != old || skeleton != old_skeleton {
            changes.push((number, new, skeleton));
        }
    }
    // The column is unique, so all old keys go before the first new one comes.
    let sql = "UPDATE account SET name_key = ?2, name_skeleton = ?3 WHERE number = ?1";
    for (number, _, _) in &changes {
        connection.execute(sql, (number, unfoldable_key(*number), ""))?;
    }
    for (number, key, skeleton) in changes {
        connection.execute(sql, (number, key, skeleton))?;
    }
    Ok(())
}

/// A key that no name has.
fn unfoldable_key(number: i64) -> String {
    format!("\u{1}{number}")
}

fn read(connection: &Connection) -> Result<Vec<Keys>> {
    let sql = "SELECT number, name, name_key, name_skeleton FROM account ORDER BY number";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        Ok(Keys { number: row.get(0)?, name: row.get(1)?, key: row.get(2)?, skeleton: row.get(3)? })
    })?;
    rows.collect()
}

fn key(name: &str) -> String {
    Name::from_file(name).map(|name| name.key()).unwrap_or_default()
}

fn skeleton(name: &str) -> String {
    Name::from_file(name).map(|name| name.skeleton()).unwrap_or_default()
}
