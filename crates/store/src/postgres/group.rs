//! Appends of several games in one transaction, in two round trips: the rows of the games are
//! locked and read, and then everything is written and committed.
//!
//! A row that another transaction has locked is passed over, so that no two groups wait for each
//! other, and none for a server that has stopped in the middle of one.

use std::collections::{HashMap, HashSet};

use deadpool_postgres::{Client, GenericClient};
use futures_util::future::{join, join4, try_join, try_join3};
use game::{GameId, Record};
use tokio_postgres::error::{Severity, SqlState};
use tokio_postgres::{Row, Statement};

use super::run::{commit_error, execute, parameters, rows};
use super::values::{Columns, Value, numbers, texts, values};
use super::{chain, connect, games};
use crate::checksum::Checksum;
use crate::columns::{IndexedColumns, MoveColumns, RecordRow, stored_request};
use crate::{AppendOutcome, Entry, EntryRequest, SeatOwners, StoreError, StoredRequest};

/// An entry with its columns prepared.
pub(super) struct PreparedEntry {
    pub(super) game: GameId,
    base: u32,
    pub(super) version: u32,
    request: Option<EntryRequest>,
    records: Vec<RecordRow>,
    seat_owners: Option<SeatOwners>,
    per_move: MoveColumns,
    indexed: IndexedColumns,
    /// Why an earlier attempt may have stored it.
    pub(super) doubt: Option<String>,
}

impl PreparedEntry {
    pub(super) fn new(entry: Entry) -> Result<PreparedEntry, StoreError> {
        entry.check()?;
        Ok(PreparedEntry {
            base: entry.base,
            version: entry.version(),
            records: entry.records.iter().map(RecordRow::new).collect::<Result<_, _>>()?,
            seat_owners: entry.seat_owners,
            per_move: MoveColumns::new(&entry.summary)?,
            indexed: IndexedColumns::new(&entry.summary)?,
            game: entry.game,
            request: entry.request,
            doubt: None,
        })
    }

    /// An outcome, after the doubt that an earlier attempt has left.
    pub(super) fn outcome(self, outcome: Outcome) -> Outcome {
        match (outcome, self.doubt) {
            (Err(StoreError::Database(_) | StoreError::Busy), Some(reason)) => {
                Err(StoreError::Unconfirmed(reason))
            }
            (outcome, _) => outcome,
        }
    }
}

/// Why a group was not written.
pub(super) enum Failure {
    /// Nothing was stored, and the same may be tried again: nothing was sent that could be stored,
    /// or it was ended because transactions waited for each other.
    Retriable(StoreError),
    /// The server refused something, perhaps because of one entry, and nothing was stored.
    OfOne(StoreError),
    /// The server refused everything, for example because its disk is full; nothing was stored.
    Refused(StoreError),
    /// The connection was lost; the group may be stored or not.
    Unknown(String),
}

impl Failure {
    /// Why the group may be stored.
    pub(super) fn doubt(&self) -> Option<&str> {
        match self {
            Failure::Unknown(reason) => Some(reason),
            _ => None,
        }
    }

    /// What two failed attempts mean together.
    pub(super) fn and(self, second: Failure) -> StoreError {
        match (self, second) {
            (Failure::Unknown(reason), _) | (_, Failure::Unknown(reason)) => {
                StoreError::Unconfirmed(reason)
            }
            (_, Failure::Retriable(error) | Failure::OfOne(error) | Failure::Refused(error)) => {
                error
            }
        }
    }
}

/// Where a game stands.
struct Found {
    number: i64,
    version: u32,
    head: Checksum,
}

/// An entry that is written, with the checksums of its records.
struct Accepted<'a> {
    entry: &'a PreparedEntry,
    number: i64,
    checksums: Vec<Checksum>,
}

impl<'a> Accepted<'a> {
    fn new(entry: &'a PreparedEntry, found: &Found) -> Accepted<'a> {
        let mut head = found.head;
        let next = |record: &RecordRow| {
            head = record.checksum(head);
            head
        };
        let checksums = entry.records.iter().map(next).collect();
        Accepted { entry, number: found.number, checksums }
    }
}

type Outcome = Result<AppendOutcome, StoreError>;

/// Writes entries of different games in one transaction. With `is_repeated`, entries that an
/// earlier attempt has stored are recognized. Entries whose games are locked have no outcome.
pub(super) async fn write(
    client: &Client,
    entries: &[&PreparedEntry],
    is_repeated: bool,
) -> Result<Vec<Option<Outcome>>, Failure> {
    let statements = Statements::prepare(client).await.map_err(before)?;
    let (games, requests) = lock(client, &statements, entries).await.map_err(before)?;
    let locked = locked_elsewhere(client, &statements, entries, &games).await.map_err(before)?;
    let mut outcomes = Vec::with_capacity(entries.len());
    let mut accepted = Vec::with_capacity(entries.len());
    for &entry in entries {
        let decided = match games.get(entry.game.as_str()) {
            None if locked.contains(entry.game.as_str()) => {
                outcomes.push(None);
                continue;
            }
            None => Err(StoreError::Unknown(entry.game.clone())),
            Some(found) => decide(client, entry, found, &requests, is_repeated).await,
        };
        if decided == Ok(AppendOutcome::Written) && !is_stored(&games, entry) {
            accepted
                .extend(games.get(entry.game.as_str()).map(|found| Accepted::new(entry, found)));
        }
        outcomes.push(Some(decided));
    }
    store(client, &statements, &accepted).await?;
    Ok(outcomes)
}

/// Before anything is written, no failure leaves anything behind.
fn before(error: tokio_postgres::Error) -> Failure {
    match reported(&error).cloned() {
        Some(code) => refusal(&code, error.into()),
        None => Failure::Retriable(error.into()),
    }
}

/// What the server says of an error that it and the connection survive.
fn reported(error: &tokio_postgres::Error) -> Option<&SqlState> {
    let severity = error.as_db_error()?.parsed_severity();
    error.code().filter(|_| severity == Some(Severity::Error) && !error.is_closed())
}

/// What an error means for a group.
fn refusal(code: &SqlState, error: StoreError) -> Failure {
    match code.code().get(..2) {
        // The transaction was ended for another one.
        Some("40") => Failure::Retriable(error),
        // Missing resources, locks, a server that stops, its disk.
        Some("53" | "55" | "57" | "58") => Failure::Refused(error),
        _ if *code == SqlState::READ_ONLY_SQL_TRANSACTION => Failure::Refused(error),
        _ => Failure::OfOne(error),
    }
}

/// Whether the game has gone on from the base of the entry.
fn is_stored(games: &HashMap<String, Found>, entry: &PreparedEntry) -> bool {
    games.get(entry.game.as_str()).is_some_and(|found| found.version != entry.base)
}

/// The statements of a group.
struct Statements {
    lock: Statement,
    exist: Statement,
    requests: Statement,
    insert_records: Statement,
    insert_requests: Statement,
    update_progress: Statement,
    update_games: Statement,
}

impl Statements {
    async fn prepare(client: &Client) -> Result<Statements, tokio_postgres::Error> {
        Ok(Statements {
            lock: client.prepare_cached(LOCK).await?,
            exist: client.prepare_cached(EXIST).await?,
            requests: client.prepare_cached(REQUESTS).await?,
            insert_records: client.prepare_cached(INSERT_RECORDS).await?,
            insert_requests: client.prepare_cached(INSERT_REQUESTS).await?,
            update_progress: client.prepare_cached(UPDATE_PROGRESS).await?,
            update_games: client.prepare_cached(UPDATE_GAMES).await?,
        })
    }
}

const LOCK: &str = "SELECT id, game, version, checksum FROM progress WHERE id = ANY($1) \
                    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED";
const EXIST: &str = "SELECT id FROM progress WHERE id = ANY($1)";
const REQUESTS: &str = "SELECT progress.id, request.version, digest, refused \
                        FROM unnest($1::text[], $2::text[]) AS sent (id, request) \
                        JOIN progress USING (id) \
                        JOIN request ON request.game = progress.game \
                        AND request.request = sent.request";
const INSERT_RECORDS: &str = "INSERT INTO record (game, version, at, event, checksum) \
                              SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::bigint[], \
                              $4::text[], $5::bigint[])";
const INSERT_REQUESTS: &str = "INSERT INTO request (game, request, version, digest, refused) \
                               SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], \
                               $4::bytea[], $5::boolean[])";
const UPDATE_PROGRESS: &str = "UPDATE progress SET version = new.version, plies = new.plies, \
                               last_played = new.last_played, fen = new.fen, \
                               checksum = new.checksum \
                               FROM unnest($1::text[], $2::bigint[], $3::bigint[], \
                               $4::bigint[], $5::text[], $6::bigint[]) \
                               AS new (id, version, plies, last_played, fen, checksum) \
                               WHERE progress.id = new.id";
/// Matches no row when its columns are unchanged, and then no index is touched.
const UPDATE_GAMES: &str = "UPDATE game SET white = new.white, black = new.black, \
                            result = new.result, status = new.status, created = new.created, \
                            resume_on_start = new.resume_on_start, white_key = new.white_key, \
                            black_key = new.black_key, eco = new.eco, opening = new.opening, \
                            search = new.search \
                            FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], \
                            $5::text[], $6::bigint[], $7::boolean[], $8::text[], $9::text[], \
                            $10::text[], $11::text[], $12::text[]) \
                            AS new (number, white, black, result, status, created, \
                            resume_on_start, white_key, black_key, eco, opening, search) \
                            WHERE game.number = new.number AND (game.white, game.black, \
                            game.result, game.status, game.created, game.resume_on_start, \
                            game.eco, game.opening) IS DISTINCT FROM (new.white, new.black, \
                            new.result, new.status, new.created, new.resume_on_start, new.eco, \
                            new.opening)";

/// Begins the transaction, locks the games that are free, and reads where they stand and which of
/// the requests were answered before.
async fn lock(
    client: &Client,
    statements: &Statements,
    entries: &[&PreparedEntry],
) -> Result<(HashMap<String, Found>, HashMap<String, Row>), tokio_postgres::Error> {
    let ids = [texts(entries.iter().map(|entry| Some(entry.game.as_str())))];
    let sent = entries.iter().filter_map(|entry| Some((entry, entry.request.as_ref()?)));
    let sent: [Value; 2] = [
        texts(sent.clone().map(|(entry, _)| Some(entry.game.as_str()))),
        texts(sent.map(|(_, request)| Some(request.id.as_str()))),
    ];
    let (ids, sent) = (parameters(&ids), parameters(&sent));
    let ((), games, requests) = try_join3(
        client.batch_execute("BEGIN"),
        client.query(&statements.lock, &ids),
        client.query(&statements.requests, &sent),
    )
    .await?;
    let mut found = HashMap::with_capacity(games.len());
    for row in games {
        let (number, version) = (row.try_get(1)?, row.try_get::<_, i64>(2)?);
        let head = Checksum::from_column(row.try_get(3)?);
        found.insert(row.try_get(0)?, Found { number, version: version as u32, head });
    }
    let id = |row: Row| Ok((row.try_get(0)?, row));
    Ok((found, requests.into_iter().map(id).collect::<Result<_, tokio_postgres::Error>>()?))
}

/// The games that exist, although their rows were passed over.
async fn locked_elsewhere(
    client: &Client,
    statements: &Statements,
    entries: &[&PreparedEntry],
    found: &HashMap<String, Found>,
) -> Result<HashSet<String>, tokio_postgres::Error> {
    let missing = entries.iter().map(|entry| entry.game.as_str());
    let missing: Vec<_> = missing.filter(|id| !found.contains_key(*id)).collect();
    if missing.is_empty() {
        return Ok(HashSet::new());
    }
    let ids = [texts(missing.into_iter().map(Some))];
    let rows = client.query(&statements.exist, &parameters(&ids)).await?;
    rows.iter().map(|row| row.try_get(0)).collect()
}

async fn decide(
    client: &Client,
    entry: &PreparedEntry,
    found: &Found,
    requests: &HashMap<String, Row>,
    is_repeated: bool,
) -> Outcome {
    if (is_repeated || entry.doubt.is_some()) && is_written(client, entry, found).await? {
        return Ok(AppendOutcome::Written);
    }
    if let Some(row) = requests.get(entry.game.as_str()) {
        return Ok(AppendOutcome::Repeated(stored(&entry.game, row)?));
    }
    if found.version != entry.base {
        let missed = missed(client, entry, found).await?;
        return Ok(AppendOutcome::Stale { version: found.version, missed });
    }
    Ok(AppendOutcome::Written)
}

fn stored(id: &GameId, row: &Row) -> Result<StoredRequest, StoreError> {
    stored_request(id, row.number(1)?, row.optional_bytes(2)?, row.flag(3)?)
}

/// Whether exactly this entry was stored, by an attempt whose answer was lost.
async fn is_written(
    client: &Client,
    entry: &PreparedEntry,
    found: &Found,
) -> Result<bool, StoreError> {
    if found.version < entry.version {
        return Ok(false);
    }
    let sql = "SELECT version, at, event FROM record \
               WHERE game = $1 AND version > $2 AND version <= $3 ORDER BY version";
    let stored = rows(client, sql, values![found.number, entry.base, entry.version]).await?;
    let record = |row: &Row| -> Result<(u32, i64, String), StoreError> {
        Ok((row.number(0)?, row.number(1)?, row.text(2)?))
    };
    let stored = stored.iter().map(record).collect::<Result<Vec<_>, _>>()?;
    let own = entry.records.iter().map(|row| (row.version, row.at, row.event.clone()));
    Ok(own.eq(stored))
}

/// The records after the base of an entry.
async fn missed(
    client: &Client,
    entry: &PreparedEntry,
    found: &Found,
) -> Result<Vec<Record>, StoreError> {
    let mut records = chain::read(client, &entry.game, found.number).await?;
    records.drain(..records.len().min(entry.base as usize));
    Ok(records)
}

/// Writes entries, and commits.
async fn store(
    client: &Client,
    statements: &Statements,
    accepted: &[Accepted<'_>],
) -> Result<(), Failure> {
    if accepted.is_empty() {
        let ended = try_join(connect::check_alive(client), client.batch_execute("ROLLBACK"));
        return ended.await.map(drop).map_err(|error| Failure::Retriable(error.into()));
    }
    for Accepted { entry, number, .. } in accepted {
        if let Some(owners) = entry.seat_owners {
            let values = games::new_owners(*number, owners);
            let updated = execute(client, games::UPDATE_OWNERS, &values).await;
            updated.map_err(Failure::OfOne)?;
        }
    }
    let write = |statement, values: Vec<Value>| async move {
        client.execute(statement, &parameters(&values)).await.map(drop)
    };
    let written = join4(
        write(&statements.insert_records, records(accepted)),
        write(&statements.insert_requests, requests(accepted)),
        write(&statements.update_progress, progress(accepted)),
        write(&statements.update_games, indexed(accepted)),
    );
    // They are sent in this order, and all before the first is answered.
    let (written, committed) = join(written, client.batch_execute("COMMIT")).await;
    // A commit after an error is a rollback, and reports no error.
    written.0.and(written.1).and(written.2).and(written.3).and(committed).map_err(|error| {
        match (commit_error(&error), error.code()) {
            (StoreError::Unconfirmed(reason), _) => Failure::Unknown(reason),
            (reason, Some(code)) => refusal(code, reason),
            (reason, None) => Failure::Refused(reason),
        }
    })
}

fn records(accepted: &[Accepted]) -> Vec<Value> {
    let rows = || {
        accepted.iter().flat_map(|Accepted { entry, number, checksums }| {
            entry.records.iter().zip(checksums).map(move |(row, sum)| (*number, row, sum.column()))
        })
    };
    vec![
        numbers(rows().map(|(number, _, _)| number)),
        numbers(rows().map(|(_, row, _)| row.version.into())),
        numbers(rows().map(|(_, row, _)| row.at)),
        texts(rows().map(|(_, row, _)| Some(row.event.as_str()))),
        numbers(rows().map(|(_, _, checksum)| checksum)),
    ]
}

fn requests(accepted: &[Accepted]) -> Vec<Value> {
    let rows = || {
        accepted.iter().filter_map(|Accepted { entry, number, .. }| {
            Some((*number, entry.request.as_ref()?, entry.version))
        })
    };
    let digest = |request: &EntryRequest| request.digest.map(|digest| digest.0.to_vec());
    vec![
        numbers(rows().map(|(number, _, _)| number)),
        texts(rows().map(|(_, request, _)| Some(request.id.as_str()))),
        numbers(rows().map(|(_, _, version)| version.into())),
        Value::ByteStrings(rows().map(|(_, request, _)| digest(request)).collect()),
        Value::Flags(rows().map(|(_, request, _)| request.is_refused).collect()),
    ]
}

fn progress(accepted: &[Accepted]) -> Vec<Value> {
    let entries = || accepted.iter().map(|accepted| accepted.entry);
    let last = |accepted: &Accepted| accepted.checksums.last().map_or(0, |sum| sum.column());
    vec![
        texts(entries().map(|entry| Some(entry.game.as_str()))),
        numbers(entries().map(|entry| entry.version.into())),
        numbers(entries().map(|entry| entry.per_move.plies.into())),
        numbers(entries().map(|entry| entry.per_move.last_played)),
        texts(entries().map(|entry| Some(entry.per_move.fen.as_str()))),
        numbers(accepted.iter().map(last)),
    ]
}

fn indexed(accepted: &[Accepted]) -> Vec<Value> {
    let rows = || accepted.iter().map(|accepted| &accepted.entry.indexed);
    vec![
        numbers(accepted.iter().map(|accepted| accepted.number)),
        texts(rows().map(|row| row.white.as_deref())),
        texts(rows().map(|row| row.black.as_deref())),
        texts(rows().map(|row| Some(row.result))),
        texts(rows().map(|row| Some(row.status.as_str()))),
        numbers(rows().map(|row| row.created)),
        Value::Flags(rows().map(|row| row.resume_on_start).collect()),
        texts(rows().map(|row| Some(row.white_key.as_str()))),
        texts(rows().map(|row| Some(row.black_key.as_str()))),
        texts(rows().map(|row| Some(row.eco.as_str()))),
        texts(rows().map(|row| Some(row.opening.as_str()))),
        texts(rows().map(|row| Some(row.search.as_str()))),
    ]
}
