//! Queries of the library as SQL. Statements are built from constants of this file only; user input
//! is always bound as a value.

use game::GameId;
use rusqlite::types::Value;
use rusqlite::{Connection, params_from_iter};

use super::rows::{LISTED, known_ids, listed_leniently};
use crate::cursor::{Segment, number, order, whole_order};
use crate::query::fold;
use crate::search::Word;
use crate::{AccountId, Column, Cursor, Direction, ListedGame, Page, Query, SortKey, StoreError};

/// A page of the library, counted and read from one snapshot.
pub(super) fn list(connection: &Connection, query: &Query) -> Result<Page, StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    let filter = Filter::new(query);
    let total = total(&snapshot, query, &filter)?;
    let (mut games, mut limit, mut skip) = (Vec::new(), query.page_size(), query.skipped());
    for part in parts(query) {
        let found = read(&snapshot, query, &filter, &part, [limit, skip])?;
        // What this part has too few games for is read from the next one.
        limit -= found.len() as u32;
        let is_passed_over = found.is_empty() && skip > 0;
        skip -= if is_passed_over { size(&snapshot, query, &filter, &part, skip)? } else { skip };
        // A game whose id cannot be read cannot be opened either.
        games.extend(found.into_iter().flatten());
    }
    if query.start.reads_backward() {
        games.reverse();
    }
    let total = u64::try_from(total).unwrap_or(0);
    Ok(Page { total, is_estimate: false, games })
}

/// Reads games of a part, at most so many after so many; none for one that cannot be read.
fn read(
    snapshot: &Connection,
    query: &Query,
    filter: &Filter,
    part: &Part,
    [limit, skip]: [u32; 2],
) -> Result<Vec<Option<ListedGame>>, StoreError> {
    let mut statement = snapshot.prepare_cached(&page_sql(query, filter, part))?;
    let window = [limit, skip].map(Value::from);
    let values = params_from_iter(filter.values.iter().chain(&part.values).chain(&window));
    let mut rows = statement.query(values)?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        games.push(listed_leniently(row).ok());
    }
    Ok(games)
}

/// The number of games of a part, which are not more than these.
fn size(
    snapshot: &Connection,
    query: &Query,
    filter: &Filter,
    part: &Part,
    most: u32,
) -> Result<u32, StoreError> {
    let (clause, also) = (where_clause(query, filter), &part.conditions);
    let sql = format!("SELECT count(*) FROM (SELECT 1 FROM game{clause}{also} LIMIT ?)");
    let mut statement = snapshot.prepare_cached(&sql)?;
    let most = [Value::from(most)];
    let values = params_from_iter(filter.values.iter().chain(&part.values).chain(&most));
    Ok(statement.query_row(values, |row| row.get(0))?)
}

/// The ids of all matching games, in order.
pub(super) fn ids(connection: &Connection, query: &Query) -> Result<Vec<GameId>, StoreError> {
    let filter = Filter::new(query);
    let (clause, order) = (where_clause(query, &filter), unindexed_order(query, false));
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

/// The statement that reads games of a part. Games are sorted by the key columns alone, and the
/// full rows are fetched for one page only; sorting full rows takes far longer.
fn page_sql(query: &Query, filter: &Filter, part: &Part) -> String {
    let (clause, Part { conditions, order, .. }) = (where_clause(query, filter), part);
    let sorted = unindexed_order(query, query.start.reads_backward());
    format!(
        "SELECT {LISTED} FROM game WHERE number IN (SELECT number FROM game{clause}{conditions} \
         ORDER BY {order} LIMIT ? OFFSET ?) ORDER BY {sorted}"
    )
}

/// A part of the order of a page, as SQL.
struct Part {
    /// Conditions beside those of the query, each after `AND`.
    conditions: String,
    values: Vec<Value>,
    order: String,
}

/// The parts from which a page is read, one after the other: one for each segment, which an index
/// has in one piece.
///
/// For a rare word, the index would fetch nearly all rows in random order, and for a few ids it
/// would be read to its end. So with words or ids, all games are one part. A `+` before a column
/// keeps `SQLite` from using its index.
fn parts(query: &Query) -> Vec<Part> {
    let segments = query.segments();
    if query.words().next().is_none() && query.ids.is_none() {
        return segments.into_iter().map(|segment| indexed_part(query, segment)).collect();
    }
    let names = names(query.sort.column, "+");
    let mut values = Vec::new();
    let conditions = segments.iter().map(|segment| {
        let (conditions, start) = conditions(query, *segment, &names);
        values.extend(start);
        format!("(true{conditions})")
    });
    let conditions = format!(" AND ({})", conditions.collect::<Vec<_>>().join(" OR "));
    let order = unindexed_order(query, query.start.reads_backward());
    vec![Part { conditions, values, order }]
}

fn indexed_part(query: &Query, segment: Segment) -> Part {
    let names = names(query.sort.column, "");
    let (conditions, values) = conditions(query, segment, &names);
    Part { conditions, values, order: order(&names, segment.direction) }
}

/// The conditions that a game is in a segment and beyond its start, each after `AND`.
fn conditions(query: &Query, segment: Segment, names: &[String]) -> (String, Vec<Value>) {
    let Segment { is_blank, direction, start } = segment;
    let blank = is_blank.and_then(|is_blank| query.sort.column.blank_condition(names, is_blank));
    let blank = blank.map_or(String::new(), |blank| format!(" AND {blank}"));
    let Some(start) = start else { return (blank, Vec::new()) };
    let beyond = match direction {
        Direction::Ascending => ">",
        Direction::Descending => "<",
    };
    let places = vec!["?"; names.len()].join(", ");
    let conditions = format!("{blank} AND ({}) {beyond} ({places})", names.join(", "));
    (conditions, start_values(start))
}

/// The values of a place, in the order of the columns.
fn start_values(Cursor { key, id }: &Cursor) -> Vec<Value> {
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
            let (mut found, mut values) = (Vec::new(), Vec::new());
            for Word { text, id } in alternatives {
                found.push("instr(search, ?) > 0 OR instr(details_search, ?) > 0");
                values.extend([text.clone(), text]);
                if let Some(id) = id {
                    found.push("id = ?");
                    values.push(id.as_str().to_owned());
                }
            }
            filter.add(format!("({})", found.join(" OR ")), values.into_iter().map(Value::from));
        }
        if let Some(ids) = &query.ids {
            let places = vec!["?"; ids.len()].join(", ");
            let ids = ids.iter().map(|id| id.as_str().to_owned().into());
            filter.add(format!("id IN ({places})"), ids);
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

/// The order of all games, without an index.
fn unindexed_order(query: &Query, is_backward: bool) -> String {
    whole_order(query.sort, is_backward, &names(query.sort.column, "+"))
}

/// The columns that games are compared by, each after a prefix.
fn names(column: Column, prefix: &str) -> Vec<String> {
    columns(column).iter().map(|column| format!("{prefix}{column}")).collect()
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
