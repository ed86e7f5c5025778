//! Demonstration boards in the database.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

use super::Postgres;
use super::run::{Lock, begin, changes, execute, row, rows};
use super::values::{Columns, values};
use crate::columns::{damaged, timestamp, timestamp_column};
use crate::demonstrations::demonstration_checksum;
use crate::{
    AccountId, Demonstration, DemonstrationId, DemonstrationMetadata, DemonstrationOutcome,
    Demonstrations, StoreError, Topic,
};

/// The columns of [`metadata`], in its order.
const METADATA: &str = "id, owner, version, name, public, created, changed";

#[async_trait]
impl Demonstrations for Postgres {
    async fn save_demonstration(
        &self,
        base: u32,
        demonstration: Demonstration,
    ) -> Result<DemonstrationOutcome, StoreError> {
        let id = demonstration.metadata.id.as_str();
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Id(id)).await?;
        let sql = "SELECT version FROM demonstration WHERE id = $1";
        let found = row(&transaction, sql, values![id]).await?;
        let version = found.map_or(Ok(0), |row| row.number(0))?;
        if version != base {
            return Ok(DemonstrationOutcome::Stale { version });
        }
        write(&transaction, &demonstration).await?;
        let topic = Topic::Demonstration(demonstration.metadata.id);
        self.commit_topic(transaction, topic).await?;
        Ok(DemonstrationOutcome::Written)
    }

    async fn remove_demonstration(&self, id: &DemonstrationId) -> Result<bool, StoreError> {
        let sql = "DELETE FROM demonstration WHERE id = $1";
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        let is_removed = changes(&transaction, sql, values![id.as_str()]).await?;
        if is_removed {
            self.commit_topic(transaction, Topic::Demonstration(id.clone())).await?;
        }
        Ok(is_removed)
    }

    async fn demonstration(
        &self,
        id: &DemonstrationId,
    ) -> Result<Option<Demonstration>, StoreError> {
        let sql = format!(
            "SELECT {METADATA}, holder, line, flipped, pgn, checksum FROM demonstration \
             WHERE id = $1"
        );
        let found = row(&self.client().await?, &sql, values![id.as_str()]).await?;
        found.map(|row| read(&row)).transpose()
    }

    async fn demonstrations(&self) -> Result<Vec<DemonstrationMetadata>, StoreError> {
        let sql = format!("SELECT {METADATA} FROM demonstration ORDER BY created DESC, id DESC");
        rows(&self.client().await?, &sql, &[]).await?.iter().map(metadata).collect()
    }
}

/// Inserts a board, or replaces the state of one.
async fn write(on: &impl GenericClient, demonstration: &Demonstration) -> Result<(), StoreError> {
    let Demonstration { metadata, holder, line, flipped, pgn } = demonstration;
    let sql = "INSERT INTO demonstration (id, owner, version, name, public, holder, line, \
               flipped, created, changed, pgn, checksum) \
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
               ON CONFLICT (id) DO UPDATE SET version = $3, name = $4, public = $5, holder = $6, \
               line = $7, flipped = $8, changed = $10, pgn = $11, checksum = $12";
    let values = values![
        metadata.id.as_str(),
        metadata.owner.map(|AccountId(number)| number),
        metadata.version,
        &metadata.name,
        metadata.public,
        holder.map(|AccountId(number)| number),
        line,
        *flipped,
        timestamp_column(metadata.created)?,
        timestamp_column(metadata.changed)?,
        pgn,
        demonstration_checksum(demonstration),
    ];
    execute(on, sql, values).await.map(drop)
}

/// Reads a board and compares it with its checksum.
fn read(row: &Row) -> Result<Demonstration, StoreError> {
    let demonstration = Demonstration {
        metadata: metadata(row)?,
        holder: row.optional_number(7)?.map(AccountId),
        line: row.text(8)?,
        flipped: row.flag(9)?,
        pgn: row.text(10)?,
    };
    let stored: i64 = row.number(11)?;
    if stored != demonstration_checksum(&demonstration) {
        let id = demonstration.metadata.id.as_str();
        return Err(damaged(id, "checksum", &stored.to_string()));
    }
    Ok(demonstration)
}

fn metadata(row: &Row) -> Result<DemonstrationMetadata, StoreError> {
    let id = row.text(0)?;
    Ok(DemonstrationMetadata {
        owner: row.optional_number(1)?.map(AccountId),
        version: row.number(2)?,
        name: row.text(3)?,
        public: row.flag(4)?,
        created: timestamp(&id, "created", row.number(5)?)?,
        changed: timestamp(&id, "changed", row.number(6)?)?,
        id: DemonstrationId::new(&id).ok_or_else(|| damaged(&id, "id", &id))?,
    })
}
