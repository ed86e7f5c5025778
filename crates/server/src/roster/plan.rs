//! What an import would do to the roster.

use std::collections::HashMap;
use std::fmt::Write;

use game::{Name, NameError, Timestamp};
use sha2::{Digest, Sha256};
use store::{Account, GroupName, NewAccount, Role, RosterDetails, RosterImport};
use wire::roster::{RosterErrorReason, RosterOutcome, RosterReport, RosterRow};

use super::Sheet;
use super::sheet::SheetRow;
use crate::accounts::is_reserved;

/// A wrong value in a preview has at most this many characters.
const MAX_SHOWN: usize = 40;
/// How many bytes of the hash stand for a plan.
const DIGEST: usize = 16;

/// What an import would do.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub(crate) rows: Vec<RosterRow>,
    pub(crate) import: RosterImport,
}

/// Compares a file with the accounts. Only who manages organizers may change them.
pub(crate) fn plan(
    sheet: &Sheet,
    accounts: &[Account],
    manages_organizers: bool,
    now: Timestamp,
) -> Plan {
    let known = Known::new(accounts, manages_organizers);
    let mut lines = HashMap::new();
    let mut plan = Plan { rows: Vec::new(), import: RosterImport::default() };
    for row in &sheet.rows {
        let checked = check(row, &known, &mut lines);
        plan.add(row, checked, now);
    }
    plan
}

impl Plan {
    /// Whether a row is wrong.
    pub(crate) fn has_errors(&self) -> bool {
        self.rows.iter().any(|row| matches!(row.outcome, RosterOutcome::Error { .. }))
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_done(&self) -> bool {
        self.import == RosterImport::default()
    }

    /// What stands for the plan: another import, or the same one of another roster, has another.
    pub(crate) fn digest(&self) -> String {
        // Text and numbers can always be written as JSON.
        let rows = serde_json::to_vec(&self.rows).unwrap_or_default();
        let hash: [u8; 32] = Sha256::digest(rows).into();
        hash[..DIGEST].iter().fold(String::new(), |mut text, byte| {
            // Writing into a string never fails.
            let _ = write!(text, "{byte:02x}");
            text
        })
    }

    /// What happens when it is carried out.
    pub(crate) fn report(&self) -> RosterReport {
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let (added, changed) = (self.import.add.len(), self.import.update.len());
        let unchanged = self.rows.len().saturating_sub(added + changed);
        RosterReport { added: count(added), changed: count(changed), unchanged: count(unchanged) }
    }

    fn add(&mut self, row: &SheetRow, checked: Result<Checked, RowError>, now: Timestamp) {
        let shown = |name: String, group: Option<&GroupName>, rating, outcome| RosterRow {
            line: row.line,
            name,
            group: group.map(ToString::to_string),
            rating,
            outcome,
        };
        let added = match checked {
            Err((reason, value)) => {
                let outcome = RosterOutcome::Error { reason, value: short(&value) };
                shown(short(&row.name), None, None, outcome)
            }
            Ok(Checked::New { name, group, rating }) => {
                let row = shown(name.to_string(), group.as_ref(), rating, RosterOutcome::New {});
                let (role, password) = (Role::Member, None);
                let account = NewAccount { name, role, password, group, rating, created: now };
                self.import.add.push(account);
                row
            }
            Ok(Checked::Known { account, group, rating }) => {
                let is_same = (&account.group, account.rating) == (&group, rating);
                let row =
                    shown(account.name.to_string(), group.as_ref(), rating, outcome(&account));
                if is_same {
                    RosterRow { outcome: RosterOutcome::Unchanged {}, ..row }
                } else {
                    let Account { id, name, role, .. } = account;
                    let details = RosterDetails { name, role, group, rating };
                    self.import.update.push((id, details));
                    row
                }
            }
        };
        self.rows.push(added);
    }
}

/// The outcome for an account that changes.
fn outcome(account: &Account) -> RosterOutcome {
    let group = account.group.as_ref().map(ToString::to_string);
    RosterOutcome::Changed { group, rating: account.rating }
}

fn short(text: &str) -> String {
    if text.chars().count() <= MAX_SHOWN {
        return text.to_owned();
    }
    text.chars().take(MAX_SHOWN).chain(['…']).collect()
}

/// A row that is right.
enum Checked {
    New { name: Name, group: Option<GroupName>, rating: Option<u16> },
    Known { account: Account, group: Option<GroupName>, rating: Option<u16> },
}

/// What is wrong with a row, and the value that is.
type RowError = (RosterErrorReason, String);

/// The accounts, by what identifies them.
struct Known<'a> {
    by_key: HashMap<String, &'a Account>,
    by_skeleton: HashMap<String, &'a Account>,
    manages_organizers: bool,
}

impl<'a> Known<'a> {
    fn new(accounts: &'a [Account], manages_organizers: bool) -> Known<'a> {
        let by_key = accounts.iter().map(|account| (account.name.key(), account)).collect();
        let skeletons = accounts.iter().map(|account| (account.name.skeleton(), account));
        Known { by_key, by_skeleton: skeletons.collect(), manages_organizers }
    }

    /// The account of a name; none when it is free.
    fn account(&self, name: &Name) -> Result<Option<&'a Account>, RowError> {
        let found = self.by_key.get(&name.key()).copied();
        let is_admin = found.is_some_and(|account| account.role == Role::Admin);
        if is_admin || (found.is_none() && is_reserved(name)) {
            return Err((RosterErrorReason::ReservedName, name.to_string()));
        }
        match self.by_skeleton.get(&name.skeleton()) {
            Some(other) if found.is_none() => {
                Err((RosterErrorReason::LooksLikeMember, other.name.to_string()))
            }
            _ => Ok(found),
        }
    }

    fn may_change(&self, account: &Account) -> bool {
        account.role == Role::Member || self.manages_organizers
    }
}

/// Checks a row. A cell that is empty leaves what the roster knows as it is.
fn check(
    row: &SheetRow,
    known: &Known,
    lines: &mut HashMap<String, u32>,
) -> Result<Checked, RowError> {
    let name = name(&row.name)?;
    let line = *lines.entry(name.skeleton()).or_insert(row.line);
    if line != row.line {
        return Err((RosterErrorReason::DuplicateName, line.to_string()));
    }
    let group = group(&row.group)?;
    let rating = row.rating.clone().map_err(|text| (RosterErrorReason::BadRating, text))?;
    let Some(account) = known.account(&name)? else {
        return Ok(Checked::New { name, group, rating });
    };
    let group = group.or_else(|| account.group.clone());
    let rating = rating.or(account.rating);
    let changes = (&group, rating) != (&account.group, account.rating);
    if changes && !known.may_change(account) {
        return Err((RosterErrorReason::AdminOnly, account.name.to_string()));
    }
    Ok(Checked::Known { account: account.clone(), group, rating })
}

fn name(text: &str) -> Result<Name, RowError> {
    use RosterErrorReason as Reason;
    Name::new(text).map_err(|error| match error {
        NameError::Empty => (Reason::NoName, String::new()),
        NameError::TooLong => (Reason::LongName, Name::MAX.to_string()),
        NameError::Character(c) => (Reason::BadCharacter, c.to_string()),
    })
}

fn group(text: &str) -> Result<Option<GroupName>, RowError> {
    if text.is_empty() {
        return Ok(None);
    }
    let name = GroupName::new(text);
    name.map(Some).ok_or_else(|| (RosterErrorReason::BadGroup, text.to_owned()))
}

#[cfg(test)]
mod tests;
