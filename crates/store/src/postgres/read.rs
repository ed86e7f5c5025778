//! Reads single games.

use std::collections::BTreeMap;

use chess::{ByColor, Color};
use deadpool_postgres::{Client, GenericClient};
use futures_util::future::{join, try_join, try_join5};
use game::GameId;
use tokio_postgres::Row;

use super::chain::{self, HEAD, IMPORT, RECORDS};
use super::connect;
use super::run::{parameters, row, rows};
use super::values::{Columns, numbers, texts, values};
use crate::columns::{damaged, game_id, secret, stored_request};
use crate::{
    AccountId, GameUpdate, OwnedGame, RequestId, SeatOwner, SeatOwners, Source, SourceFormat,
    StoreError, StoredGame, StoredRequest,
};

const OWNERS: &str = "SELECT white_secret, black_secret, white_account, black_account \
                      FROM game WHERE id = $1";
const REQUESTS: &str = "SELECT request, version, digest, refused FROM request \
                        WHERE game = (SELECT game FROM progress WHERE id = $1)";

/// The records of games from versions on, in rows that end with the owners and the head of the game
/// and the position of the game among those asked for.
const UPDATES: &str = "SELECT record.version, record.at, record.event, record.checksum, \
                       white_secret, black_secret, white_account, black_account, \
                       progress.version, progress.checksum, asked.position \
                       FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY \
                       AS asked (id, since, position) \
                       JOIN progress USING (id) JOIN game USING (id) \
                       LEFT JOIN record ON record.game = progress.game \
                       AND record.version >= asked.since \
                       ORDER BY asked.position, record.version";
const REQUESTS_SINCE: &str = "SELECT request, request.version, digest, refused, asked.position \
                              FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY \
                              AS asked (id, since, position) \
                              JOIN progress USING (id) \
                              JOIN request ON request.game = progress.game \
                              AND request.version >= asked.since";

/// Everything about one game, from one snapshot, in one round trip.
pub(super) async fn load(client: &Client, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
    let [owners, head, import, records, requests] = [OWNERS, HEAD, IMPORT, RECORDS, REQUESTS];
    let (owners, head) = (client.prepare_cached(owners).await?, client.prepare_cached(head).await?);
    let import = client.prepare_cached(import).await?;
    let records = client.prepare_cached(records).await?;
    let requests = client.prepare_cached(requests).await?;
    let key = values![id.as_str()];
    let key = parameters(key);
    let read = try_join5(
        client.query_opt(&owners, &key),
        client.query_opt(&head, &key),
        client.query_opt(&import, &key),
        client.query(&records, &key),
        client.query(&requests, &key),
    );
    // They are sent in this order, and all before the first is answered.
    let snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
    let end =
        async { try_join(connect::check_alive(client), client.batch_execute("COMMIT")).await };
    let (begun, (read, ended)) = join(client.batch_execute(snapshot), join(read, end)).await;
    begun?;
    ended?;
    let (owners, head, import, records, requests) = read?;
    let (Some(owners), Some(head)) = (owners, head) else { return Ok(None) };
    Ok(Some(StoredGame {
        records: chain::check(id, &head, import.as_ref(), &records)?,
        seat_owners: seat_owners(id, &owners, 0)?,
        requests: known_requests(id, &requests)?,
        source: import.map(|row| source(id, &row)).transpose()?,
    }))
}

/// What was stored after versions of games, in one round trip. The requests are read first: one
/// that is missing is found by whoever appends it again.
pub(super) async fn load_since(
    client: &Client,
    asked: &[(GameId, u32)],
) -> Result<Vec<Result<Option<GameUpdate>, StoreError>>, StoreError> {
    let requests = client.prepare_cached(REQUESTS_SINCE).await?;
    let updates = client.prepare_cached(UPDATES).await?;
    let keys = [
        texts(asked.iter().map(|(id, _)| Some(id.as_str()))),
        numbers(asked.iter().map(|&(_, version)| version.into())),
    ];
    let keys = parameters(&keys);
    let read = try_join(client.query(&requests, &keys), client.query(&updates, &keys));
    let ((requests, updates), ()) = try_join(read, connect::check_alive(client)).await?;
    let requests = by_position(requests, 4, asked.len())?;
    let updates = by_position(updates, 10, asked.len())?;
    let mut outcomes = Vec::with_capacity(asked.len());
    for ((id, version), (requests, rows)) in asked.iter().zip(requests.into_iter().zip(updates)) {
        outcomes.push(match update(id, *version, &requests, &rows) {
            // The records of an imported game are elsewhere.
            Ok(Update::Elsewhere) => {
                load(client, id).await.map(|game| game.map(|game| game.since(*version)))
            }
            Ok(Update::Found(update)) => Ok(update),
            Err(error) => Err(error),
        });
    }
    Ok(outcomes)
}

/// What the rows of a game say.
enum Update {
    /// The update; none when there is no such game.
    Found(Option<GameUpdate>),
    /// The game has to be read as a whole.
    Elsewhere,
}

fn update(id: &GameId, version: u32, requests: &[Row], rows: &[Row]) -> Result<Update, StoreError> {
    let Some((first, records)) = rows.split_first() else { return Ok(Update::Found(None)) };
    if first.optional_number(0)? != Some(version) {
        return Ok(Update::Elsewhere);
    }
    let end = (first.number(8)?, first.number(9)?);
    Ok(Update::Found(Some(GameUpdate {
        records: chain::check_since(id, end, first, records)?,
        seat_owners: seat_owners(id, first, 4)?,
        requests: known_requests(id, requests)?,
    })))
}

/// Rows by the position in a column, which begins with 1.
fn by_position(rows: Vec<Row>, column: usize, count: usize) -> Result<Vec<Vec<Row>>, StoreError> {
    let mut groups: Vec<Vec<Row>> = std::iter::repeat_with(Vec::new).take(count).collect();
    for row in rows {
        let position: usize = row.number(column)?;
        if let Some(group) = position.checked_sub(1).and_then(|index| groups.get_mut(index)) {
            group.push(row);
        }
    }
    Ok(groups)
}

/// The owners of the seats, from this column on.
fn seat_owners(id: &GameId, row: &Row, first: usize) -> Result<SeatOwners, StoreError> {
    let secret = |column| secret(id.as_str(), row.optional_bytes(column)?);
    let secrets = ByColor::new(secret(first)?, secret(first + 1)?);
    let accounts = ByColor::new(row.optional_number(first + 2)?, row.optional_number(first + 3)?);
    let owner = |color: Color| {
        let account = accounts[color].map(AccountId);
        secrets[color].map(|secret| SeatOwner { secret, account })
    };
    Ok(ByColor::from_fn(owner))
}

fn known_requests(
    id: &GameId,
    rows: &[Row],
) -> Result<BTreeMap<RequestId, StoredRequest>, StoreError> {
    rows.iter().map(|row| request(id, row)).collect()
}

fn request(id: &GameId, row: &Row) -> Result<(RequestId, StoredRequest), StoreError> {
    let text = row.text(0)?;
    let request = RequestId::new(&text).ok_or_else(|| damaged(id.as_str(), "request", &text))?;
    let stored = stored_request(id, row.number(1)?, row.optional_bytes(2)?, row.flag(3)?)?;
    Ok((request, stored))
}

fn source(id: &GameId, row: &Row) -> Result<Source, StoreError> {
    let import = chain::import_row(row)?;
    let format = SourceFormat::from_word(&import.format);
    let format = format.ok_or_else(|| damaged(id.as_str(), "format", &import.format))?;
    Ok(Source { format, text: import.text, records: import.version })
}

/// The games to resume after a restart, ordered by id.
pub(super) async fn games_to_resume(on: &impl GenericClient) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM game WHERE resume_on_start ORDER BY id";
    known_ids(&rows(on, sql, &[]).await?)
}

/// The ids in the first column. One that is damaged is left out: the other games go on.
pub(super) fn known_ids(rows: &[Row]) -> Result<Vec<GameId>, StoreError> {
    let ids = rows.iter().map(|row| row.text(0)).collect::<Result<Vec<_>, _>>()?;
    Ok(ids.iter().filter_map(|id| GameId::new(id)).collect())
}

/// Games in progress without a move, created at this time or before, that somebody owns.
pub(super) async fn unstarted(
    on: &impl GenericClient,
    created: i64,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM game JOIN progress USING (id) \
               WHERE status IN ('waiting', 'playing') AND plies = 0 AND created <= $1 \
               AND (white_secret IS NOT NULL OR black_secret IS NOT NULL) LIMIT $2";
    known_ids(&rows(on, sql, values![created, limit]).await?)
}

/// The games of a status that have owners.
pub(super) async fn owned(
    on: &impl GenericClient,
    status: &str,
) -> Result<Vec<OwnedGame>, StoreError> {
    let sql = "SELECT id, white_account, black_account FROM game WHERE status = $1 \
               AND (white_secret IS NOT NULL OR black_secret IS NOT NULL) \
               AND NOT EXISTS (SELECT 1 FROM removed WHERE removed.game = game.number) \
               ORDER BY id";
    let read = |row: &Row| {
        let account = |column| Ok::<_, StoreError>(row.optional_number(column)?.map(AccountId));
        let accounts = ByColor::new(account(1)?, account(2)?);
        Ok(OwnedGame { id: game_id(&row.text(0)?)?, accounts })
    };
    rows(on, sql, values![status]).await?.iter().map(read).collect()
}

/// The size of the database on disk.
pub(super) async fn size(on: &impl GenericClient) -> Result<u64, StoreError> {
    let found = row(on, "SELECT pg_database_size(current_database())", &[]).await?;
    found.map_or(Ok(0), |row| row.number(0))
}
