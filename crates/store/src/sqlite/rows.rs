//! Rows of the library, and values in the order of statements.

use chess::ByColor;
use chess::pgn::GameResult;
use game::{GameId, Name, Timestamp};
use rusqlite::types::ToSql;
use rusqlite::{Row, Rows};

pub(super) use crate::columns::{
    DetailsColumns, IndexedColumns, MoveColumns, RecordRow, damaged, game_id, secret,
    stored_request, timestamp, timestamp_column,
};
use crate::columns::{name, non_empty, opening};
use crate::{Details, ListedGame, StoreError, Summary};

impl IndexedColumns {
    /// The values in the order of the statements in `write`.
    pub(super) fn values(&self) -> [&dyn ToSql; 11] {
        [
            &self.white,
            &self.black,
            &self.result,
            &self.status,
            &self.created,
            &self.resume_on_start,
            &self.white_key,
            &self.black_key,
            &self.eco,
            &self.opening,
            &self.search,
        ]
    }
}

impl DetailsColumns {
    /// The values in the order of the statement in `write`.
    pub(super) fn values(&self) -> [&dyn ToSql; 8] {
        let [white, black] = &self.ratings;
        let DetailsColumns { event, site, date, round, round_order, search, .. } = self;
        [event, site, date, round, round_order, white, black, search]
    }
}

/// The columns that [`listed`] reads.
pub(super) const LISTED: &str = "id, white, black, result, status, plies, created, \
                                 last_played, resume_on_start, fen, eco, opening, event, site, \
                                 date, round, white_rating, black_rating, \
                                 number IN (SELECT game FROM import)";

/// A row of the library, as far as it can be read: a damaged value in one row must not hide the
/// whole page. What follows from the records is right again when the game is played on or repaired.
pub(super) fn listed_leniently(row: &Row) -> Result<ListedGame, StoreError> {
    if let Ok(game) = listed(row) {
        return Ok(game);
    }
    let text = |column| row.get_ref(column).ok().and_then(|value| value.as_bytes().ok());
    let text = |column| String::from_utf8_lossy(text(column).unwrap_or_default()).into_owned();
    let number = |column| row.get::<_, i64>(column).unwrap_or(0).max(0);
    let name = |column| Name::from_file(&text(column));
    let timestamp = |column| Timestamp(number(column).cast_unsigned());
    let rating = |column| u16::try_from(number(column)).ok().filter(|rating| *rating > 0);
    let summary = Summary {
        names: ByColor::new(name(1), name(2)),
        result: GameResult::from_text(&text(3)).unwrap_or_default(),
        status: text(4),
        plies: u32::try_from(number(5)).unwrap_or(0),
        created: timestamp(6),
        last_played: timestamp(7),
        resume_on_start: number(8) != 0,
        fen: text(9),
        opening: opening(text(10), text(11)),
    };
    let details = Details {
        event: non_empty(text(12)),
        site: non_empty(text(13)),
        date: non_empty(text(14)),
        round: non_empty(text(15)),
        ratings: ByColor::new(rating(16), rating(17)),
    };
    Ok(ListedGame { id: game_id(&text(0))?, summary, details, imported: number(18) != 0 })
}

/// A row of the library.
pub(super) fn listed(row: &Row) -> Result<ListedGame, StoreError> {
    let id: String = row.get(0)?;
    let white = row.get(1)?;
    let black = row.get(2)?;
    let result: String = row.get(3)?;
    let summary = Summary {
        names: ByColor::new(name(&id, "white", white)?, name(&id, "black", black)?),
        result: GameResult::from_text(&result).ok_or_else(|| damaged(&id, "result", &result))?,
        status: row.get(4)?,
        plies: row.get(5)?,
        created: timestamp(&id, "created", row.get(6)?)?,
        last_played: timestamp(&id, "last_played", row.get(7)?)?,
        resume_on_start: row.get(8)?,
        fen: row.get(9)?,
        opening: opening(row.get(10)?, row.get(11)?),
    };
    let (details, imported) = (details(row)?, row.get(18)?);
    Ok(ListedGame { id: game_id(&id)?, summary, details, imported })
}

/// The details of a game; their columns follow those of the summary.
fn details(row: &Row) -> Result<Details, StoreError> {
    let text = |column| Ok::<_, StoreError>(non_empty(row.get(column)?));
    let rating = |column| row.get(column).map(|rating: u16| (rating > 0).then_some(rating));
    Ok(Details {
        event: text(12)?,
        site: text(13)?,
        date: text(14)?,
        round: text(15)?,
        ratings: ByColor::new(rating(16)?, rating(17)?),
    })
}

/// The ids in the first column. One that is damaged is left out: the other games go on.
pub(super) fn known_ids(mut rows: Rows) -> Result<Vec<GameId>, StoreError> {
    let mut ids = Vec::new();
    while let Some(row) = rows.next()? {
        let text = row.get_ref(0).ok().and_then(|value| value.as_str().ok());
        ids.extend(text.and_then(GameId::new));
    }
    Ok(ids)
}
