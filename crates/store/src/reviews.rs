//! Stored engine evaluations of the positions of games.

use async_trait::async_trait;
use game::GameId;

use crate::StoreError;

/// Identifies a review. Different moves, another engine or another number of nodes make another
/// review.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReviewKey {
    /// The game.
    pub game: GameId,
    /// A hash of the reviewed moves.
    pub moves_hash: u64,
    /// Nodes per position.
    pub nodes: u64,
    /// Name and version of the engine.
    pub engine: String,
}

/// The evaluation of a position, in the format of the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvaluation {
    /// The ply of the position.
    pub ply: u32,
    /// The evaluation.
    pub text: String,
}

/// Storage of reviews, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Reviews: Send + Sync {
    /// Stores an evaluation. It replaces an older one of the same position in the same moves, even
    /// of another engine or number of nodes.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game.
    async fn save_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: StoredEvaluation,
    ) -> Result<(), StoreError>;

    /// The evaluations of a review, in the order of the game.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError>;
}
