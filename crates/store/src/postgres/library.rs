//! Queries of the library as SQL. Statements are built from constants of this file only; user input
//! is always bound as a value.

use chess::ByColor;
use chess::pgn::GameResult;
use deadpool_postgres::{Client, GenericClient};
use game::{GameId, Timestamp};
use tokio_postgres::{IsolationLevel, Row};

use super::read::known_ids;
use super::run::{row, rows};
use super::values::{Columns, Value};
use crate::columns::{damaged, game_id, name, non_empty, opening, timestamp};
use crate::query::fold;
use crate::{
    AccountId, Column, Details, Direction, ListedGame, Page, Query, Sort, StoreError, Summary,
};

/// Up to this many games are counted. Counting ten million takes seconds, and nobody goes through
/// that many pages; beyond it, the total is what the planner of `PostgreSQL` estimates.
const MAX_COUNTED: i64 = 100_000;

const FROM: &str = "FROM game JOIN progress USING (id)";
/// The columns that [`listed`] reads.
const LISTED: &str = "id, white, black, result, status, plies, created, last_played, \
                      resume_on_start, fen, eco, opening, event, site, date, round, \
                      white_rating, black_rating";

/// A page of the library, counted and read from one snapshot.
pub(super) async fn list(client: &mut Client, query: &Query) -> Result<Page, StoreError> {
    let isolation = IsolationLevel::RepeatableRead;
    let snapshot = client.build_transaction().isolation_level(isolation).read_only(true);
    let snapshot = snapshot.start().await?;
    let filter = Filter::new(query);
    let total = total(&snapshot, &filter).await?;
    let (clause, order) = (filter.clause(), order(query.sort));
    let mut values = filter.values;
    values.extend([query.page_size().into(), query.offset.into()]);
    let (limit, offset) = (values.len() - 1, values.len());
    let sql =
        format!("SELECT {LISTED} {FROM}{clause} ORDER BY {order} LIMIT ${limit} OFFSET ${offset}");
    let games = rows(&snapshot, &sql, &values).await?;
    let games = games.iter().map(listed).collect::<Result<_, _>>()?;
    snapshot.commit().await?;
    Ok(Page { total, games })
}

/// The ids of all matching games, in order.
pub(super) async fn ids(on: &impl GenericClient, query: &Query) -> Result<Vec<GameId>, StoreError> {
    let filter = Filter::new(query);
    let (clause, order) = (filter.clause(), order(query.sort));
    let sql = format!("SELECT id {FROM}{clause} ORDER BY {order}");
    known_ids(&rows(on, &sql, &filter.values).await?)
}

/// The number of games on all pages, estimated when they are many.
async fn total(on: &impl GenericClient, filter: &Filter) -> Result<u64, StoreError> {
    let clause = filter.clause();
    let sql =
        format!("SELECT count(*) FROM (SELECT 1 {FROM}{clause} LIMIT {MAX_COUNTED}) AS counted");
    let counted: i64 = row(on, &sql, &filter.values).await?.map_or(Ok(0), |row| row.number(0))?;
    if counted < MAX_COUNTED {
        return Ok(counted.cast_unsigned());
    }
    let sql = format!("EXPLAIN SELECT 1 {FROM}{clause}");
    let plan = row(on, &sql, &filter.values).await?;
    let plan = plan.map_or(Ok(String::new()), |row| row.text(0))?;
    Ok(estimated_rows(&plan).unwrap_or(0).max(MAX_COUNTED.cast_unsigned()))
}

/// The number of rows in the first line of a plan, such as
/// `Hash Join  (cost=1.05..2.12 rows=5 width=4)`.
fn estimated_rows(plan: &str) -> Option<u64> {
    let digits = plan.split("rows=").nth(1)?;
    digits.split(' ').next()?.parse().ok()
}

/// The conditions of a query, and their values.
#[derive(Default)]
struct Filter {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Filter {
    fn new(query: &Query) -> Filter {
        let mut filter = Filter::default();
        for word in query.words() {
            filter.add("(search LIKE ? OR details_search LIKE ?)", pattern(&word));
        }
        if let Some(status) = &query.status {
            filter.add("status = ?", status);
        }
        if let Some(player) = &query.player {
            filter.add("(white_key = ? OR black_key = ?)", fold(player.as_str()));
        }
        if let Some(result) = query.result {
            filter.add("result = ?", result.as_str());
        }
        if let Some(since) = query.since {
            filter.add("last_played >= ?", clamp(since));
        }
        if let Some(until) = query.until {
            filter.add("last_played < ?", clamp(until));
        }
        if let Some(AccountId(number)) = query.owner {
            filter.add("(white_account = ? OR black_account = ?)", number);
        }
        let removed = "EXISTS (SELECT 1 FROM removed WHERE removed.game = game.number)";
        let not = if query.removed { "" } else { "NOT " };
        filter.conditions.push(format!("{not}{removed}"));
        filter
    }

    /// Adds a condition in which every `?` stands for the value.
    fn add(&mut self, condition: &str, value: impl Into<Value>) {
        self.values.push(value.into());
        self.conditions.push(condition.replace('?', &format!("${}", self.values.len())));
    }

    fn clause(&self) -> String {
        format!(" WHERE {}", self.conditions.join(" AND "))
    }
}

/// A pattern that finds a word anywhere; what has a meaning in patterns is taken literally.
fn pattern(word: &str) -> String {
    let mut pattern = String::from("%");
    for character in word.chars() {
        if matches!(character, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(character);
    }
    pattern.push('%');
    pattern
}

/// The order as SQL. Ties are broken in the same direction, so that an index can be read backwards.
fn order(sort: Sort) -> String {
    let columns: &[&str] = match sort.column {
        Column::Id => &["id"],
        Column::White => &["white_key", "game.id"],
        Column::Black => &["black_key", "game.id"],
        Column::Result => &["result", "game.id"],
        Column::Plies => &["plies", "progress.id"],
        Column::Created => &["created", "game.id"],
        Column::LastPlayed => &["last_played", "progress.id"],
        Column::Status => &["status", "game.id"],
        Column::Event => &["event", "game.id"],
        Column::Site => &["site", "game.id"],
        Column::Date => &["date", "game.id"],
        Column::Round => &["round_order", "game.id"],
        Column::WhiteRating => &["white_rating", "game.id"],
        Column::BlackRating => &["black_rating", "game.id"],
        Column::Opening => &["eco", "opening", "game.id"],
    };
    let direction = match sort.direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let terms = columns.iter().map(|column| format!("{column} {direction}"));
    terms.collect::<Vec<_>>().join(", ")
}

/// A time to compare with, limited to what a column can hold.
fn clamp(time: Timestamp) -> i64 {
    i64::try_from(time.0).unwrap_or(i64::MAX)
}

/// A row of the library.
fn listed(row: &Row) -> Result<ListedGame, StoreError> {
    let id = row.text(0)?;
    let result = row.text(3)?;
    let name = |column, index| name(&id, column, row.optional_text(index)?);
    let timestamp = |column, index| timestamp(&id, column, row.number(index)?);
    let summary = Summary {
        names: ByColor::new(name("white", 1)?, name("black", 2)?),
        result: GameResult::from_text(&result).ok_or_else(|| damaged(&id, "result", &result))?,
        status: row.text(4)?,
        plies: row.number(5)?,
        created: timestamp("created", 6)?,
        last_played: timestamp("last_played", 7)?,
        resume_on_start: row.flag(8)?,
        fen: row.text(9)?,
        opening: opening(row.text(10)?, row.text(11)?),
    };
    Ok(ListedGame { id: game_id(&id)?, summary, details: details(row)? })
}

/// The details of a game; their columns follow those of the summary.
fn details(row: &Row) -> Result<Details, StoreError> {
    let text = |column| Ok::<_, StoreError>(non_empty(row.text(column)?));
    let rating = |column| row.number(column).map(|rating: u16| (rating > 0).then_some(rating));
    Ok(Details {
        event: text(12)?,
        site: text(13)?,
        date: text(14)?,
        round: text(15)?,
        ratings: ByColor::new(rating(16)?, rating(17)?),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_estimate_is_read_from_a_plan() {
        let plan = "Hash Join  (cost=1.05..2.12 rows=10000123 width=4)";
        assert_eq!(estimated_rows(plan), Some(10_000_123));
        assert_eq!(estimated_rows("Result"), None);
    }

    #[test]
    fn a_word_is_taken_literally() {
        for (word, expected) in
            [("anna", "%anna%"), ("100%", r"%100\%%"), ("a_b", r"%a\_b%"), (r"\", r"%\\%")]
        {
            assert_eq!(pattern(word), expected);
        }
    }
}
