//! The audit log in memory.

use async_trait::async_trait;

use super::Memory;
use crate::{Audit, AuditEntry, AuditQuery, StoreError};

/// The entries with their numbers, the oldest first.
#[derive(Debug, Default)]
pub(super) struct AuditTable {
    last: i64,
    entries: Vec<(i64, AuditEntry)>,
}

#[async_trait]
impl Audit for Memory {
    async fn add_audit(&self, entry: AuditEntry, max: u32) -> Result<(), StoreError> {
        let table = &mut self.library().audit;
        table.last += 1;
        let failed = entry.failed;
        table.entries.push((table.last, entry));
        let count = table.entries.iter().filter(|(_, entry)| entry.failed == failed).count();
        let mut excess = count.saturating_sub(max as usize);
        table.entries.retain(|(_, entry)| {
            let goes = entry.failed == failed && excess > 0;
            excess -= usize::from(goes);
            !goes
        });
        Ok(())
    }

    async fn audit(&self, query: &AuditQuery) -> Result<Vec<(i64, AuditEntry)>, StoreError> {
        let library = self.library();
        let found = library.audit.entries.iter().rev();
        let found = found.filter(|(number, entry)| query.matches(*number, entry));
        Ok(found.take(query.limit as usize).cloned().collect())
    }
}
