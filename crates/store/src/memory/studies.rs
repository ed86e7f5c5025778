//! Studies in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::Memory;
use crate::{
    StoreError, Studies, Study, StudyChange, StudyId, StudyPage, StudyQuery, StudySave, StudySaved,
};

/// Studies by their ids.
pub(super) type Shelf = BTreeMap<StudyId, Study>;

#[async_trait]
impl Studies for Memory {
    async fn save_study(&self, save: StudySave) -> Result<StudySaved, StoreError> {
        Ok(write(&mut self.library().studies, save))
    }

    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
        let mut library = self.library();
        let Some(Study { head, .. }) = library.studies.get_mut(id) else { return Ok(false) };
        match change {
            StudyChange::Rename(name) => head.name = name,
            StudyChange::Share(shared) => head.shared = shared,
            StudyChange::Remove(at) => head.removed = at,
        }
        Ok(true)
    }

    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError> {
        Ok(self.library().studies.get(id).cloned())
    }

    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError> {
        let library = self.library();
        let heads = library.studies.values().map(|study| &study.head);
        let mut found: Vec<_> = heads.filter(|head| query.matches(head)).collect();
        found.sort_by(|a, b| query.compare(a, b));
        let page = found.iter().skip(query.offset as usize).take(query.page_size() as usize);
        let studies = page.map(|head| (*head).clone()).collect();
        Ok(StudyPage { total: found.len() as u64, studies })
    }
}

fn write(studies: &mut Shelf, save: StudySave) -> StudySaved {
    let Some(Study { head, pgn }) = studies.get_mut(&save.id) else {
        if save.base != 0 {
            return StudySaved::Stale { version: 0, request: None };
        }
        studies.insert(save.id.clone(), save.first());
        return StudySaved::Written(1);
    };
    if head.request == save.request {
        return StudySaved::Repeated(head.version);
    }
    if head.version != save.base {
        return StudySaved::Stale { version: head.version, request: Some(head.request.clone()) };
    }
    head.version += 1;
    head.request = save.request;
    head.changed = save.at;
    head.summary = save.summary;
    if let Some(name) = save.name {
        head.name = name;
    }
    *pgn = save.pgn;
    StudySaved::Written(head.version)
}
