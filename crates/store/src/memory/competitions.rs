//! Competitions in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use async_trait::async_trait;

use super::Memory;
use crate::{
    CompetitionEntry, CompetitionId, CompetitionOutcome, CompetitionSummary, Competitions,
    StoreError, StoredCompetition,
};

/// Competitions by their ids; those that exist have a summary.
pub(super) type CompetitionTable = BTreeMap<CompetitionId, (StoredCompetition, CompetitionSummary)>;

#[async_trait]
impl Competitions for Memory {
    async fn append_to_competition(
        &self,
        entry: CompetitionEntry,
    ) -> Result<CompetitionOutcome, StoreError> {
        entry.check()?;
        let competitions = &mut self.library().competitions;
        let known = competitions.get(&entry.id).map(|(stored, _)| stored);
        let is_repeated = |stored: &StoredCompetition| {
            entry.request.as_ref().is_some_and(|request| stored.requests.contains(request))
        };
        if known.is_some_and(is_repeated) {
            return Ok(CompetitionOutcome::Repeated);
        }
        let version = known.map_or(0, |stored| stored.records.len() as u32);
        if version != entry.base {
            return Ok(CompetitionOutcome::Stale { version });
        }
        let CompetitionEntry { id, request, records, summary, .. } = entry;
        let row = competitions.entry(id).or_insert((StoredCompetition::default(), summary.clone()));
        row.0.records.extend(records);
        row.0.requests.extend(request);
        row.1 = summary;
        Ok(CompetitionOutcome::Written)
    }

    async fn competition(
        &self,
        id: &CompetitionId,
    ) -> Result<Option<StoredCompetition>, StoreError> {
        Ok(self.library().competitions.get(id).map(|(stored, _)| stored.clone()))
    }

    async fn competitions(&self) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError> {
        let library = self.library();
        let rows = library.competitions.iter();
        let mut rows: Vec<_> =
            rows.map(|(id, (_, summary))| (id.clone(), summary.clone())).collect();
        rows.sort_by_key(|(id, summary)| Reverse((summary.changed, id.clone())));
        Ok(rows)
    }
}
