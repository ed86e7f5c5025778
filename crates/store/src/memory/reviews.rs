//! Reviews in memory.

use std::collections::BTreeMap;

use async_trait::async_trait;
use game::GameId;

use super::Memory;
use crate::{ReviewKey, Reviews, StoreError, StoredEvaluation};

/// Evaluations by game, moves and ply, each with the review it belongs to.
pub(super) type ReviewTable = BTreeMap<(GameId, u64, u32), (ReviewKey, String)>;

#[async_trait]
impl Reviews for Memory {
    async fn save_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: StoredEvaluation,
    ) -> Result<(), StoreError> {
        let mut library = self.library();
        library.game_mut(&key.game)?;
        let row = (key.game.clone(), key.moves_hash, evaluation.ply);
        library.reviews.insert(row, (key.clone(), evaluation.text));
        Ok(())
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError> {
        let library = self.library();
        let row = |ply| (key.game.clone(), key.moves_hash, ply);
        let all = library.reviews.range(row(0)..=row(u32::MAX));
        let own = all.filter(|(_, (other, _))| other == key);
        Ok(own
            .map(|(&(_, _, ply), (_, text))| StoredEvaluation { ply, text: text.clone() })
            .collect())
    }
}
