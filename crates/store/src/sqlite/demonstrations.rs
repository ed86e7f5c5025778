//! Demonstration boards in the database.

use async_trait::async_trait;
use rusqlite::{Connection, OptionalExtension, Row};

use super::Sqlite;
use super::rows::{self, timestamp_column};
use super::write::execute;
use crate::demonstrations::demonstration_checksum;
use crate::{
    AccountId, Demonstration, DemonstrationId, DemonstrationMetadata, DemonstrationOutcome,
    Demonstrations, StoreError,
};

/// The columns of [`metadata`], in its order.
const METADATA: &str = "id, owner, version, name, public, created, changed";

#[async_trait]
impl Demonstrations for Sqlite {
    async fn save_demonstration(
        &self,
        base: u32,
        demonstration: Demonstration,
    ) -> Result<DemonstrationOutcome, StoreError> {
        let write = move |connection: &Connection| save(connection, base, &demonstration);
        self.writer.write(write).await
    }

    async fn remove_demonstration(&self, id: &DemonstrationId) -> Result<bool, StoreError> {
        let id = id.clone();
        let remove = move |connection: &Connection| {
            let sql = "DELETE FROM demonstration WHERE id = ?1";
            Ok(connection.prepare_cached(sql)?.execute([id.as_str()])? > 0)
        };
        self.writer.write(remove).await
    }

    async fn demonstration(
        &self,
        id: &DemonstrationId,
    ) -> Result<Option<Demonstration>, StoreError> {
        let id = id.clone();
        self.readers.read(move |connection| load(connection, &id)).await
    }

    async fn demonstrations(&self) -> Result<Vec<DemonstrationMetadata>, StoreError> {
        self.readers.read(list).await
    }
}

fn save(
    connection: &Connection,
    base: u32,
    demonstration: &Demonstration,
) -> Result<DemonstrationOutcome, StoreError> {
    let sql = "SELECT version FROM demonstration WHERE id = ?1";
    let id = demonstration.metadata.id.as_str();
    let found = connection.prepare_cached(sql)?.query_row([id], |row| row.get(0)).optional()?;
    let version = found.unwrap_or(0);
    if version != base {
        return Ok(DemonstrationOutcome::Stale { version });
    }
    write(connection, demonstration)?;
    Ok(DemonstrationOutcome::Written)
}

/// Inserts a board, or replaces the state of one.
fn write(connection: &Connection, demonstration: &Demonstration) -> Result<(), StoreError> {
    let Demonstration { metadata, holder, line, flipped, pgn } = demonstration;
    let sql = "INSERT INTO demonstration (id, owner, version, name, public, holder, line, \
               flipped, created, changed, pgn, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12) \
               ON CONFLICT (id) DO UPDATE SET version = ?3, name = ?4, public = ?5, holder = ?6, \
               line = ?7, flipped = ?8, changed = ?10, pgn = ?11, checksum = ?12";
    let values = rusqlite::params![
        metadata.id.as_str(),
        metadata.owner.map(|AccountId(number)| number),
        metadata.version,
        metadata.name,
        metadata.public,
        holder.map(|AccountId(number)| number),
        line,
        flipped,
        timestamp_column(metadata.created)?,
        timestamp_column(metadata.changed)?,
        pgn,
        demonstration_checksum(demonstration),
    ];
    execute(connection, sql, values)
}

fn load(
    connection: &Connection,
    id: &DemonstrationId,
) -> Result<Option<Demonstration>, StoreError> {
    let sql = format!("{} WHERE id = ?1", all());
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_row([id.as_str()], |row| Ok(read(row))).optional()?.transpose()
}

fn list(connection: &Connection) -> Result<Vec<DemonstrationMetadata>, StoreError> {
    let sql = format!("SELECT {METADATA} FROM demonstration ORDER BY created DESC, id DESC");
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query([])?.and_then(metadata).collect()
}

/// The statement that reads all boards for [`read`].
pub(super) fn all() -> String {
    format!("SELECT {METADATA}, holder, line, flipped, pgn, checksum FROM demonstration")
}

/// Reads a board and compares it with its checksum.
pub(super) fn read(row: &Row) -> Result<Demonstration, StoreError> {
    let holder: Option<i64> = row.get("holder")?;
    let demonstration = Demonstration {
        metadata: metadata(row)?,
        holder: holder.map(AccountId),
        line: row.get("line")?,
        flipped: row.get("flipped")?,
        pgn: row.get("pgn")?,
    };
    let stored: i64 = row.get("checksum")?;
    if stored != demonstration_checksum(&demonstration) {
        let id = demonstration.metadata.id.as_str();
        return Err(rows::damaged(id, "checksum", &stored.to_string()));
    }
    Ok(demonstration)
}

fn metadata(row: &Row) -> Result<DemonstrationMetadata, StoreError> {
    let (id, owner): (String, Option<i64>) = (row.get(0)?, row.get(1)?);
    Ok(DemonstrationMetadata {
        owner: owner.map(AccountId),
        version: row.get(2)?,
        name: row.get(3)?,
        public: row.get(4)?,
        created: rows::timestamp(&id, "created", row.get(5)?)?,
        changed: rows::timestamp(&id, "changed", row.get(6)?)?,
        id: DemonstrationId::new(&id).ok_or_else(|| rows::damaged(&id, "id", &id))?,
    })
}
