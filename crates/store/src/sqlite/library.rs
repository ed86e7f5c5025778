//! A query of the library as SQL. The text of a statement is put together from the fixed words in
//! this file alone; everything that somebody wrote goes beside it, as a value.

use game::{GameId, Timestamp};
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::rows::{LISTED, game_id, listed};
use crate::query::fold;
use crate::{AccountId, Column, Direction, Page, Query, Sort, StoreError};

/// A page of the library, counted and read at the same instant.
pub(super) fn list(connection: &Connection, query: &Query) -> Result<Page, StoreError> {
    let instant = connection.unchecked_transaction()?;
    let filter = Filter::new(query);
    let total = total(&instant, query, &filter)?;
    let sql = page_sql(query, &filter);
    let window = [query.page_size(), query.offset].map(Value::from);
    let mut statement = instant.prepare_cached(&sql)?;
    let values = params_from_iter(filter.values.iter().chain(&window));
    let rows = statement.query(values)?;
    let games = rows.and_then(listed).collect::<Result<_, _>>()?;
    Ok(Page { total: u64::try_from(total).unwrap_or(0), games })
}

/// The ids of all games that a query asks for, in its order.
pub(super) fn ids(connection: &Connection, query: &Query) -> Result<Vec<GameId>, StoreError> {
    let filter = Filter::new(query);
    let (clause, order) = (kept_clause(query, &filter), order(query.sort, "+"));
    let sql = format!("SELECT id FROM game{clause} ORDER BY {order}");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query(params_from_iter(&filter.values))?;
    rows.and_then(|row| game_id(&row.get::<_, String>(0)?)).collect()
}

/// How many games there are on all pages. All games are counted fast, and the removed ones are few;
/// to count those that were not removed would look at every game.
fn total(connection: &Connection, query: &Query, filter: &Filter) -> Result<i64, StoreError> {
    // The order of a cross join is the one in which it is read: the few come first.
    let removed = "removed CROSS JOIN game ON game.number = removed.game";
    let removed = count(connection, removed, filter)?;
    if query.removed { Ok(removed) } else { Ok(count(connection, "game", filter)? - removed) }
}

fn count(connection: &Connection, from: &str, filter: &Filter) -> Result<i64, StoreError> {
    let sql = format!("SELECT count(*) FROM {from}{}", filter.clause(None));
    let mut statement = connection.prepare_cached(&sql)?;
    Ok(statement.query_row(params_from_iter(&filter.values), |row| row.get(0))?)
}

/// The statement that reads a page. First the games are put in order by what decides it alone,
/// then the whole rows of one page are fetched; to sort the rows themselves takes far longer.
///
/// A `+` before a column keeps `SQLite` from reading along its index. For a word that few games
/// have, that would fetch nearly all rows in an order in which they do not lie.
fn page_sql(query: &Query, filter: &Filter) -> String {
    let index = if query.words().next().is_none() { "" } else { "+" };
    let (inner, outer) = (order(query.sort, index), order(query.sort, "+"));
    let clause = kept_clause(query, filter);
    format!(
        "SELECT {LISTED} FROM game WHERE number IN \
         (SELECT number FROM game{clause} ORDER BY {inner} LIMIT ? OFFSET ?) ORDER BY {outer}"
    )
}

/// The conditions of a query, and that games were removed or were not.
fn kept_clause(query: &Query, filter: &Filter) -> String {
    filter.clause(Some(if query.removed { REMOVED } else { KEPT }))
}

/// Whether a game was removed. No index of games needs to know it, since few are.
const REMOVED: &str = "number IN (SELECT game FROM removed)";
const KEPT: &str = "number NOT IN (SELECT game FROM removed)";

/// The conditions of a query and the values they speak of, in the same order.
#[derive(Default)]
struct Filter {
    conditions: Vec<&'static str>,
    values: Vec<Value>,
}

impl Filter {
    fn new(query: &Query) -> Filter {
        let mut filter = Filter::default();
        for word in query.words() {
            let word = Value::from(word);
            let found = "(instr(search, ?) > 0 OR instr(details_search, ?) > 0)";
            filter.add(found, [word.clone(), word]);
        }
        if let Some(status) = &query.status {
            filter.add("status = ?", [status.clone().into()]);
        }
        if let Some(player) = &query.player {
            let key = Value::from(fold(player.as_str()));
            filter.add("(white_key = ? OR black_key = ?)", [key.clone(), key]);
        }
        if let Some(verdict) = query.verdict {
            filter.add("verdict = ?", [verdict.as_str().to_owned().into()]);
        }
        if let Some(since) = query.since {
            filter.add("last_played >= ?", [clamp(since)]);
        }
        if let Some(until) = query.until {
            filter.add("last_played < ?", [clamp(until)]);
        }
        if let Some(AccountId(number)) = query.holder {
            let number = Value::from(number);
            filter.add("(white_account = ? OR black_account = ?)", [number.clone(), number]);
        }
        filter
    }

    fn add(&mut self, condition: &'static str, values: impl IntoIterator<Item = Value>) {
        self.conditions.push(condition);
        self.values.extend(values);
    }

    /// The conditions as SQL, with another that needs no values.
    fn clause(&self, also: Option<&'static str>) -> String {
        let conditions: Vec<_> = self.conditions.iter().copied().chain(also).collect();
        match conditions.as_slice() {
            [] => String::new(),
            conditions => format!(" WHERE {}", conditions.join(" AND ")),
        }
    }
}

/// The order as SQL. Ties are broken the same way, so that an index can be read backwards. What
/// stands before the columns says whether one may be.
fn order(sort: Sort, index: &str) -> String {
    let columns: &[&str] = match sort.column {
        Column::Id => &["id"],
        Column::White => &["white_key", "id"],
        Column::Black => &["black_key", "id"],
        Column::Verdict => &["verdict", "id"],
        Column::Plies => &["plies", "id"],
        Column::Created => &["created", "id"],
        Column::LastPlayed => &["last_played", "id"],
        Column::Status => &["status", "id"],
        Column::Event => &["event", "id"],
        Column::Site => &["site", "id"],
        Column::Date => &["date", "id"],
        Column::Round => &["round_order", "id"],
        Column::WhiteRating => &["white_rating", "id"],
        Column::BlackRating => &["black_rating", "id"],
        Column::Opening => &["eco", "opening", "id"],
    };
    let direction = match sort.direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let terms = columns.iter().map(|column| format!("{index}{column} {direction}"));
    terms.collect::<Vec<_>>().join(", ")
}

/// A moment to compare with. No game is later than what a column holds.
fn clamp(moment: Timestamp) -> Value {
    i64::try_from(moment.0).unwrap_or(i64::MAX).into()
}
