//! Studies in the database.

use async_trait::async_trait;
use deadpool_postgres::GenericClient;
use tokio_postgres::Row;

use super::Postgres;
use super::run::{Lock, begin, changes, execute, row, row_once, rows_once, snapshot};
use super::values::{Columns, Value, values};
use crate::columns::{damaged, game_id, secret, timestamp, timestamp_column};
use crate::query::fold;
use crate::studies::{study_checksum, study_text};
use crate::{
    AccountId, Direction, RequestId, SecretHash, StoreError, Studies, Study, StudyChange,
    StudyColumn, StudyId, StudyMetadata, StudyOwner, StudyPage, StudyQuery, StudySave,
    StudySaveOutcome, StudySummary,
};

#[async_trait]
impl Studies for Postgres {
    async fn save_study(&self, save: StudySave) -> Result<StudySaveOutcome, StoreError> {
        let at = timestamp_column(save.at)?;
        let id = save.id.clone();
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Id(id.as_str())).await?;
        let outcome = write(&transaction, save, at).await?;
        self.commit(transaction).await?;
        Ok(outcome)
    }

    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Id(id.as_str())).await?;
        let changed = alter(&transaction, id, change).await?;
        self.commit(transaction).await?;
        Ok(changed)
    }

    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError> {
        let sql = format!("SELECT {METADATA}, pgn, checksum FROM study WHERE id = $1");
        let found = row(&self.client().await?, &sql, values![id.as_str()]).await?;
        found.map(|row| read_study(&row)).transpose()
    }

    /// A page, counted and read from one snapshot.
    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError> {
        let mut client = self.client().await?;
        let snapshot = snapshot(&mut client).await?;
        let (clause, mut values) = filter(query);
        let sql = format!("SELECT count(*) FROM study WHERE {clause}");
        let total = row_once(&snapshot, &sql, &values).await?.map_or(Ok(0), |row| row.number(0))?;
        values.extend([query.page_size().into(), query.offset.into()]);
        let (limit, offset) = (values.len() - 1, values.len());
        let order = order(query);
        let sql = format!(
            "SELECT {METADATA} FROM study WHERE {clause} ORDER BY {order} \
             LIMIT ${limit} OFFSET ${offset}"
        );
        let studies = rows_once(&snapshot, &sql, &values).await?;
        let studies = studies.iter().map(read_metadata).collect::<Result<_, _>>()?;
        snapshot.commit().await?;
        Ok(StudyPage { total, studies })
    }

    async fn study_ids(&self, query: &StudyQuery) -> Result<Vec<StudyId>, StoreError> {
        let (clause, values) = filter(query);
        let sql = format!("SELECT id FROM study WHERE {clause} ORDER BY {}", order(query));
        let mut client = self.client().await?;
        let snapshot = snapshot(&mut client).await?;
        let id = |row: &Row| {
            let id = row.text(0)?;
            StudyId::new(&id).ok_or_else(|| damaged(&id, "id", &id))
        };
        let found = rows_once(&snapshot, &sql, &values).await?;
        snapshot.commit().await?;
        found.iter().map(id).collect()
    }
}

async fn write(
    on: &impl GenericClient,
    save: StudySave,
    at: i64,
) -> Result<StudySaveOutcome, StoreError> {
    let Some(metadata) = find(on, &save.id).await? else {
        if save.base != 0 {
            return Ok(StudySaveOutcome::Stale { version: 0, request: None });
        }
        insert(on, &save.first(), at).await?;
        return Ok(StudySaveOutcome::Written(1));
    };
    if metadata.request == save.request {
        return Ok(StudySaveOutcome::Repeated(metadata.version));
    }
    if metadata.version != save.base {
        let request = Some(metadata.request);
        return Ok(StudySaveOutcome::Stale { version: metadata.version, request });
    }
    update(on, &save, &metadata, at).await
}

async fn insert(on: &impl GenericClient, study: &Study, at: i64) -> Result<(), StoreError> {
    let Study { metadata, pgn } = study;
    let (account, secret) = match metadata.owner {
        StudyOwner::Account(AccountId(number)) => (Some(number), None),
        StudyOwner::Secret(SecretHash(hash)) => (None, Some(hash)),
    };
    let StudySummary { white, black, event, plies } = &metadata.summary;
    let sql = "INSERT INTO study (id, account, secret, version, request, name, name_key, source, \
               created, changed, shared, white, black, event, plies, search, pgn, checksum) \
               VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $8, false, $9, $10, $11, $12, $13, $14, \
               $15)";
    let values = values![
        metadata.id.as_str(),
        account,
        secret,
        metadata.request.as_str(),
        &metadata.name,
        fold(&metadata.name),
        metadata.source.as_ref().map(game::GameId::as_str),
        at,
        white,
        black,
        event,
        *plies,
        study_text(&metadata.name, &metadata.summary),
        pgn,
        study_checksum(&metadata.id, 1, pgn),
    ];
    execute(on, sql, values).await.map(drop)
}

async fn update(
    on: &impl GenericClient,
    save: &StudySave,
    metadata: &StudyMetadata,
    at: i64,
) -> Result<StudySaveOutcome, StoreError> {
    let version = metadata.version + 1;
    let name = save.name.as_ref().unwrap_or(&metadata.name);
    let StudySummary { white, black, event, plies } = &save.summary;
    let sql = "UPDATE study SET version = $2, request = $3, changed = $4, name = $5, \
               name_key = $6, white = $7, black = $8, event = $9, plies = $10, search = $11, \
               pgn = $12, checksum = $13 WHERE id = $1";
    let values = values![
        save.id.as_str(),
        version,
        save.request.as_str(),
        at,
        name,
        fold(name),
        white,
        black,
        event,
        *plies,
        study_text(name, &save.summary),
        &save.pgn,
        study_checksum(&save.id, version, &save.pgn),
    ];
    execute(on, sql, values).await?;
    Ok(StudySaveOutcome::Written(version))
}

async fn alter(
    on: &impl GenericClient,
    id: &StudyId,
    change: StudyChange,
) -> Result<bool, StoreError> {
    let Some(metadata) = find(on, id).await? else { return Ok(false) };
    let id = id.as_str();
    match change {
        StudyChange::Rename(name) => {
            let (key, text) = (fold(&name), study_text(&name, &metadata.summary));
            let sql = "UPDATE study SET name = $2, name_key = $3, search = $4 WHERE id = $1";
            changes(on, sql, values![id, name, key, text]).await
        }
        StudyChange::Share(shared) => {
            changes(on, "UPDATE study SET shared = $2 WHERE id = $1", values![id, shared]).await
        }
        StudyChange::Remove(at) => {
            let at = at.map(timestamp_column).transpose()?;
            changes(on, "UPDATE study SET removed = $2 WHERE id = $1", values![id, at]).await
        }
    }
}

/// The columns that [`read_metadata`] reads.
const METADATA: &str = "id, account, secret, version, request, name, source, created, changed, \
                    shared, removed, white, black, event, plies";

async fn find(on: &impl GenericClient, id: &StudyId) -> Result<Option<StudyMetadata>, StoreError> {
    let sql = format!("SELECT {METADATA} FROM study WHERE id = $1");
    let found = row(on, &sql, values![id.as_str()]).await?;
    found.map(|row| read_metadata(&row)).transpose()
}

/// Reads a study and compares it with its checksum. One from before there were checksums has none.
fn read_study(row: &Row) -> Result<Study, StoreError> {
    let study = Study { metadata: read_metadata(row)?, pgn: row.text(15)? };
    let StudyMetadata { id, version, .. } = &study.metadata;
    match row.optional_number::<i64>(16)? {
        Some(stored) if stored != study_checksum(id, *version, &study.pgn) => {
            Err(damaged(id.as_str(), "checksum", &stored.to_string()))
        }
        _ => Ok(study),
    }
}

fn read_metadata(row: &Row) -> Result<StudyMetadata, StoreError> {
    let id = row.text(0)?;
    let owner = match (row.optional_number(1)?, secret(&id, row.optional_bytes(2)?)?) {
        (Some(number), _) => StudyOwner::Account(AccountId(number)),
        (None, Some(secret)) => StudyOwner::Secret(secret),
        (None, None) => return Err(damaged(&id, "owner", "nobody")),
    };
    let (request, source) = (row.text(4)?, row.optional_text(6)?);
    let time = |column, index| timestamp(&id, column, row.number(index)?);
    let removed = row.optional_number(10)?;
    Ok(StudyMetadata {
        owner,
        version: row.number(3)?,
        request: RequestId::new(&request).ok_or_else(|| damaged(&id, "request", &request))?,
        name: row.text(5)?,
        source: source.map(|game| game_id(&game)).transpose()?,
        created: time("created", 7)?,
        changed: time("changed", 8)?,
        shared: row.flag(9)?,
        removed: removed.map(|at| timestamp(&id, "removed", at)).transpose()?,
        summary: StudySummary {
            white: row.text(11)?,
            black: row.text(12)?,
            event: row.text(13)?,
            plies: row.number(14)?,
        },
        id: StudyId::new(&id).ok_or_else(|| damaged(&id, "id", &id))?,
    })
}

/// The conditions of a query and their values. User input is always bound as a value.
fn filter(query: &StudyQuery) -> (String, Vec<Value>) {
    let removed = if query.removed { "removed IS NOT NULL" } else { "removed IS NULL" };
    let (mut conditions, mut values) = (vec![removed.to_owned()], Vec::new());
    for word in query.words() {
        values.push(word.into());
        conditions.push(format!("strpos(search, ${}) > 0", values.len()));
    }
    if let Some(owners) = &query.owners {
        // An empty list of owners matches nothing.
        let mut one_of = vec!["false".to_owned()];
        for owner in owners {
            let (column, value) = match *owner {
                StudyOwner::Account(AccountId(number)) => ("account", number.into()),
                StudyOwner::Secret(SecretHash(hash)) => ("secret", hash.into()),
            };
            values.push(value);
            one_of.push(format!("{column} = ${}", values.len()));
        }
        conditions.push(format!("({})", one_of.join(" OR ")));
    }
    (conditions.join(" AND "), values)
}

fn order(query: &StudyQuery) -> String {
    let column = match query.column {
        StudyColumn::Name => "name_key",
        StudyColumn::Plies => "plies",
        StudyColumn::Created => "created",
        StudyColumn::Changed => "changed",
    };
    let direction = match query.direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    format!("{column} {direction}, id {direction}")
}
