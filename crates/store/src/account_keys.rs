//! The keys of account names.
//!
//! They follow from the names by tables of Unicode, which grow, and older databases have keys that
//! were computed in another way. So all keys are brought up to date when a database is opened.

use std::collections::HashSet;

use game::Name;

/// An account as far as its keys are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AccountKeys {
    pub(crate) number: i64,
    pub(crate) name: String,
    pub(crate) key: String,
    pub(crate) skeleton: String,
}

/// The accounts whose keys are not up to date, with the keys that they get.
///
/// Two accounts of an older database may have the same key now. The one whose old key it was
/// already keeps it, or else the older account. The other one also keeps its old key, by which it
/// is found when its name is typed exactly; nobody is locked out.
pub(crate) fn outdated(mut accounts: Vec<AccountKeys>) -> Vec<AccountKeys> {
    accounts.sort_by_key(|keys| (keys.key != key(&keys.name), keys.number));
    let mut taken = HashSet::new();
    let mut changes = Vec::new();
    for AccountKeys { number, name, key: old, skeleton: old_skeleton } in accounts {
        let candidates = [key(&name), old.clone()];
        let free = candidates.into_iter().find(|key| !taken.contains(key));
        let new = free.unwrap_or_else(|| unfoldable_key(number));
        taken.insert(new.clone());
        let skeleton = skeleton(&name);
        if new != old || skeleton != old_skeleton {
            changes.push(AccountKeys { number, name, key: new, skeleton });
        }
    }
    changes
}

/// A key that no name has. The column is unique, so all old keys go before the first new one
/// comes.
pub(crate) fn unfoldable_key(number: i64) -> String {
    format!("\u{1}{number}")
}

fn key(name: &str) -> String {
    Name::from_file(name).map(|name| name.key()).unwrap_or_default()
}

fn skeleton(name: &str) -> String {
    Name::from_file(name).map(|name| name.skeleton()).unwrap_or_default()
}
