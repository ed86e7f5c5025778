//! Writes new and imported games, and what changes of a game besides its records.

use chess::Color;
use deadpool_postgres::GenericClient;
use game::GameId;

use super::run::{changes, execute, row};
use super::values::{Columns, Value, numbers, texts, values};
use crate::checksum::Checksum;
use crate::columns::{
    DetailsColumns, ImportRow, IndexedColumns, MoveColumns, RecordRow, checksum_after, game_id,
};
use crate::{GameToImport, ImportOutcome, NewGame, SeatOwners, StoreError};

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
    fn with_records(
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

    /// Writes the game; returns its number.
    pub(super) async fn write(&self, on: &impl GenericClient) -> Result<i64, StoreError> {
        let sql = "INSERT INTO game (white, black, result, status, created, resume_on_start, \
                   white_key, black_key, eco, opening, search, event, site, date, round, \
                   round_order, white_rating, black_rating, details_search, id, white_secret, \
                   black_secret, white_account, black_account) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, \
                   $16, $17, $18, $19, $20, $21, $22, $23, $24) \
                   ON CONFLICT (id) DO NOTHING RETURNING number";
        let inserted = row(on, sql, &self.columns()).await?;
        let inserted = inserted.ok_or_else(|| StoreError::Exists(self.id.clone()))?;
        let number = inserted.number(0)?;
        let sql = "INSERT INTO progress (id, game, version, plies, last_played, fen, checksum) \
                   VALUES ($1, $2, $3, $4, $5, $6, $7)";
        let MoveColumns { plies, last_played, fen } = &self.per_move;
        let (id, checksum) = (self.id.as_str(), self.checksum.column());
        let progress = values![id, number, self.version, *plies, *last_played, fen, checksum];
        execute(on, sql, progress).await?;
        self.insert_records(on, number).await?;
        Ok(number)
    }

    fn columns(&self) -> Vec<Value> {
        let row = &self.indexed;
        let details = &self.details;
        let [white, black] = details.ratings;
        let mut columns = vec![
            row.white.as_deref().into(),
            row.black.as_deref().into(),
            row.result.into(),
            Value::from(&row.status),
            row.created.into(),
            row.resume_on_start.into(),
            Value::from(&row.white_key),
            Value::from(&row.black_key),
            Value::from(&row.eco),
            Value::from(&row.opening),
            Value::from(&row.search),
            Value::from(&details.event),
            Value::from(&details.site),
            Value::from(&details.date),
            Value::from(&details.round),
            details.round_order.into(),
            white.into(),
            black.into(),
            Value::from(&details.search),
            self.id.as_str().into(),
        ];
        columns.extend(owners(self.seat_owners));
        columns
    }

    async fn insert_records(&self, on: &impl GenericClient, number: i64) -> Result<(), StoreError> {
        let sql = "INSERT INTO record (game, version, at, event, checksum) \
                   SELECT $1, * FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::bigint[])";
        let mut head = self.start;
        let checksums = self.records.iter().map(|record| {
            head = record.checksum(head);
            head.column()
        });
        let rows = || self.records.iter();
        let values = [
            number.into(),
            numbers(rows().map(|row| row.version.into())),
            numbers(rows().map(|row| row.at)),
            texts(rows().map(|row| Some(row.event.as_str()))),
            numbers(checksums),
        ];
        execute(on, sql, &values).await.map(drop)
    }
}

/// An imported game with its columns prepared.
pub(super) struct PreparedImport {
    game: PreparedGame,
    row: ImportRow,
    checksum: Checksum,
}

impl PreparedImport {
    pub(super) fn new(import: &GameToImport) -> Result<PreparedImport, StoreError> {
        let row = ImportRow::new(import)?;
        let checksum = row.checksum(Checksum::of_log(import.game.id.as_str()));
        let game = PreparedGame::with_records(&import.game, Vec::new(), checksum)?;
        Ok(PreparedImport { game, row, checksum })
    }

    pub(super) async fn write(&self, on: &impl GenericClient) -> Result<ImportOutcome, StoreError> {
        if let Some((number, id)) = self.find_duplicate(on).await? {
            let sql = "DELETE FROM removed WHERE game = $1";
            return Ok(if changes(on, sql, values![number]).await? {
                ImportOutcome::Restored(id)
            } else {
                ImportOutcome::Duplicate(id)
            });
        }
        let number = self.game.write(on).await?;
        let sql = "INSERT INTO import (game, fingerprint, version, at, records, format, text, \
                   checksum) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
        let ImportRow { fingerprint, version, at, records, format, text, .. } = &self.row;
        let checksum = self.checksum.column();
        let values = values![number, *fingerprint, *version, *at, records, format, text, checksum];
        execute(on, sql, values).await?;
        Ok(ImportOutcome::Added)
    }

    /// The number and the id of the same game, if the library has it.
    async fn find_duplicate(
        &self,
        on: &impl GenericClient,
    ) -> Result<Option<(i64, GameId)>, StoreError> {
        let sql = "SELECT game.number, game.id FROM import \
                   JOIN game ON game.number = import.game WHERE fingerprint = $1";
        let found = row(on, sql, values![self.row.fingerprint]).await?;
        found.map(|row| Ok((row.number(0)?, game_id(&row.text(1)?)?))).transpose()
    }
}

/// Changes the owners of a game.
pub(super) const UPDATE_OWNERS: &str = "UPDATE game SET white_secret = $1, black_secret = $2, \
                                        white_account = $3, black_account = $4 WHERE number = $5";

/// The values of [`UPDATE_OWNERS`].
pub(super) fn new_owners(number: i64, seat_owners: SeatOwners) -> [Value; 5] {
    let [white_secret, black_secret, white_account, black_account] = owners(seat_owners);
    [white_secret, black_secret, white_account, black_account, number.into()]
}

/// The secrets and the accounts of owners as columns.
fn owners(seat_owners: SeatOwners) -> [Value; 4] {
    let secret = |color: Color| seat_owners[color].map(|owner| owner.secret.0).into();
    let account =
        |color: Color| seat_owners[color].and_then(|owner| owner.account).map(|id| id.0).into();
    [secret(Color::White), secret(Color::Black), account(Color::White), account(Color::Black)]
}

/// Removes a game from the list, or restores it.
pub(super) async fn remove(
    on: &impl GenericClient,
    id: &GameId,
    at: Option<i64>,
) -> Result<(), StoreError> {
    let number = number_of(on, id).await?.ok_or_else(|| StoreError::Unknown(id.clone()))?;
    match at {
        Some(at) => {
            let sql = "INSERT INTO removed (game, at) VALUES ($1, $2) ON CONFLICT DO NOTHING";
            execute(on, sql, values![number, at]).await
        }
        None => execute(on, "DELETE FROM removed WHERE game = $1", values![number]).await,
    }?;
    Ok(())
}

/// The number of a game, by which other tables refer to it. It never changes.
pub(super) async fn number_of(
    on: &impl GenericClient,
    id: &GameId,
) -> Result<Option<i64>, StoreError> {
    let found = row(on, "SELECT game FROM progress WHERE id = $1", values![id.as_str()]).await?;
    found.map(|row| row.number(0)).transpose()
}
