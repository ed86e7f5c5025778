//! The audit log: who logged in, and what the administration did. It is bounded; the oldest
//! entries make room for new ones.

use async_trait::async_trait;
use game::Timestamp;

use crate::StoreError;

/// An entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AuditEntry {
    /// When it happened.
    pub at: Timestamp,
    /// Who did it.
    pub actor: String,
    /// From which address.
    pub address: String,
    /// What was done, as a word of the caller.
    pub action: String,
    /// What or whom it was done to; empty when nothing else is meant.
    pub target: String,
    /// Whether it was refused.
    pub failed: bool,
}

/// Which entries to list. Each filter that is set must match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AuditQuery {
    /// Only entries before this number.
    pub before: Option<i64>,
    /// Only this action.
    pub action: Option<String>,
    /// Only entries that failed, or only those that did not.
    pub failed: Option<bool>,
    /// Only entries with this text in the actor, the address or the target, regardless of case.
    pub text: Option<String>,
    /// The maximum number of entries.
    pub limit: u32,
}

impl AuditQuery {
    /// Whether an entry matches.
    pub(crate) fn matches(&self, number: i64, entry: &AuditEntry) -> bool {
        let contains = |text: &String| {
            let text = text.to_lowercase();
            let all = [&entry.actor, &entry.address, &entry.target];
            all.into_iter().any(|value| value.to_lowercase().contains(&text))
        };
        self.before.is_none_or(|before| number < before)
            && self.action.as_ref().is_none_or(|action| *action == entry.action)
            && self.failed.is_none_or(|failed| failed == entry.failed)
            && self.text.as_ref().is_none_or(contains)
    }
}

/// The audit log, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Audit: Send + Sync {
    /// Adds an entry. Of all entries with the same outcome, the `max` latest stay: what failed
    /// cannot displace what was done.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn add_audit(&self, entry: AuditEntry, max: u32) -> Result<(), StoreError>;

    /// Entries with their numbers, the latest first.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn audit(&self, query: &AuditQuery) -> Result<Vec<(i64, AuditEntry)>, StoreError>;
}
