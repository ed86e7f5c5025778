//! What engines said about the positions of games, kept so that nobody has to ask again.

use async_trait::async_trait;
use game::GameId;

use crate::StoreError;

/// Which review an evaluation belongs to. Other moves, another engine or another budget are another
/// review.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ReviewKey {
    /// The game.
    pub game: GameId,
    /// The moves that are reviewed, told by a number that other moves do not have.
    pub course: u64,
    /// Nodes for each position.
    pub nodes: u64,
    /// Who searched, by name and version.
    pub engine: String,
}

/// An evaluation of one position. What its text says is for those who wrote it to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptEvaluation {
    /// Half-moves before the position.
    pub ply: u32,
    /// The evaluation.
    pub text: String,
}

/// Keeps reviews. What holds for [`Store`](crate::Store) holds here.
#[async_trait]
pub trait Reviews: Send + Sync {
    /// Keeps an evaluation. An older one of the same position in the same moves is replaced, also
    /// that of another engine or with another budget: nobody asks for it any more.
    ///
    /// # Errors
    /// [`StoreError::Unknown`] when there is no such game.
    async fn keep_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: KeptEvaluation,
    ) -> Result<(), StoreError>;

    /// The evaluations of a review, in the order of the game.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<KeptEvaluation>, StoreError>;
}
