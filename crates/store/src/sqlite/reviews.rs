//! Reviews as rows.

use async_trait::async_trait;
use rusqlite::Connection;

use super::Sqlite;
use super::write::{execute, find};
use crate::{KeptEvaluation, ReviewKey, Reviews, StoreError};

#[async_trait]
impl Reviews for Sqlite {
    async fn keep_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: KeptEvaluation,
    ) -> Result<(), StoreError> {
        let key = key.clone();
        self.writer.write(move |connection| keep(connection, &key, &evaluation)).await
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<KeptEvaluation>, StoreError> {
        let key = key.clone();
        self.readers.ask(move |connection| all(connection, &key)).await
    }
}

fn keep(
    connection: &Connection,
    key: &ReviewKey,
    evaluation: &KeptEvaluation,
) -> Result<(), StoreError> {
    let found = find(connection, &key.game)?;
    let (number, _) = found.ok_or_else(|| StoreError::Unknown(key.game.clone()))?;
    let KeptEvaluation { ply, text } = evaluation;
    let sql = "DELETE FROM evaluation WHERE game = ?1 AND course = ?2 AND ply = ?3";
    execute(connection, sql, (number, course(key), ply))?;
    let sql = "INSERT INTO evaluation (game, course, nodes, engine, ply, text) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    execute(connection, sql, (number, course(key), key.nodes as i64, &key.engine, ply, text))
}

fn all(connection: &Connection, key: &ReviewKey) -> Result<Vec<KeptEvaluation>, StoreError> {
    let sql = "SELECT ply, text FROM evaluation JOIN game ON game.number = evaluation.game \
               WHERE game.id = ?1 AND course = ?2 AND nodes = ?3 AND engine = ?4 \
               ORDER BY ply";
    let mut statement = connection.prepare_cached(sql)?;
    let values = (key.game.as_str(), course(key), key.nodes as i64, &key.engine);
    let rows = statement
        .query_map(values, |row| Ok(KeptEvaluation { ply: row.get(0)?, text: row.get(1)? }))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// The number of the moves, as the database has numbers.
fn course(key: &ReviewKey) -> i64 {
    key.course.cast_signed()
}
