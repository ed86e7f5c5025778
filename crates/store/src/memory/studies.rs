//! Studies in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::Memory;
use crate::{
    StoreError, Studies, Study, StudyChange, StudyId, StudyMetadata, StudyPage, StudyQuery,
    StudySave, StudySaveOutcome,
};

/// Studies by their ids.
pub(super) type StudyTable = BTreeMap<StudyId, Study>;

#[async_trait]
impl Studies for Memory {
    async fn save_study(&self, save: StudySave) -> Result<StudySaveOutcome, StoreError> {
        Ok(write(&mut self.library().studies, save))
    }

    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
        let mut library = self.library();
        let Some(Study { metadata, .. }) = library.studies.get_mut(id) else { return Ok(false) };
        match change {
            StudyChange::Rename(name) => metadata.name = name,
            StudyChange::Share(shared) => metadata.shared = shared,
            StudyChange::Remove(at) => metadata.removed = at,
        }
        Ok(true)
    }

    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError> {
        Ok(self.library().studies.get(id).cloned())
    }

    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError> {
        let library = self.library();
        let found = find(&library.studies, query);
        let page = found.iter().skip(query.offset as usize).take(query.page_size() as usize);
        let studies = page.map(|metadata| (*metadata).clone()).collect();
        Ok(StudyPage { total: found.len() as u64, studies })
    }

    async fn study_ids(&self, query: &StudyQuery) -> Result<Vec<StudyId>, StoreError> {
        let library = self.library();
        Ok(find(&library.studies, query).into_iter().map(|metadata| metadata.id.clone()).collect())
    }
}

/// The studies that match a query, in its order.
fn find<'a>(studies: &'a StudyTable, query: &StudyQuery) -> Vec<&'a StudyMetadata> {
    let all = studies.values().map(|study| &study.metadata);
    let mut found: Vec<_> = all.filter(|metadata| query.matches(metadata)).collect();
    found.sort_by(|a, b| query.compare(a, b));
    found
}

fn write(studies: &mut StudyTable, save: StudySave) -> StudySaveOutcome {
    let Some(Study { metadata, pgn }) = studies.get_mut(&save.id) else {
        if save.base != 0 {
            return StudySaveOutcome::Stale { version: 0, request: None };
        }
        studies.insert(save.id.clone(), save.first());
        return StudySaveOutcome::Written(1);
    };
    if metadata.request == save.request {
        return StudySaveOutcome::Repeated(metadata.version);
    }
    if metadata.version != save.base {
        return StudySaveOutcome::Stale {
            version: metadata.version,
            request: Some(metadata.request.clone()),
        };
    }
    metadata.version += 1;
    metadata.request = save.request;
    metadata.changed = save.at;
    metadata.summary = save.summary;
    if let Some(name) = save.name {
        metadata.name = name;
    }
    *pgn = save.pgn;
    StudySaveOutcome::Written(metadata.version)
}
