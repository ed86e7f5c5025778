//! Demonstration boards in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use async_trait::async_trait;

use super::Memory;
use crate::{
    Demonstration, DemonstrationId, DemonstrationMetadata, DemonstrationOutcome, Demonstrations,
    StoreError,
};

/// Boards by their ids.
pub(super) type DemonstrationTable = BTreeMap<DemonstrationId, Demonstration>;

#[async_trait]
impl Demonstrations for Memory {
    async fn save_demonstration(
        &self,
        base: u32,
        demonstration: Demonstration,
    ) -> Result<DemonstrationOutcome, StoreError> {
        let boards = &mut self.library().demonstrations;
        let id = demonstration.metadata.id.clone();
        let version = boards.get(&id).map_or(0, |known| known.metadata.version);
        if version != base {
            return Ok(DemonstrationOutcome::Stale { version });
        }
        boards.insert(id, demonstration);
        Ok(DemonstrationOutcome::Written)
    }

    async fn remove_demonstration(&self, id: &DemonstrationId) -> Result<bool, StoreError> {
        Ok(self.library().demonstrations.remove(id).is_some())
    }

    async fn demonstration(
        &self,
        id: &DemonstrationId,
    ) -> Result<Option<Demonstration>, StoreError> {
        Ok(self.library().demonstrations.get(id).cloned())
    }

    async fn demonstrations(&self) -> Result<Vec<DemonstrationMetadata>, StoreError> {
        let library = self.library();
        let all = library.demonstrations.values().map(|board| board.metadata.clone());
        let mut all: Vec<_> = all.collect();
        all.sort_by_key(|metadata| Reverse((metadata.created, metadata.id.clone())));
        Ok(all)
    }
}
