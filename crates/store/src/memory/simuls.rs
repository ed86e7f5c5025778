//! Simuls in memory.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use async_trait::async_trait;

use super::Memory;
use crate::{Simul, SimulId, SimulState, Simuls, StoreError};

/// Simuls by their ids.
pub(super) type SimulTable = BTreeMap<SimulId, Simul>;

#[async_trait]
impl Simuls for Memory {
    async fn create_simul(&self, simul: Simul) -> Result<bool, StoreError> {
        match self.library().simuls.entry(simul.id.clone()) {
            Entry::Occupied(_) => Ok(false),
            Entry::Vacant(free) => {
                free.insert(simul);
                Ok(true)
            }
        }
    }

    async fn set_simul_state(&self, id: &SimulId, state: SimulState) -> Result<bool, StoreError> {
        let mut library = self.library();
        let Some(simul) = library.simuls.get_mut(id) else { return Ok(false) };
        simul.state = state;
        Ok(true)
    }

    async fn simul(&self, id: &SimulId) -> Result<Option<Simul>, StoreError> {
        Ok(self.library().simuls.get(id).cloned())
    }

    async fn simuls(&self) -> Result<Vec<Simul>, StoreError> {
        let mut simuls: Vec<_> = self.library().simuls.values().cloned().collect();
        simuls.sort_by_key(|simul| Reverse((simul.created, simul.id.clone())));
        Ok(simuls)
    }
}
