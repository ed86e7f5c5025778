//! Rules of groups in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::Memory;
use crate::{GroupRules, Lessons, RuleScope, StoreError};

/// The rules of groups.
pub(super) type RuleTable = BTreeMap<RuleScope, GroupRules>;

#[async_trait]
impl Lessons for Memory {
    async fn set_rules(
        &self,
        scope: RuleScope,
        rules: Option<GroupRules>,
    ) -> Result<(), StoreError> {
        let table = &mut self.library().rules;
        match rules {
            Some(rules) => drop(table.insert(scope, rules)),
            None => drop(table.remove(&scope)),
        }
        Ok(())
    }

    async fn rules(&self) -> Result<Vec<(RuleScope, GroupRules)>, StoreError> {
        Ok(self.library().rules.clone().into_iter().collect())
    }
}
