//! Simuls in the database.

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row};

use super::Sqlite;
use super::rows::{self, timestamp_column};
use super::write::execute;
use crate::simuls::{color_of_word, color_word, simul_checksum};
use crate::{AccountId, Simul, SimulBoard, SimulId, SimulState, Simuls, StoreError};

/// The columns of [`read`].
const COLUMNS: &str = "number, id, owner, name, exhibitor, state, created, checksum";

#[async_trait]
impl Simuls for Sqlite {
    async fn create_simul(&self, simul: Simul) -> Result<bool, StoreError> {
        self.writer.write(move |connection| create(connection, &simul)).await
    }

    async fn set_simul_state(&self, id: &SimulId, state: SimulState) -> Result<bool, StoreError> {
        let id = id.clone();
        let change = move |connection: &Connection| {
            let sql = "UPDATE simul SET state = ?2 WHERE id = ?1";
            Ok(connection.prepare_cached(sql)?.execute((id.as_str(), state.as_str()))? > 0)
        };
        self.writer.write(change).await
    }

    async fn simul(&self, id: &SimulId) -> Result<Option<Simul>, StoreError> {
        let id = id.clone();
        self.readers.read(move |connection| load(connection, &id)).await
    }

    async fn simuls(&self) -> Result<Vec<Simul>, StoreError> {
        let read = |connection: &Connection| {
            let mut simuls = Vec::new();
            read_all(connection, &mut |_, simul| simuls.extend(simul))?;
            Ok(simuls)
        };
        self.readers.read(read).await
    }
}

fn create(connection: &Connection, simul: &Simul) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM simul WHERE id = ?1";
    if connection.prepare_cached(sql)?.exists([simul.id.as_str()])? {
        return Ok(false);
    }
    let sql = "INSERT INTO simul (id, owner, name, exhibitor, state, created, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let (owner, AccountId(exhibitor)) = (simul.owner.map(|AccountId(n)| n), simul.exhibitor);
    let (id, state) = (simul.id.as_str(), simul.state.as_str());
    let created = timestamp_column(simul.created)?;
    let values = (id, owner, &simul.name, exhibitor, state, created, simul_checksum(simul));
    execute(connection, sql, values)?;
    let number = connection.last_insert_rowid();
    let sql = "INSERT INTO simul_board (simul, board, game, opponent, color) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    for (index, board) in simul.boards.iter().enumerate() {
        let AccountId(opponent) = board.opponent;
        let values =
            (number, index as u32 + 1, board.game.as_str(), opponent, color_word(board.color));
        execute(connection, sql, values)?;
    }
    Ok(true)
}

fn load(connection: &Connection, id: &SimulId) -> Result<Option<Simul>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM simul WHERE id = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    let read = |row: &Row| Ok(read(connection, row));
    statement.query_row([id.as_str()], read).optional()?.transpose()
}

/// Reads every simul, the last created one first: its id, and the simul or what is wrong with it.
pub(super) fn read_all(
    connection: &Connection,
    each: &mut dyn FnMut(String, Result<Simul, StoreError>),
) -> Result<(), StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM simul ORDER BY created DESC, id DESC");
    let mut statement = connection.prepare_cached(&sql)?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        let id = row.get_ref("id")?.as_bytes().unwrap_or_default();
        let id = String::from_utf8_lossy(id).into_owned();
        each(id, read(connection, row));
    }
    Ok(())
}

/// Reads a simul and compares it with its checksum.
fn read(connection: &Connection, row: &Row) -> Result<Simul, StoreError> {
    let (id, state): (String, String) = (row.get("id")?, row.get("state")?);
    let (owner, created): (Option<i64>, i64) = (row.get("owner")?, row.get("created")?);
    let state = SimulState::from_word(&state).ok_or_else(|| rows::damaged(&id, "state", &state))?;
    let simul = Simul {
        owner: owner.map(AccountId),
        name: row.get("name")?,
        exhibitor: AccountId(row.get("exhibitor")?),
        state,
        created: rows::timestamp(&id, "created", created)?,
        boards: boards(connection, &id, row.get("number")?)?,
        id: SimulId::new(&id).ok_or_else(|| rows::damaged(&id, "id", &id))?,
    };
    let stored: i64 = row.get("checksum")?;
    if stored != simul_checksum(&simul) {
        return Err(rows::damaged(&id, "checksum", &stored.to_string()));
    }
    Ok(simul)
}

fn boards(connection: &Connection, id: &str, number: i64) -> Result<Vec<SimulBoard>, StoreError> {
    let sql = "SELECT game, opponent, color FROM simul_board WHERE simul = ?1 ORDER BY board";
    let mut statement = connection.prepare_cached(sql)?;
    let board = |row: &Row| {
        let (game, color): (String, String) = (row.get(0)?, row.get(2)?);
        Ok(SimulBoard {
            game: rows::game_id(&game)?,
            opponent: AccountId(row.get(1)?),
            color: color_of_word(&color).ok_or_else(|| rows::damaged(id, "color", &color))?,
        })
    };
    statement.query([number])?.and_then(board).collect()
}

/// Takes a simul out of a database.
pub(super) fn remove(connection: &Connection, id: &str) -> Result<(), StoreError> {
    let sql = "DELETE FROM simul_board WHERE simul IN (SELECT number FROM simul WHERE id = ?1)";
    connection.execute(sql, [id])?;
    connection.execute("DELETE FROM simul WHERE id = ?1", [id])?;
    Ok(())
}
