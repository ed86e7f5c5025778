//! Simuls in the database.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

use super::Postgres;
use super::run::{execute, row, rows};
use super::values::{Columns, numbers, texts, values};
use crate::columns::{damaged, game_id, timestamp, timestamp_column};
use crate::simuls::{color_of_word, color_word, simul_checksum};
use crate::{AccountId, Simul, SimulBoard, SimulId, SimulState, Simuls, StoreError};

/// The columns of [`read`].
const COLUMNS: &str = "number, id, owner, name, exhibitor, state, created, checksum";

#[async_trait]
impl Simuls for Postgres {
    async fn create_simul(&self, simul: Simul) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let created = create(&transaction, &simul).await?;
        self.commit(transaction).await?;
        Ok(created)
    }

    async fn set_simul_state(&self, id: &SimulId, state: SimulState) -> Result<bool, StoreError> {
        let sql = "UPDATE simul SET state = $2 WHERE id = $1";
        self.change(sql, values![id.as_str(), state.as_str()]).await
    }

    async fn simul(&self, id: &SimulId) -> Result<Option<Simul>, StoreError> {
        let client = self.client().await?;
        let sql = format!("SELECT {COLUMNS} FROM simul WHERE id = $1");
        match row(&client, &sql, values![id.as_str()]).await? {
            Some(row) => read(&client, &row).await.map(Some),
            None => Ok(None),
        }
    }

    async fn simuls(&self) -> Result<Vec<Simul>, StoreError> {
        let client = self.client().await?;
        let sql = format!("SELECT {COLUMNS} FROM simul ORDER BY created DESC, id DESC");
        let mut simuls = Vec::new();
        for row in rows(&client, &sql, &[]).await? {
            match read(&client, &row).await {
                Err(StoreError::Damaged { .. }) => {}
                simul => simuls.push(simul?),
            }
        }
        Ok(simuls)
    }
}

async fn create(on: &impl GenericClient, simul: &Simul) -> Result<bool, StoreError> {
    let sql = "INSERT INTO simul (id, owner, name, exhibitor, state, created, checksum) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING RETURNING number";
    let (owner, AccountId(exhibitor)) = (simul.owner.map(|AccountId(n)| n), simul.exhibitor);
    let (id, state) = (simul.id.as_str(), simul.state.as_str());
    let created = timestamp_column(simul.created)?;
    let values = values![id, owner, &simul.name, exhibitor, state, created, simul_checksum(simul)];
    let Some(inserted) = row(on, sql, values).await? else { return Ok(false) };
    let sql = "INSERT INTO simul_board (simul, board, game, opponent, color) \
               SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::bigint[], $5::text[])";
    let boards = || simul.boards.iter();
    let values = [
        inserted.number::<i64>(0)?.into(),
        numbers((1..).take(simul.boards.len())),
        texts(boards().map(|board| Some(board.game.as_str()))),
        numbers(boards().map(|board| board.opponent.0)),
        texts(boards().map(|board| Some(color_word(board.color)))),
    ];
    execute(on, sql, &values).await?;
    Ok(true)
}

/// Reads a simul and compares it with its checksum.
async fn read(on: &impl GenericClient, row: &Row) -> Result<Simul, StoreError> {
    let (id, state) = (row.text(1)?, row.text(5)?);
    let state = SimulState::from_word(&state).ok_or_else(|| damaged(&id, "state", &state))?;
    let simul = Simul {
        owner: row.optional_number(2)?.map(AccountId),
        name: row.text(3)?,
        exhibitor: AccountId(row.number(4)?),
        state,
        created: timestamp(&id, "created", row.number(6)?)?,
        boards: boards(on, &id, row.number(0)?).await?,
        id: SimulId::new(&id).ok_or_else(|| damaged(&id, "id", &id))?,
    };
    let stored: i64 = row.number(7)?;
    if stored != simul_checksum(&simul) {
        return Err(damaged(&id, "checksum", &stored.to_string()));
    }
    Ok(simul)
}

async fn boards(
    on: &impl GenericClient,
    id: &str,
    number: i64,
) -> Result<Vec<SimulBoard>, StoreError> {
    let sql = "SELECT game, opponent, color FROM simul_board WHERE simul = $1 ORDER BY board";
    let board = |row: &Row| {
        let color = row.text(2)?;
        Ok(SimulBoard {
            game: game_id(&row.text(0)?)?,
            opponent: AccountId(row.number(1)?),
            color: color_of_word(&color).ok_or_else(|| damaged(id, "color", &color))?,
        })
    };
    rows(on, sql, values![number]).await?.iter().map(board).collect()
}
