//! Reviews in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;

use super::Memory;
use crate::{KeptEvaluation, ReviewKey, Reviews, StoreError};

/// Evaluations by review and position.
pub(super) type Shelf = BTreeMap<(ReviewKey, u32), String>;

#[async_trait]
impl Reviews for Memory {
    async fn keep_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: KeptEvaluation,
    ) -> Result<(), StoreError> {
        let mut library = self.library();
        library.kept(&key.game)?;
        library.reviews.insert((key.clone(), evaluation.ply), evaluation.text);
        Ok(())
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<KeptEvaluation>, StoreError> {
        let library = self.library();
        let own = library.reviews.range((key.clone(), 0)..=(key.clone(), u32::MAX));
        Ok(own.map(|((_, ply), text)| KeptEvaluation { ply: *ply, text: text.clone() }).collect())
    }
}
