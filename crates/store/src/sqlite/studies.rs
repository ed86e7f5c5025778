//! Studies in the database.

use async_trait::async_trait;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params_from_iter};

use super::Sqlite;
use super::rows::{self, timestamp_column};
use super::write::execute;
use crate::query::fold;
use crate::studies::{study_checksum, study_text};
use crate::{
    AccountId, Direction, RequestId, SecretHash, StoreError, Studies, Study, StudyChange,
    StudyColumn, StudyId, StudyMetadata, StudyOwner, StudyPage, StudyQuery, StudySave,
    StudySaveOutcome, StudySummary,
};

#[async_trait]
impl Studies for Sqlite {
    async fn save_study(&self, save: StudySave) -> Result<StudySaveOutcome, StoreError> {
        let at = timestamp_column(save.at)?;
        self.writer.write(move |connection| write(connection, save, at)).await
    }

    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
        let id = id.clone();
        self.writer.write(move |connection| alter(connection, &id, change)).await
    }

    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError> {
        let id = id.clone();
        self.readers.read(move |connection| load(connection, &id)).await
    }

    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError> {
        let query = query.clone();
        self.readers.read(move |connection| list(connection, &query)).await
    }

    async fn study_ids(&self, query: &StudyQuery) -> Result<Vec<StudyId>, StoreError> {
        let query = query.clone();
        self.readers.read(move |connection| ids(connection, &query)).await
    }
}

fn write(
    connection: &Connection,
    save: StudySave,
    at: i64,
) -> Result<StudySaveOutcome, StoreError> {
    let Some(metadata) = find(connection, &save.id)? else {
        if save.base != 0 {
            return Ok(StudySaveOutcome::Stale { version: 0, request: None });
        }
        insert(connection, &save.first(), at)?;
        return Ok(StudySaveOutcome::Written(1));
    };
    if metadata.request == save.request {
        return Ok(StudySaveOutcome::Repeated(metadata.version));
    }
    if metadata.version != save.base {
        let request = Some(metadata.request);
        return Ok(StudySaveOutcome::Stale { version: metadata.version, request });
    }
    update(connection, &save, &metadata, at)
}

fn insert(connection: &Connection, study: &Study, at: i64) -> Result<(), StoreError> {
    let Study { metadata, pgn } = study;
    let (account, secret) = match metadata.owner {
        StudyOwner::Account(AccountId(number)) => (Some(number), None),
        StudyOwner::Secret(SecretHash(hash)) => (None, Some(hash)),
    };
    let StudySummary { white, black, event, plies } = &metadata.summary;
    let sql = "INSERT INTO study (id, account, secret, version, request, name, name_key, source, \
               created, changed, shared, white, black, event, plies, search, pgn, checksum) \
               VALUES (?1, ?2, ?3, 1, ?4, ?5, ?6, ?7, ?8, ?8, 0, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    let values = rusqlite::params![
        metadata.id.as_str(),
        account,
        secret,
        metadata.request.as_str(),
        metadata.name,
        fold(&metadata.name),
        metadata.source.as_ref().map(game::GameId::as_str),
        at,
        white,
        black,
        event,
        plies,
        study_text(&metadata.name, &metadata.summary),
        pgn,
        study_checksum(&metadata.id, 1, pgn),
    ];
    execute(connection, sql, values)
}

fn update(
    connection: &Connection,
    save: &StudySave,
    metadata: &StudyMetadata,
    at: i64,
) -> Result<StudySaveOutcome, StoreError> {
    let version = metadata.version + 1;
    let name = save.name.as_ref().unwrap_or(&metadata.name);
    let StudySummary { white, black, event, plies } = &save.summary;
    let sql = "UPDATE study SET version = ?2, request = ?3, changed = ?4, name = ?5, \
               name_key = ?6, white = ?7, black = ?8, event = ?9, plies = ?10, search = ?11, \
               pgn = ?12, checksum = ?13 WHERE id = ?1";
    let values = rusqlite::params![
        save.id.as_str(),
        version,
        save.request.as_str(),
        at,
        name,
        fold(name),
        white,
        black,
        event,
        plies,
        study_text(name, &save.summary),
        save.pgn,
        study_checksum(&save.id, version, &save.pgn),
    ];
    execute(connection, sql, values)?;
    Ok(StudySaveOutcome::Written(version))
}

fn alter(connection: &Connection, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
    let Some(metadata) = find(connection, id)? else { return Ok(false) };
    let id = id.as_str();
    match change {
        StudyChange::Rename(name) => {
            let (key, text) = (fold(&name), study_text(&name, &metadata.summary));
            let sql = "UPDATE study SET name = ?2, name_key = ?3, search = ?4 WHERE id = ?1";
            execute(connection, sql, (id, name, key, text))
        }
        StudyChange::Share(shared) => {
            execute(connection, "UPDATE study SET shared = ?2 WHERE id = ?1", (id, shared))
        }
        StudyChange::Remove(at) => {
            let at = at.map(timestamp_column).transpose()?;
            execute(connection, "UPDATE study SET removed = ?2 WHERE id = ?1", (id, at))
        }
    }?;
    Ok(true)
}

/// The columns that [`read_metadata`] reads.
const METADATA: &str = "id, account, secret, version, request, name, source, created, changed, \
                    shared, removed, white, black, event, plies";

fn find(connection: &Connection, id: &StudyId) -> Result<Option<StudyMetadata>, StoreError> {
    let sql = format!("SELECT {METADATA} FROM study WHERE id = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_row([id.as_str()], |row| Ok(read_metadata(row))).optional()?.transpose()
}

fn load(connection: &Connection, id: &StudyId) -> Result<Option<Study>, StoreError> {
    let sql = format!("SELECT {METADATA}, pgn, checksum FROM study WHERE id = ?1");
    let mut statement = connection.prepare_cached(&sql)?;
    statement.query_row([id.as_str()], |row| Ok(read_study(row))).optional()?.transpose()
}

/// The statement that reads all studies for [`read_study`].
pub(super) fn all() -> String {
    format!("SELECT {METADATA}, pgn, checksum FROM study ORDER BY number")
}

/// Reads a study and compares it with its checksum. One from before there were checksums has none.
pub(super) fn read_study(row: &Row) -> Result<Study, StoreError> {
    let study = Study { metadata: read_metadata(row)?, pgn: row.get("pgn")? };
    let StudyMetadata { id, version, .. } = &study.metadata;
    let stored: Option<i64> = row.get("checksum")?;
    match stored {
        Some(stored) if stored != study_checksum(id, *version, &study.pgn) => {
            Err(rows::damaged(id.as_str(), "checksum", &stored.to_string()))
        }
        _ => Ok(study),
    }
}

fn read_metadata(row: &Row) -> Result<StudyMetadata, StoreError> {
    let id: String = row.get(0)?;
    let (account, secret): (Option<i64>, Option<Vec<u8>>) = (row.get(1)?, row.get(2)?);
    let owner = match (account, rows::secret(&id, secret)?) {
        (Some(number), _) => StudyOwner::Account(AccountId(number)),
        (None, Some(secret)) => StudyOwner::Secret(secret),
        (None, None) => return Err(rows::damaged(&id, "owner", "nobody")),
    };
    let (request, source): (String, Option<String>) = (row.get(4)?, row.get(6)?);
    let timestamp = |column, index| rows::timestamp(&id, column, row.get(index)?);
    let removed: Option<i64> = row.get(10)?;
    Ok(StudyMetadata {
        owner,
        version: row.get(3)?,
        request: RequestId::new(&request).ok_or_else(|| rows::damaged(&id, "request", &request))?,
        name: row.get(5)?,
        source: source.map(|game| rows::game_id(&game)).transpose()?,
        created: timestamp("created", 7)?,
        changed: timestamp("changed", 8)?,
        shared: row.get(9)?,
        removed: removed.map(|at| rows::timestamp(&id, "removed", at)).transpose()?,
        summary: StudySummary {
            white: row.get(11)?,
            black: row.get(12)?,
            event: row.get(13)?,
            plies: row.get(14)?,
        },
        id: StudyId::new(&id).ok_or_else(|| rows::damaged(&id, "id", &id))?,
    })
}

/// A page, counted and read from one snapshot.
fn list(connection: &Connection, query: &StudyQuery) -> Result<StudyPage, StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    let (clause, values) = filter(query);
    let sql = format!("SELECT count(*) FROM study WHERE {clause}");
    let mut statement = snapshot.prepare_cached(&sql)?;
    let total: i64 = statement.query_row(params_from_iter(&values), |row| row.get(0))?;
    let sql = format!(
        "SELECT {METADATA} FROM study WHERE {clause} ORDER BY {} LIMIT ? OFFSET ?",
        order(query)
    );
    let window = [query.page_size(), query.offset].map(Value::from);
    let mut statement = snapshot.prepare_cached(&sql)?;
    let rows = statement.query(params_from_iter(values.iter().chain(&window)))?;
    let studies = rows.and_then(read_metadata).collect::<Result<_, _>>()?;
    Ok(StudyPage { total: u64::try_from(total).unwrap_or(0), studies })
}

/// The ids of all matching studies, in order.
fn ids(connection: &Connection, query: &StudyQuery) -> Result<Vec<StudyId>, StoreError> {
    let (clause, values) = filter(query);
    let sql = format!("SELECT id FROM study WHERE {clause} ORDER BY {}", order(query));
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query(params_from_iter(&values))?;
    let id = |row: &rusqlite::Row| {
        let id: String = row.get(0)?;
        StudyId::new(&id).ok_or_else(|| rows::damaged(&id, "id", &id))
    };
    rows.and_then(id).collect()
}

/// The conditions of a query and their values, in the same order. User input is always bound as a
/// value.
fn filter(query: &StudyQuery) -> (String, Vec<Value>) {
    let removed = if query.removed { "removed IS NOT NULL" } else { "removed IS NULL" };
    let (mut conditions, mut values) = (vec![removed.to_owned()], Vec::new());
    for word in query.words() {
        conditions.push("instr(search, ?) > 0".to_owned());
        values.push(word.into());
    }
    if let Some(owners) = &query.owners {
        let one_of: Vec<_> = owners.iter().map(|owner| condition(*owner, &mut values)).collect();
        // An empty list of owners matches nothing.
        conditions.push(format!("({})", [&["0"], one_of.as_slice()].concat().join(" OR ")));
    }
    (conditions.join(" AND "), values)
}

fn condition(owner: StudyOwner, values: &mut Vec<Value>) -> &'static str {
    match owner {
        StudyOwner::Account(AccountId(number)) => {
            values.push(number.into());
            "account = ?"
        }
        StudyOwner::Secret(SecretHash(hash)) => {
            values.push(hash.to_vec().into());
            "secret = ?"
        }
    }
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
