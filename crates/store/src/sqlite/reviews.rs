//! Reviews in the database.

use async_trait::async_trait;
use rusqlite::Connection;

use super::Sqlite;
use super::write::{execute, find};
use crate::{ReviewKey, Reviews, StoreError, StoredEvaluation};

#[async_trait]
impl Reviews for Sqlite {
    async fn save_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: StoredEvaluation,
    ) -> Result<(), StoreError> {
        let key = key.clone();
        self.writer.write(move |connection| save(connection, &key, &evaluation)).await
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError> {
        let key = key.clone();
        self.readers.read(move |connection| all(connection, &key)).await
    }
}

fn save(
    connection: &Connection,
    key: &ReviewKey,
    evaluation: &StoredEvaluation,
) -> Result<(), StoreError> {
    let found = find(connection, &key.game)?;
    let (number, _) = found.ok_or_else(|| StoreError::Unknown(key.game.clone()))?;
    let StoredEvaluation { ply, text } = evaluation;
    let sql = "DELETE FROM evaluation WHERE game = ?1 AND moves_hash = ?2 AND ply = ?3";
    execute(connection, sql, (number, moves_hash(key), ply))?;
    let sql = "INSERT INTO evaluation (game, moves_hash, nodes, engine, ply, text) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    execute(connection, sql, (number, moves_hash(key), key.nodes as i64, &key.engine, ply, text))
}

fn all(connection: &Connection, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError> {
    let sql = "SELECT ply, text FROM evaluation JOIN game ON game.number = evaluation.game \
               WHERE game.id = ?1 AND moves_hash = ?2 AND nodes = ?3 AND engine = ?4 \
               ORDER BY ply";
    let mut statement = connection.prepare_cached(sql)?;
    let values = (key.game.as_str(), moves_hash(key), key.nodes as i64, &key.engine);
    let rows = statement
        .query_map(values, |row| Ok(StoredEvaluation { ply: row.get(0)?, text: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The hash of the moves, as a signed column.
fn moves_hash(key: &ReviewKey) -> i64 {
    key.moves_hash.cast_signed()
}
