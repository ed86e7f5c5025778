//! Reads single games.

use std::collections::BTreeMap;

use chess::{ByColor, Color};
use game::{GameId, Timestamp};
use rusqlite::{Connection, OptionalExtension, Row};

use super::rollback::Heartbeats;
use super::{chain, import, rows};
use crate::{
    AccountId, OwnedGame, RequestId, SeatOwner, SeatOwners, StoreError, StoredGame, StoredRequest,
};

/// Everything about one game, from one snapshot of the database.
pub(super) fn load(connection: &Connection, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    let Some(row) = game_row(&snapshot, id)? else { return Ok(None) };
    let records = chain::records(&snapshot, id, row.number, 0)?;
    let requests = requests(&snapshot, id, row.number)?;
    let source = import::source(&snapshot, id, row.number)?;
    Ok(Some(StoredGame { records, seat_owners: row.seat_owners(id)?, requests, source }))
}

struct GameRow {
    number: i64,
    secrets: [Option<Vec<u8>>; 2],
    accounts: [Option<i64>; 2],
}

impl GameRow {
    fn seat_owners(self, id: &GameId) -> Result<SeatOwners, StoreError> {
        let [white, black] = self.secrets.map(|secret| rows::secret(id.as_str(), secret));
        let secrets = ByColor::new(white?, black?);
        let accounts = ByColor::new(self.accounts[0], self.accounts[1]);
        let owner = |color: Color| {
            let account = accounts[color].map(AccountId);
            secrets[color].map(|secret| SeatOwner { secret, account })
        };
        Ok(ByColor::from_fn(owner))
    }
}

fn game_row(connection: &Connection, id: &GameId) -> Result<Option<GameRow>, StoreError> {
    let sql = "SELECT number, white_secret, black_secret, white_account, black_account \
               FROM game WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([id.as_str()], |row| {
        let secrets = [row.get(1)?, row.get(2)?];
        let accounts = [row.get(3)?, row.get(4)?];
        Ok(GameRow { number: row.get(0)?, secrets, accounts })
    });
    Ok(found.optional()?)
}

fn requests(
    connection: &Connection,
    id: &GameId,
    number: i64,
) -> Result<BTreeMap<RequestId, StoredRequest>, StoreError> {
    let sql = "SELECT request, version, digest, refused FROM request WHERE game = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let mut rows = statement.query([number])?;
    let mut requests = BTreeMap::new();
    while let Some(row) = rows.next()? {
        let text: String = row.get(0)?;
        let damaged = || rows::damaged(id.as_str(), "request", &text);
        let request = RequestId::new(&text).ok_or_else(damaged)?;
        let stored = rows::stored_request(id, row.get(1)?, row.get(2)?, row.get(3)?)?;
        requests.insert(request, stored);
    }
    Ok(requests)
}

/// The games to resume after a restart, ordered by id.
pub(super) fn games_to_resume(connection: &Connection) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM game WHERE resume_on_start = 1 ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    rows::known_ids(statement.query([])?)
}

/// Games in progress without a move, created at this time or before, that somebody owns.
pub(super) fn unstarted(
    connection: &Connection,
    created: i64,
    limit: u32,
) -> Result<Vec<GameId>, StoreError> {
    // Most games are over; the `+` keeps the index by time from being used for them.
    let sql = "SELECT id FROM game WHERE status IN ('waiting', 'playing') AND plies = 0 \
               AND +created <= ?1 AND (white_secret IS NOT NULL OR black_secret IS NOT NULL) \
               LIMIT ?2";
    let mut statement = connection.prepare_cached(sql)?;
    let ids = statement.query_map((created, limit), |row| row.get::<_, String>(0))?;
    ids.map(|id| rows::game_id(&id?)).collect()
}

/// The games of a status that have owners.
pub(super) fn owned(connection: &Connection, status: &str) -> Result<Vec<OwnedGame>, StoreError> {
    let sql = "SELECT id, white_account, black_account FROM game WHERE status = ?1 \
               AND (white_secret IS NOT NULL OR black_secret IS NOT NULL) \
               AND number NOT IN (SELECT game FROM removed) ORDER BY id";
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query([status])?;
    let read = |row: &Row| {
        let account = |column| row.get::<_, Option<i64>>(column).map(|id| id.map(AccountId));
        let id: String = row.get(0)?;
        let accounts = ByColor::new(account(1)?, account(2)?);
        Ok(OwnedGame { id: rows::game_id(&id)?, accounts })
    };
    rows.and_then(read).collect()
}

/// The time of the last heartbeat.
pub(super) fn heartbeat(connection: &Connection) -> Result<Option<Timestamp>, StoreError> {
    let found = connection.query_row("SELECT at FROM heartbeat", [], |row| row.get(0));
    let at: Option<i64> = found.optional()?;
    let damaged = |_| StoreError::Database("the last heartbeat was before 1970".into());
    at.map(|at| u64::try_from(at).map(Timestamp)).transpose().map_err(damaged)
}

/// The number of heartbeats, and the time of the last.
pub(super) fn heartbeats(connection: &Connection) -> Result<Heartbeats, StoreError> {
    let column = |row: &Row, index| row.get::<_, i64>(index).map(|value| value.max(0) as u64);
    let read = |row: &Row| Ok(Heartbeats { count: column(row, 0)?, at: column(row, 1)? });
    let found = connection.query_row("SELECT count, at FROM heartbeat", [], read).optional()?;
    Ok(found.unwrap_or_default())
}
