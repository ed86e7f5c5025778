//! Competitions in the database.

use async_trait::async_trait;
use competition::aggregate::Record;
use deadpool_postgres::GenericClient;
use game::Name;
use tokio_postgres::Row;

use super::Postgres;
use super::run::{Lock, begin, execute, row, rows, snapshot};
use super::values::{Columns, numbers, texts, values};
use crate::checksum::Checksum;
use crate::columns::{RecordRow, timestamp_column};
use crate::competitions::{CompetitionFormat, column, record_of, timestamp};
use crate::{
    CompetitionEntry, CompetitionId, CompetitionOutcome, CompetitionSummary, Competitions,
    DecodeError, RequestId, StoreError, StoredCompetition, Topic, encode_competition_event,
};

#[async_trait]
impl Competitions for Postgres {
    async fn append_to_competition(
        &self,
        entry: CompetitionEntry,
    ) -> Result<CompetitionOutcome, StoreError> {
        let entry = PreparedEntry::new(entry)?;
        let mut client = self.client().await?;
        let transaction = begin(&mut client, Lock::Id(entry.entry.id.as_str())).await?;
        let outcome = entry.write(&transaction).await?;
        if outcome == CompetitionOutcome::Written {
            self.commit_topic(transaction, Topic::Competition(entry.entry.id)).await?;
        }
        Ok(outcome)
    }

    async fn competition(
        &self,
        id: &CompetitionId,
    ) -> Result<Option<StoredCompetition>, StoreError> {
        let mut client = self.client().await?;
        let snapshot = snapshot(&mut client).await?;
        let loaded = load(&snapshot, id).await?;
        snapshot.commit().await?;
        Ok(loaded)
    }

    async fn competitions(&self) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError> {
        let sql = "SELECT id, name, format, entrants, rounds, finished, created, changed \
                   FROM competition ORDER BY changed DESC, id DESC";
        rows(&self.client().await?, sql, &[]).await?.iter().map(summary).collect()
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

    async fn write(&self, on: &impl GenericClient) -> Result<CompetitionOutcome, StoreError> {
        let found = find(on, &self.entry.id).await?;
        if let (Some(found), Some(request)) = (&found, &self.entry.request)
            && is_stored(on, found.number, request).await?
        {
            return Ok(CompetitionOutcome::Repeated);
        }
        let version = found.as_ref().map_or(0, |found| found.version);
        if version != self.entry.base {
            return Ok(CompetitionOutcome::Stale { version });
        }
        let (number, head) = match found {
            Some(Found { number, head, .. }) => (number, head),
            None => (self.insert(on).await?, Checksum::of_log(self.entry.id.as_str())),
        };
        let head = self.insert_events(on, number, head).await?;
        self.update(on, number, head).await?;
        self.insert_request(on, number).await?;
        Ok(CompetitionOutcome::Written)
    }

    /// Inserts the row of a new competition, which is filled in afterwards.
    async fn insert(&self, on: &impl GenericClient) -> Result<i64, StoreError> {
        let sql = "INSERT INTO competition (id, version, name, format, entrants, rounds, \
                   finished, created, changed, checksum) \
                   VALUES ($1, 0, '', $2, 0, 0, false, $3, 0, 0) RETURNING number";
        let (id, format) = (self.entry.id.as_str(), self.entry.summary.format.as_str());
        let inserted = row(on, sql, values![id, format, self.created]).await?;
        let nothing = || StoreError::Database("a competition was not stored".into());
        inserted.ok_or_else(nothing)?.number(0)
    }

    async fn insert_events(
        &self,
        on: &impl GenericClient,
        number: i64,
        mut head: Checksum,
    ) -> Result<Checksum, StoreError> {
        let sql = "INSERT INTO competition_event (competition, version, at, event, checksum) \
                   SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[])";
        let next = |row: &RecordRow| {
            head = row.checksum(head);
            head.column()
        };
        let checksums = numbers(self.rows.iter().map(next));
        let events = || self.rows.iter();
        let values = [
            number.into(),
            numbers(events().map(|row| row.version.into())),
            numbers(events().map(|row| row.at)),
            texts(events().map(|row| Some(row.event.as_str()))),
            checksums,
        ];
        execute(on, sql, &values).await?;
        Ok(head)
    }

    async fn update(
        &self,
        on: &impl GenericClient,
        number: i64,
        head: Checksum,
    ) -> Result<(), StoreError> {
        let CompetitionSummary { name, format, entrants, rounds, finished, .. } =
            &self.entry.summary;
        let sql = "UPDATE competition SET version = $2, name = $3, format = $4, entrants = $5, \
                   rounds = $6, finished = $7, changed = $8, checksum = $9 WHERE number = $1";
        let values = values![
            number,
            self.entry.version(),
            name.as_str(),
            format.as_str(),
            *entrants,
            *rounds,
            *finished,
            self.changed,
            head.column(),
        ];
        execute(on, sql, values).await.map(drop)
    }

    async fn insert_request(&self, on: &impl GenericClient, number: i64) -> Result<(), StoreError> {
        let Some(request) = &self.entry.request else { return Ok(()) };
        let sql = "INSERT INTO competition_request (competition, request, version) \
                   VALUES ($1, $2, $3)";
        let values = values![number, request.as_str(), self.entry.version()];
        execute(on, sql, values).await.map(drop)
    }
}

/// The row of a competition.
struct Found {
    number: i64,
    version: u32,
    /// The checksum of the last event.
    head: Checksum,
}

async fn find(on: &impl GenericClient, id: &CompetitionId) -> Result<Option<Found>, StoreError> {
    let sql = "SELECT number, version, checksum FROM competition WHERE id = $1";
    let found = row(on, sql, values![id.as_str()]).await?;
    let read = |row: Row| {
        let head = Checksum::from_column(row.number(2)?);
        Ok(Found { number: row.number(0)?, version: row.number(1)?, head })
    };
    found.map(read).transpose()
}

async fn is_stored(
    on: &impl GenericClient,
    number: i64,
    request: &RequestId,
) -> Result<bool, StoreError> {
    let sql = "SELECT 1 FROM competition_request WHERE competition = $1 AND request = $2";
    Ok(row(on, sql, values![number, request.as_str()]).await?.is_some())
}

async fn load(
    on: &impl GenericClient,
    id: &CompetitionId,
) -> Result<Option<StoredCompetition>, StoreError> {
    let Some(found) = find(on, id).await? else { return Ok(None) };
    let sql = "SELECT version, at, event, checksum FROM competition_event \
               WHERE competition = $1 ORDER BY version";
    let events = rows(on, sql, values![found.number]).await?;
    let records = read(id, &found, &events)?;
    let sql = "SELECT request FROM competition_request WHERE competition = $1";
    let requests = rows(on, sql, values![found.number]).await?;
    let requests =
        requests.iter().filter_map(|row| row.text(0).map(|text| RequestId::new(&text)).transpose());
    Ok(Some(StoredCompetition { records, requests: requests.collect::<Result<_, _>>()? }))
}

/// The events along their chain of checksums.
fn read(id: &CompetitionId, found: &Found, events: &[Row]) -> Result<Vec<Record>, StoreError> {
    let damaged = |error| StoreError::DamagedCompetition { competition: id.to_string(), error };
    let (mut records, mut head) = (Vec::new(), Checksum::of_log(id.as_str()));
    for row in events {
        let event = RecordRow { version: row.number(0)?, at: row.number(1)?, event: row.text(2)? };
        head = event.checksum(head);
        let is_intact = head.column() == row.number::<i64>(3)?;
        let record = record_of(&event, records.len() as u32 + 1, is_intact);
        records.push(record.map_err(damaged)?);
    }
    let version = records.len() as u32;
    if version != found.version {
        return Err(damaged(DecodeError::Missing { version: version + 1 }));
    }
    if head != found.head {
        return Err(damaged(DecodeError::Checksum { version }));
    }
    Ok(records)
}

fn summary(row: &Row) -> Result<(CompetitionId, CompetitionSummary), StoreError> {
    let id = row.text(0)?;
    let damaged = |error| StoreError::DamagedCompetition { competition: id.clone(), error };
    let unreadable = |name, value: &str| damaged(column(name, value));
    let time = |name, index| timestamp(name, row.number(index)?).map_err(damaged);
    let (name, format) = (row.text(1)?, row.text(2)?);
    let summary = CompetitionSummary {
        name: Name::new(&name).map_err(|_| unreadable("name", &name))?,
        format: CompetitionFormat::from_word(&format)
            .ok_or_else(|| unreadable("format", &format))?,
        entrants: row.number(3)?,
        rounds: row.number(4)?,
        finished: row.flag(5)?,
        created: time("created", 6)?,
        changed: time("changed", 7)?,
    };
    let id = CompetitionId::new(&id).ok_or_else(|| unreadable("id", &id))?;
    Ok((id, summary))
}
