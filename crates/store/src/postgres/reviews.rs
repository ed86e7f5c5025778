//! Reviews in the database.

use async_trait::async_trait;
use tokio_postgres::Row;

use super::run::{Lock, begin, execute, rows};
use super::values::{Columns, values};
use super::{Postgres, games};
use crate::{ReviewKey, Reviews, StoreError, StoredEvaluation};

#[async_trait]
impl Reviews for Postgres {
    async fn save_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: StoredEvaluation,
    ) -> Result<(), StoreError> {
        let StoredEvaluation { ply, text } = evaluation;
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Id(key.game.as_str())).await?;
        let found = games::number_of(&transaction, &key.game).await?;
        let number = found.ok_or_else(|| StoreError::Unknown(key.game.clone()))?;
        let (hash, nodes) = (key.moves_hash.cast_signed(), key.nodes as i64);
        let sql = "DELETE FROM evaluation WHERE game = $1 AND moves_hash = $2 AND ply = $3";
        execute(&transaction, sql, values![number, hash, ply]).await?;
        let sql = "INSERT INTO evaluation (game, moves_hash, nodes, engine, ply, text) \
                   VALUES ($1, $2, $3, $4, $5, $6)";
        let values = values![number, hash, nodes, &key.engine, ply, text];
        execute(&transaction, sql, values).await?;
        self.commit(transaction).await
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError> {
        let sql = "SELECT ply, text FROM evaluation JOIN game ON game.number = evaluation.game \
                   WHERE game.id = $1 AND moves_hash = $2 AND nodes = $3 AND engine = $4 \
                   ORDER BY ply";
        let (hash, nodes) = (key.moves_hash.cast_signed(), key.nodes as i64);
        let values = values![key.game.as_str(), hash, nodes, &key.engine];
        let read = |row: &Row| Ok(StoredEvaluation { ply: row.number(0)?, text: row.text(1)? });
        rows(&self.client().await?, sql, values).await?.iter().map(read).collect()
    }
}
