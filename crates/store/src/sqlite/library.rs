//! Queries of the library as SQL. Statements are built from constants of this file only; user input
//! is always bound as a value.

use game::GameId;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::rows::{LISTED, known_ids, listed_leniently};
use crate::cursor::number;
use crate::query::fold;
use crate::{AccountId, Column, Cursor, Direction, Page, Query, Sort, SortKey, StoreError};

/// A page of the library, counted and read from one snapshot.
pub(super) fn list(connection: &Connection, query: &Query) -> Result<Page, StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    let filter = Filter::new(query);
    let total = total(&snapshot, query, &filter)?;
    let sql = page_sql(query, &filter);
    let window = [query.page_size(), query.skipped()].map(Value::from);
    let start = start_values(query);
    let mut statement = snapshot.prepare_cached(&sql)?;
    let values = params_from_iter(filter.values.iter().chain(&start).chain(&window));
    let mut rows = statement.query(values)?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        // A game whose id cannot be read cannot be opened either.
        games.extend(listed_leniently(row));
    }
    let total = u64::try_from(total).unwrap_or(0);
    Ok(Page { total, is_estimate: false, games })
}

/// The ids of all matching games, in order.
pub(super) fn ids(connection: &Connection, query: &Query) -> Result<Vec<GameId>, StoreError> {
    let filter = Filter::new(query);
    let (clause, order) = (where_clause(query, &filter), order(query.sort, "+"));
    let sql = format!("SELECT id FROM game{clause} ORDER BY {order}");
    let mut statement = connection.prepare_cached(&sql)?;
    let rows = statement.query(params_from_iter(&filter.values))?;
    known_ids(rows)
}

/// The number of games on all pages. Counting all games is fast and removed games are few; counting
/// the games that were not removed would visit every row.
fn total(connection: &Connection, query: &Query, filter: &Filter) -> Result<i64, StoreError> {
    // A cross join is read in the given order: the small table first.
    let removed = "removed CROSS JOIN game ON game.number = removed.game";
    let removed = count(connection, removed, filter)?;
    if query.removed { Ok(removed) } else { Ok(count(connection, "game", filter)? - removed) }
}

fn count(connection: &Connection, from: &str, filter: &Filter) -> Result<i64, StoreError> {
    let sql = format!("SELECT count(*) FROM {from}{}", filter.clause(None));
    let mut statement = connection.prepare_cached(&sql)?;
    Ok(statement.query_row(params_from_iter(&filter.values), |row| row.get(0))?)
}

/// The statement that reads a page. Games are sorted by the key columns alone, and the full rows
/// are fetched for one page only; sorting full rows takes far longer.
///
/// A `+` before a column keeps `SQLite` from using its index. For a rare word that would fetch
/// nearly all rows in random order.
fn page_sql(query: &Query, filter: &Filter) -> String {
    let index = if query.words().next().is_none() { "" } else { "+" };
    let (inner, outer) = (order(query.reading_order(), index), order(query.sort, "+"));
    let (clause, start) = (where_clause(query, filter), start_condition(query, index));
    format!(
        "SELECT {LISTED} FROM game WHERE number IN (SELECT number FROM game{clause}{start} \
         ORDER BY {inner} LIMIT ? OFFSET ?) ORDER BY {outer}"
    )
}

/// The condition that a game is beyond the place where the page begins.
fn start_condition(query: &Query, index: &str) -> String {
    if query.start.cursor().is_none() {
        return String::new();
    }
    let columns = columns(query.sort.column);
    let beyond = match query.reading_order().direction {
        Direction::Ascending => ">",
        Direction::Descending => "<",
    };
    let names: Vec<_> = columns.iter().map(|column| format!("{index}{column}")).collect();
    format!(" AND ({}) {beyond} ({})", names.join(", "), vec!["?"; columns.len()].join(", "))
}

/// The values of the place where the page begins, in the order of the columns.
fn start_values(query: &Query) -> Vec<Value> {
    let Some(Cursor { key, id }) = query.start.cursor() else { return Vec::new() };
    let mut values = match key {
        SortKey::Id => Vec::new(),
        SortKey::Text(text) => vec![text.clone().into()],
        SortKey::Number(number) => vec![(*number).into()],
        SortKey::Opening(eco, name) => vec![eco.clone().into(), name.clone().into()],
    };
    values.push(id.as_str().to_owned().into());
    values
}

/// The conditions of a query, including whether games were removed.
fn where_clause(query: &Query, filter: &Filter) -> String {
    filter.clause(Some(if query.removed { REMOVED } else { NOT_REMOVED }))
}

/// Whether a game was removed. Few are, so no index has it.
const REMOVED: &str = "number IN (SELECT game FROM removed)";
const NOT_REMOVED: &str = "number NOT IN (SELECT game FROM removed)";

/// The conditions of a query and their values, in the same order.
#[derive(Default)]
struct Filter {
    conditions: Vec<String>,
    values: Vec<Value>,
}

impl Filter {
    fn new(query: &Query) -> Filter {
        let mut filter = Filter::default();
        for alternatives in query.words() {
            let occurs = "instr(search, ?) > 0 OR instr(details_search, ?) > 0";
            let found = vec![occurs; alternatives.len()].join(" OR ");
            let values = alternatives.into_iter().flat_map(|word| [word.clone(), word]);
            filter.add(format!("({found})"), values.map(Value::from));
        }
        if let Some(status) = &query.status {
            filter.add("status = ?", [status.clone().into()]);
        }
        if let Some(player) = &query.player {
            let key = Value::from(fold(player.as_str()));
            filter.add("(white_key = ? OR black_key = ?)", [key.clone(), key]);
        }
        if let Some(result) = query.result {
            filter.add("result = ?", [result.as_str().to_owned().into()]);
        }
        if let Some(since) = query.since {
            filter.add("last_played >= ?", [number(since).into()]);
        }
        if let Some(until) = query.until {
            filter.add("last_played < ?", [number(until).into()]);
        }
        if let Some(AccountId(account)) = query.owner {
            let account = Value::from(account);
            filter.add("(white_account = ? OR black_account = ?)", [account.clone(), account]);
        }
        filter
    }

    fn add(&mut self, condition: impl Into<String>, values: impl IntoIterator<Item = Value>) {
        self.conditions.push(condition.into());
        self.values.extend(values);
    }

    /// The conditions as SQL, with an optional one that has no values.
    fn clause(&self, also: Option<&'static str>) -> String {
        let conditions = self.conditions.iter().map(String::as_str).chain(also);
        let conditions: Vec<_> = conditions.collect();
        match conditions.as_slice() {
            [] => String::new(),
            conditions => format!(" WHERE {}", conditions.join(" AND ")),
        }
    }
}

/// The order as SQL. Ties are broken in the same direction, so that an index can be read backwards.
/// The prefix `index` says whether one may be used.
fn order(sort: Sort, index: &str) -> String {
    let direction = match sort.direction {
        Direction::Ascending => "ASC",
        Direction::Descending => "DESC",
    };
    let terms = columns(sort.column).iter().map(|column| format!("{index}{column} {direction}"));
    terms.collect::<Vec<_>>().join(", ")
}

/// The columns that games are compared by.
fn columns(column: Column) -> &'static [&'static str] {
    match column {
        Column::Id => &["id"],
        Column::White => &["white_key", "id"],
        Column::Black => &["black_key", "id"],
        Column::Result => &["result", "id"],
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
    }
}
