//! Competitions in the database.

use async_trait::async_trait;
use competition::aggregate::Record;
use game::Name;
use rusqlite::{Connection, OptionalExtension, Row};

use super::Sqlite;
use super::rows::{RecordRow, timestamp_column};
use super::write::execute;
use crate::checksum::Checksum;
use crate::competitions::{CompetitionFormat, column, record_of, timestamp};
use crate::{
    CompetitionEntry, CompetitionId, CompetitionOutcome, CompetitionSummary, Competitions,
    DecodeError, RequestId, StoreError, StoredCompetition, encode_competition_event,
};

/// A competition as it is stored.
#[derive(Debug)]
pub struct CheckedCompetition {
    /// Its id, which may be damaged too.
    pub id: String,
    /// Its intact records, from the first.
    pub records: Vec<Record>,
    /// What is wrong after them, if anything.
    pub damage: Option<DecodeError>,
}

#[async_trait]
impl Competitions for Sqlite {
    async fn append_to_competition(
        &self,
        entry: CompetitionEntry,
    ) -> Result<CompetitionOutcome, StoreError> {
        let entry = PreparedEntry::new(entry)?;
        self.writer.write(move |connection| entry.write(connection)).await
    }

    async fn competition(
        &self,
        id: &CompetitionId,
    ) -> Result<Option<StoredCompetition>, StoreError> {
        let id = id.clone();
        self.readers.read(move |connection| load(connection, &id)).await
    }

    async fn competitions(&self) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError> {
        self.readers.read(list).await
    }
}

/// An entry with its columns prepared.
struct PreparedEntry {
    entry: CompetitionEntry,
    rows: Vec<RecordRow>,
    created: i64,
    changed: i64,
}

impl PreparedEntry {
    fn new(entry: CompetitionEntry) -> Result<PreparedEntry, StoreError> {
        entry.check()?;
        let row = |Record { version, at, event }: &Record| {
            let event = encode_competition_event(event)?;
            Ok(RecordRow { version: *version, at: timestamp_column(*at)?, event })
        };
        Ok(PreparedEntry {
            rows: entry.records.iter().map(row).collect::<Result<_, StoreError>>()?,
            created: timestamp_column(entry.summary.created)?,
            changed: timestamp_column(entry.summary.changed)?,
            entry,
        })
    }

    fn write(&self, connection: &Connection) -> Result<CompetitionOutcome, StoreError> {
        let found = find(connection, &self.entry.id)?;
        if let (Some(found), Some(request)) = (&found, &self.entry.request)
            && is_stored(connection, found.number, request)?
        {
            return Ok(CompetitionOutcome::Repeated);
        }
        let version = found.as_ref().map_or(0, |found| found.version);
        if version != self.entry.base {
            return Ok(CompetitionOutcome::Stale { version });
        }
        let (number, head) = match found {
            Some(Found { number, head, .. }) => (number, head),
            None => (self.insert(connection)?, Checksum::of_log(self.entry.id.as_str())),
        };
        let head = self.insert_events(connection, number, head)?;
        self.update(connection, number, head)?;
        self.insert_request(connection, number)?;
        Ok(CompetitionOutcome::Written)
    }

    /// Inserts the row of a new competition, which is filled in afterwards.
    fn insert(&self, connection: &Connection) -> Result<i64, StoreError> {
        let sql = "INSERT INTO competition (id, version, name, format, entrants, rounds, \
                   finished, created, changed, checksum) VALUES (?1, 0, '', ?2, 0, 0, 0, ?3, 0, 0)";
        let (id, format) = (self.entry.id.as_str(), self.entry.summary.format.as_str());
        execute(connection, sql, (id, format, self.created))?;
        Ok(connection.last_insert_rowid())
    }

    fn insert_events(
        &self,
        connection: &Connection,
        number: i64,
        mut head: Checksum,
    ) -> Result<Checksum, StoreError> {
        let sql = "INSERT INTO competition_event (competition, version, at, event, checksum) \
                   VALUES (?1, ?2, ?3, ?4, ?5)";
        for row in &self.rows {
            head = row.checksum(head);
            let values = (number, row.version, row.at, &row.event, head.column());
            execute(connection, sql, values)?;
        }
        Ok(head)
    }

    fn update(
        &self,
        connection: &Connection,
        number: i64,
        head: Checksum,
    ) -> Result<(), StoreError> {
        let CompetitionSummary { name, format, entrants, rounds, finished, .. } =
            &self.entry.summary;
        let sql = "UPDATE competition SET version = ?2, name = ?3, format = ?4, entrants = ?5, \
                   rounds = ?6, finished = ?7, changed = ?8, checksum = ?9 WHERE number = ?1";
        let values = rusqlite::params![
            number,
            self.entry.version(),
            name.as_str(),
            format.as_str(),
            entrants,
            rounds,
            finished,
            self.changed,
            head.column(),
        ];
        execute(connection, sql, values)
    }

    fn insert_request(&self, connection: &Connection, number: i64) -> Result<(), StoreError> {
        let Some(request) = &self.entry.request else { return Ok(()) };
        let sql = "INSERT INTO competition_request (competition, request, version) \
                   VALUES (?1, ?2, ?3)";
        execute(connection, sql, (number, request.as_str(), self.entry.version()))
    }
}

/// The row of a competition.
struct Found {
    number: i64,
    version: u32,
    /// The checksum of the last event.
    head: Checksum,
}

fn find(connection: &Connection, id: &CompetitionId) -> Result<Option<Found>, StoreError> {
    let sql = "SELECT number, version, checksum FROM competition WHERE id = ?1";
    Ok(connection.prepare_cached(sql)?.query_row([id.as_str()], found).optional()?)
}

fn found(row: &Row) -> rusqlite::Result<Found> {
    let head = Checksum::from_column(row.get(2)?);
    Ok(Found { number: row.get(0)?, version: row.get(1)?, head })
}

fn is_stored(
    connection: &Connection,
    number: i64,
    request: &RequestId,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM competition_request WHERE competition = ?1 AND request = ?2";
    Ok(connection.prepare_cached(sql)?.exists((number, request.as_str()))?)
}

fn load(
    connection: &Connection,
    id: &CompetitionId,
) -> Result<Option<StoredCompetition>, StoreError> {
    let Some(found) = find(connection, id)? else { return Ok(None) };
    let (records, damage) = read(connection, id.as_str(), &found)?;
    if let Some(error) = damage {
        return Err(StoreError::DamagedCompetition { competition: id.to_string(), error });
    }
    let sql = "SELECT request FROM competition_request WHERE competition = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let requests = statement.query_map([found.number], |row| row.get::<_, String>(0))?;
    let requests = requests.filter_map(|text| text.map(|text| RequestId::new(&text)).transpose());
    Ok(Some(StoredCompetition { records, requests: requests.collect::<Result<_, _>>()? }))
}

/// The events along their chain of checksums, as far as they are intact.
fn read(
    connection: &Connection,
    id: &str,
    found: &Found,
) -> Result<(Vec<Record>, Option<DecodeError>), StoreError> {
    let sql = "SELECT version, at, event, checksum FROM competition_event \
               WHERE competition = ?1 ORDER BY version";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([found.number], |row| {
        let (version, at, event) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok((RecordRow { version, at, event }, Checksum::from_column(row.get(3)?)))
    })?;
    let (mut records, mut head) = (Vec::new(), Checksum::of_log(id));
    for row in rows {
        let (row, checksum) = row?;
        head = row.checksum(head);
        match record_of(&row, records.len() as u32 + 1, head == checksum) {
            Ok(record) => records.push(record),
            Err(error) => return Ok((records, Some(error))),
        }
    }
    let version = records.len() as u32;
    let damage = if version != found.version {
        Some(DecodeError::Missing { version: version + 1 })
    } else if head != found.head {
        Some(DecodeError::Checksum { version })
    } else {
        None
    };
    Ok((records, damage))
}

/// Reads every competition as far as it is intact.
pub(super) fn read_all(
    connection: &Connection,
    each: &mut dyn FnMut(CheckedCompetition),
) -> Result<(), StoreError> {
    let sql = "SELECT number, version, checksum, id FROM competition ORDER BY number";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((found(row)?, row.get::<_, String>(3)?)))?;
    for row in rows {
        let (found, id) = row?;
        let (records, damage) = read(connection, &id, &found)?;
        each(CheckedCompetition { id, records, damage });
    }
    Ok(())
}

/// Cuts a competition off after a version and rewrites its row; removes it without a summary.
pub(super) fn cut(
    connection: &Connection,
    id: &str,
    version: u32,
    summary: Option<&CompetitionSummary>,
) -> Result<(), StoreError> {
    let number = "(SELECT number FROM competition WHERE id = ?1)";
    for table in ["competition_event", "competition_request"] {
        let sql = format!("DELETE FROM {table} WHERE competition = {number} AND version > ?2");
        connection.execute(&sql, (id, version))?;
    }
    let Some(summary) = summary else {
        connection.execute("DELETE FROM competition WHERE id = ?1", [id])?;
        return Ok(());
    };
    let sql = format!(
        "SELECT checksum FROM competition_event WHERE competition = {number} AND version = ?2"
    );
    let head: i64 = connection.query_row(&sql, (id, version), |row| row.get(0))?;
    let sql = "UPDATE competition SET version = ?2, name = ?3, format = ?4, entrants = ?5, \
               rounds = ?6, finished = ?7, created = ?8, changed = ?9, checksum = ?10 \
               WHERE id = ?1";
    let CompetitionSummary { name, format, entrants, rounds, finished, created, changed } = summary;
    let (created, changed) = (timestamp_column(*created)?, timestamp_column(*changed)?);
    let (name, format) = (name.as_str(), format.as_str());
    let values = rusqlite::params![
        id, version, name, format, entrants, rounds, finished, created, changed, head,
    ];
    execute(connection, sql, values)
}

fn list(connection: &Connection) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError> {
    let sql = "SELECT id, name, format, entrants, rounds, finished, created, changed \
               FROM competition ORDER BY changed DESC, id DESC";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map([], |row| Ok(summary(row)))?;
    rows.map(|row| row?).collect()
}

fn summary(row: &Row) -> Result<(CompetitionId, CompetitionSummary), StoreError> {
    let id: String = row.get(0)?;
    let damaged = |error| StoreError::DamagedCompetition { competition: id.clone(), error };
    let unreadable = |name, value: &str| damaged(column(name, value));
    let time = |name, index| timestamp(name, row.get(index)?).map_err(damaged);
    let (name, format): (String, String) = (row.get(1)?, row.get(2)?);
    let summary = CompetitionSummary {
        name: Name::new(&name).map_err(|_| unreadable("name", &name))?,
        format: CompetitionFormat::from_word(&format)
            .ok_or_else(|| unreadable("format", &format))?,
        entrants: row.get(3)?,
        rounds: row.get(4)?,
        finished: row.get(5)?,
        created: time("created", 6)?,
        changed: time("changed", 7)?,
    };
    let id = CompetitionId::new(&id).ok_or_else(|| unreadable("id", &id))?;
    Ok((id, summary))
}
