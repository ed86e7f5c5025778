//! Writes games and records. Values are converted to columns before they are queued, so that the
//! writing thread, for which everybody waits, has little to do.

use chess::Color;
use game::GameId;
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::chain;
use super::rows::{self, DetailsColumns, IndexedColumns, MoveColumns, RecordRow};
use crate::checksum::Checksum;
use crate::columns::checksum_after;
use crate::{AppendOutcome, Entry, EntryRequest, NewGame, SeatOwners, StoreError, StoredRequest};

/// A new game with its columns prepared.
pub(super) struct PreparedGame {
    id: GameId,
    version: u32,
    records: Vec<RecordRow>,
    /// The checksum before the records, and after them.
    start: Checksum,
    checksum: Checksum,
    seat_owners: SeatOwners,
    per_move: MoveColumns,
    indexed: IndexedColumns,
    details: DetailsColumns,
}

impl PreparedGame {
    pub(super) fn new(game: &NewGame) -> Result<PreparedGame, StoreError> {
        let records = game.records.iter().map(RecordRow::new).collect::<Result<_, _>>()?;
        PreparedGame::with_records(game, records, Checksum::of_log(game.id.as_str()))
    }

    /// A new game of which only the given records get rows, after a checksum.
    pub(super) fn with_records(
        game: &NewGame,
        records: Vec<RecordRow>,
        start: Checksum,
    ) -> Result<PreparedGame, StoreError> {
        game.check()?;
        Ok(PreparedGame {
            id: game.id.clone(),
            version: game.records.len() as u32,
            checksum: checksum_after(start, &records),
            start,
            records,
            seat_owners: game.seat_owners,
            per_move: MoveColumns::new(&game.summary)?,
            indexed: IndexedColumns::new(&game.summary)?,
            details: DetailsColumns::new(&game.details),
        })
    }

    /// Writes the game; returns its row.
    pub(super) fn write(&self, connection: &Connection) -> Result<i64, StoreError> {
        if find(connection, &self.id)?.is_some() {
            return Err(StoreError::Exists(self.id.clone()));
        }
        let sql = "INSERT INTO game (white, black, result, status, created, resume_on_start, \
                   white_key, black_key, eco, opening, search, event, site, date, round, \
                   round_order, white_rating, black_rating, details_search, id, version, plies, \
                   last_played, fen, checksum) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, \
                   ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25)";
        let id = self.id.as_str();
        let MoveColumns { plies, last_played, fen } = &self.per_move;
        let checksum = self.checksum.column();
        let rest: [&dyn ToSql; 6] = [&id, &self.version, plies, last_played, fen, &checksum];
        let known = self.indexed.values().into_iter().chain(self.details.values());
        execute(connection, sql, params_from_iter(known.chain(rest)))?;
        let number = connection.last_insert_rowid();
        insert_records(connection, number, self.start, &self.records)?;
        update_owners(connection, number, self.seat_owners)?;
        Ok(number)
    }
}

/// An entry with its columns prepared.
pub(super) struct PreparedEntry {
    game: GameId,
    base: u32,
    version: u32,
    request: Option<EntryRequest>,
    records: Vec<RecordRow>,
    seat_owners: Option<SeatOwners>,
    per_move: MoveColumns,
    indexed: IndexedColumns,
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
        })
    }

    pub(super) fn write(&self, connection: &Connection) -> Result<AppendOutcome, StoreError> {
        let Some((number, version)) = find(connection, &self.game)? else {
            return Err(StoreError::Unknown(self.game.clone()));
        };
        if let Some(stored) = self.repeated(connection, number)? {
            return Ok(AppendOutcome::Repeated(stored));
        }
        if version != self.base {
            let missed = chain::records(connection, &self.game, number, self.base)?;
            return Ok(AppendOutcome::Stale { version, missed });
        }
        let head = chain::head(connection, &self.game, number)?;
        let head = insert_records(connection, number, head, &self.records)?;
        self.update_game(connection, number, head)?;
        if let Some(request) = &self.request {
            insert_request(connection, number, request, self.version)?;
        }
        self.seat_owners
            .map_or(Ok(()), |seat_owners| update_owners(connection, number, seat_owners))?;
        Ok(AppendOutcome::Written)
    }

    /// This request, if it was written before.
    fn repeated(
        &self,
        connection: &Connection,
        number: i64,
    ) -> Result<Option<StoredRequest>, StoreError> {
        let Some(request) = &self.request else { return Ok(None) };
        let sql = "SELECT version, digest, refused FROM request WHERE game = ?1 AND request = ?2";
        let mut statement = connection.prepare_cached(sql)?;
        let found = statement
            .query_row((number, request.id.as_str()), |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?))
            })
            .optional()?;
        let stored = |(version, digest, is_refused)| {
            rows::stored_request(&self.game, version, digest, is_refused)
        };
        found.map(stored).transpose()
    }

    /// Updates the row of the game. The second statement matches no row when its columns are
    /// unchanged, and then no index is touched.
    fn update_game(
        &self,
        connection: &Connection,
        number: i64,
        head: Checksum,
    ) -> Result<(), StoreError> {
        let MoveColumns { plies, last_played, fen } = &self.per_move;
        let sql = "UPDATE game SET version = ?1, plies = ?2, last_played = ?3, fen = ?4, \
                   checksum = ?5 WHERE number = ?6";
        let values = (self.version, plies, last_played, fen, head.column(), number);
        execute(connection, sql, values)?;
        let sql = "UPDATE game SET white = ?1, black = ?2, result = ?3, status = ?4, \
                   created = ?5, resume_on_start = ?6, white_key = ?7, black_key = ?8, \
                   eco = ?9, opening = ?10, search = ?11 WHERE number = ?12 \
                   AND (white, black, result, status, created, resume_on_start, eco, opening) \
                   IS NOT (?1, ?2, ?3, ?4, ?5, ?6, ?9, ?10)";
        let number: [&dyn ToSql; 1] = [&number];
        let values = params_from_iter(self.indexed.values().into_iter().chain(number));
        execute(connection, sql, values)
    }
}

pub(super) fn set_seat_owners(
    connection: &Connection,
    id: &GameId,
    seat_owners: SeatOwners,
) -> Result<(), StoreError> {
    let (number, _) = find(connection, id)?.ok_or_else(|| StoreError::Unknown(id.clone()))?;
    update_owners(connection, number, seat_owners)
}

/// Removes a game from the list, or restores it.
pub(super) fn remove(
    connection: &Connection,
    id: &GameId,
    at: Option<i64>,
) -> Result<(), StoreError> {
    let (number, _) = find(connection, id)?.ok_or_else(|| StoreError::Unknown(id.clone()))?;
    match at {
        Some(at) => {
            let sql = "INSERT OR IGNORE INTO removed (game, at) VALUES (?1, ?2)";
            execute(connection, sql, (number, at))
        }
        None => execute(connection, "DELETE FROM removed WHERE game = ?1", (number,)),
    }
}

/// Records that the server was running at this time.
pub(super) fn heartbeat(connection: &Connection, at: i64) -> Result<(), StoreError> {
    let sql = "INSERT INTO heartbeat (one, at, count) VALUES (1, ?1, 1) \
               ON CONFLICT (one) DO UPDATE SET at = excluded.at, count = count + 1";
    execute(connection, sql, (at,))
}

/// The row and the version of a game.
pub(super) fn find(connection: &Connection, id: &GameId) -> Result<Option<(i64, u32)>, StoreError> {
    let sql = "SELECT number, version FROM game WHERE id = ?1";
    let mut statement = connection.prepare_cached(sql)?;
    let found = statement.query_row([id.as_str()], |row| Ok((row.get(0)?, row.get(1)?)));
    Ok(found.optional()?)
}

/// Writes records after a checksum; returns the checksum of the last.
fn insert_records(
    connection: &Connection,
    number: i64,
    mut head: Checksum,
    records: &[RecordRow],
) -> Result<Checksum, StoreError> {
    let sql = "INSERT INTO record (game, version, at, event, checksum) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    for record in records {
        head = record.checksum(head);
        let RecordRow { version, at, event } = record;
        execute(connection, sql, (number, version, at, event, head.column()))?;
    }
    Ok(head)
}

fn insert_request(
    connection: &Connection,
    number: i64,
    request: &EntryRequest,
    version: u32,
) -> Result<(), StoreError> {
    let sql = "INSERT INTO request (game, request, version, digest, refused) \
               VALUES (?1, ?2, ?3, ?4, ?5)";
    let digest = request.digest.map(|digest| digest.0);
    execute(connection, sql, (number, request.id.as_str(), version, digest, request.is_refused))
}

fn update_owners(
    connection: &Connection,
    number: i64,
    seat_owners: SeatOwners,
) -> Result<(), StoreError> {
    let [white, black] = Color::ALL.map(|color| seat_owners[color].map(|owner| owner.secret.0));
    let account = |color: Color| seat_owners[color].and_then(|owner| owner.account).map(|id| id.0);
    let sql = "UPDATE game SET white_secret = ?1, black_secret = ?2, \
               white_account = ?3, black_account = ?4 WHERE number = ?5";
    let accounts = Color::ALL.map(account);
    execute(connection, sql, (white, black, accounts[0], accounts[1], number))
}

pub(super) fn execute(
    connection: &Connection,
    sql: &str,
    values: impl rusqlite::Params,
) -> Result<(), StoreError> {
    let mut statement = connection.prepare_cached(sql)?;
    statement.execute(values)?;
    Ok(())
}
