//! Reviews in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use game::GameId;

use super::Memory;
use crate::{KeptEvaluation, ReviewKey, Reviews, StoreError};

/// Evaluations by game, course and half-moves, each with the review that it belongs to.
pub(super) type Shelf = BTreeMap<(GameId, u64, u32), (ReviewKey, String)>;

#[async_trait]
impl Reviews for Memory {
    async fn keep_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: KeptEvaluation,
    ) -> Result<(), StoreError> {
        let mut library = self.library();
        library.kept(&key.game)?;
        let place = (key.game.clone(), key.course, evaluation.ply);
        library.reviews.insert(place, (key.clone(), evaluation.text));
        Ok(())
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<KeptEvaluation>, StoreError> {
        let library = self.library();
        let place = |ply| (key.game.clone(), key.course, ply);
        let all = library.reviews.range(place(0)..=place(u32::MAX));
        let own = all.filter(|(_, (other, _))| other == key);
        Ok(own
            .map(|(&(_, _, ply), (_, text))| KeptEvaluation { ply, text: text.clone() })
            .collect())
    }
}
