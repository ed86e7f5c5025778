//! Queries of the library as SQL. Statements are built from constants of these files only; user
//! input is always bound as a value.
//!
//! A page is read along the index of its order, from the place where it begins. Games without a
//! value in its column are read after the others. Words are different: few games have a rare word,
//! and an index finds them all, but in no order. So the games with all words are collected and
//! sorted, unless they are many; then some of them are met soon enough along the index of the
//! order.

mod filter;
mod tokens;

use chess::ByColor;
use chess::pgn::GameResult;
use deadpool_postgres::{Client, Transaction};
use game::GameId;
use tokio_postgres::Row;

use self::filter::{Filter, columns};
use self::tokens::Tokens;
use super::read::known_ids;
use super::run::{row_once, rows_once, snapshot};
use super::values::Columns;
use crate::columns::{damaged, game_id, name, non_empty, opening, timestamp};
use crate::cursor::{order, whole_order};
use crate::{
    Column, Details, Direction, ListedGame, Page, PageStart, Query, Sort, StoreError, Summary,
};

/// Up to this many games are counted. Counting ten million takes seconds, and nobody goes through
/// that many pages; beyond it, the total is what the planner of `PostgreSQL` estimates.
const MAX_COUNTED: u64 = 100_000;
/// Up to this many games with the same words are collected and sorted. Of ten million, that takes
/// as long as meeting a page of so many along the index of an order.
const MAX_COLLECTED: u64 = 30_000;

/// The columns that [`listed`] reads. With `EXISTS`, the planner may read all imports at once for
/// the few games of a page.
const LISTED: &str = "game.id, white, black, result, status, plies, created, last_played, \
                      resume_on_start, fen, eco, opening, event, site, date, round, \
                      white_rating, black_rating, \
                      (SELECT true FROM import WHERE import.game = game.number) IS NOT NULL";

/// The plan of a statement depends on the words and the place in it, so it is made anew each time;
/// compiling it, or sharing it among processes, would take longer than running it. Merged by their
/// ids, two tables would be read from the first id on.
const SETTINGS: &str = "SET LOCAL plan_cache_mode = force_custom_plan; SET LOCAL jit = off; \
                        SET LOCAL enable_mergejoin = off; \
                        SET LOCAL max_parallel_workers_per_gather = 0";

/// Has a page read along the index of its order. The planner does not know how many games come
/// after one of many with the same key, and would rather collect and sort them all.
const ALONG_INDEX: &str = "SET LOCAL enable_sort = off";
/// How many games must match for that. Fewer may be far apart in the index, and are sorted soon.
const MANY: u64 = 30_000;
/// Of so many stored words the planner knows how many games have them.
const MAX_KNOWN: usize = 1_000;

/// A page of the library, counted and read from one snapshot.
pub(super) async fn list(client: &mut Client, query: &Query) -> Result<Page, StoreError> {
    let snapshot = snapshot(client).await?;
    snapshot.batch_execute(SETTINGS).await?;
    let mut page = find(&snapshot, query).await?;
    snapshot.commit().await?;
    if query.start.reads_backward() {
        page.games.reverse();
    }
    Ok(page)
}

/// The games of a page as they are read, and how many there are on all pages.
async fn find(on: &Transaction<'_>, query: &Query) -> Result<Page, StoreError> {
    let words = tokens::find(on, query).await?;
    if !words.is_empty() {
        return search(on, query, &words).await;
    }
    let filter = Filter::new(query, &[], true);
    let estimate = estimate(on, &filter).await?;
    if estimate > MAX_COUNTED {
        return walk(on, query, filter, estimate, true).await;
    }
    let counted = count(on, &filter, MAX_COUNTED).await?;
    let is_estimate = counted == MAX_COUNTED;
    let total = if is_estimate { estimate.max(counted) } else { counted };
    walk(on, query, filter, total, is_estimate).await
}

/// The same with words.
async fn search(on: &Transaction<'_>, query: &Query, words: &[Tokens]) -> Result<Page, StoreError> {
    let filter = Filter::new(query, words, true);
    let estimate = estimate(on, &filter).await?;
    // Two words may be frequent, and yet hardly any game has both. Of many stored words, the
    // planner does not know how rare each is.
    let is_known = match words {
        [word] => word.stored.as_ref().is_none_or(|stored| stored.len() <= MAX_KNOWN),
        _ => false,
    };
    if !(is_known && estimate > MAX_COUNTED)
        && let Some(page) = collect(on, query, filter).await?
    {
        return Ok(page);
    }
    let filter = Filter::new(query, words, false);
    walk(on, query, filter, estimate.max(MAX_COLLECTED), true).await
}

/// Reads a page along the index of its order, one segment after the other.
async fn walk(
    on: &Transaction<'_>,
    query: &Query,
    filter: Filter,
    total: u64,
    is_estimate: bool,
) -> Result<Page, StoreError> {
    // No two games have the same id, so for that order the planner knows enough.
    let has_words = query.words().next().is_some();
    if (total > MANY && query.skipped() == 0 && query.sort.column != Column::Id) || has_words {
        on.batch_execute(ALONG_INDEX).await?;
    }
    let (mut games, mut limit, mut skip) = (Vec::new(), query.page_size(), query.skipped());
    for segment in query.segments() {
        let mut filter = filter.clone();
        filter.read_from(query.sort.column, segment);
        let found = read(on, query, filter.clone(), segment.direction, [limit, skip]).await?;
        // What this segment has too few games for is read from the next one.
        limit -= found.len() as u32;
        let is_passed_over = found.is_empty() && skip > 0;
        skip -= if is_passed_over { count(on, &filter, skip.into()).await? as u32 } else { skip };
        games.extend(found);
        if limit == 0 {
            break;
        }
    }
    Ok(Page { total, is_estimate, games })
}

/// Reads games in the order of an index, at most so many after so many.
async fn read(
    on: &Transaction<'_>,
    query: &Query,
    mut filter: Filter,
    direction: Direction,
    [limit, skip]: [u32; 2],
) -> Result<Vec<ListedGame>, StoreError> {
    let column = query.sort.column;
    let (clause, order) = (filter.clause(), order(columns(column), direction));
    let limit = filter.bind(limit);
    let sql = if skip == 0 && column != Column::Id {
        let from = filter.needs.of_row().sql();
        format!("SELECT {LISTED} FROM {from}{clause} ORDER BY {order} LIMIT {limit}")
    } else {
        // What is passed over is read only as far as its order needs.
        let (skip, from) = (filter.bind(skip), filter.needs.sql());
        format!(
            "SELECT {LISTED} FROM (SELECT number FROM {from}{clause} \
             ORDER BY {order} LIMIT {limit} OFFSET {skip}) AS page \
             JOIN game USING (number) JOIN progress USING (id) ORDER BY {order}"
        )
    };
    rows_once(on, &sql, &filter.values).await?.iter().map(|row| listed(row, 0)).collect()
}

/// Collects all games that match, and sorts them; none if they are too many.
async fn collect(
    on: &Transaction<'_>,
    query: &Query,
    mut filter: Filter,
) -> Result<Option<Page>, StoreError> {
    let column = query.sort.column;
    let (from, clause) = (filter.needs.sorted_by(column).sql(), filter.clause());
    let columns = columns(column);
    let keys: Vec<_> = (1..=columns.len()).map(|number| format!("key_{number}")).collect();
    let named: Vec<_> = columns.iter().zip(&keys).map(|(c, key)| format!("{c} AS {key}")).collect();
    let start = start(query, &mut filter, &keys);
    let (limit, skip) = (filter.bind(query.page_size()), filter.bind(query.skipped()));
    let order = whole_order(query.sort, query.start.reads_backward(), &keys);
    let sql = format!(
        "WITH found AS MATERIALIZED (SELECT number, {named} FROM {from}{clause} LIMIT {most}) \
         SELECT counted, {LISTED} FROM (SELECT count(*) AS counted FROM found) AS counted \
         LEFT JOIN (SELECT * FROM found{start} ORDER BY {order} LIMIT {limit} OFFSET {skip}) \
         AS page ON true LEFT JOIN game USING (number) LEFT JOIN progress USING (id) \
         ORDER BY {order}",
        named = named.join(", "),
        most = MAX_COLLECTED + 1
    );
    let found = rows_once(on, &sql, &filter.values).await?;
    let total = found.first().map_or(Ok(0), |row| row.number(0))?;
    if total > MAX_COLLECTED {
        return Ok(None);
    }
    // A page without games is one row without a game.
    let mut games = Vec::new();
    for row in &found {
        if row.optional_text(1)?.is_some() {
            games.push(listed(row, 1)?);
        }
    }
    Ok(Some(Page { total, is_estimate: false, games }))
}

/// The condition that rows with these keys are beyond the place where a page begins.
fn start(query: &Query, filter: &mut Filter, keys: &[String]) -> String {
    if query.start == PageStart::First {
        return String::new();
    }
    let segments = query.segments().into_iter().map(|segment| {
        let conditions = filter.of_segment(query.sort.column, segment, keys);
        format!("({})", conditions.join(" AND "))
    });
    format!(" WHERE {}", segments.collect::<Vec<_>>().join(" OR "))
}

/// The ids of all matching games, in order.
pub(super) async fn ids(client: &mut Client, query: &Query) -> Result<Vec<GameId>, StoreError> {
    let snapshot = snapshot(client).await?;
    let filter = Filter::new(query, &tokens::find(&snapshot, query).await?, true);
    let Sort { column, .. } = query.sort;
    let from = filter.needs.sorted_by(column).with_id().sql();
    let (clause, order) = (filter.clause(), whole_order(query.sort, false, columns(column)));
    let sql = format!("SELECT game.id FROM {from}{clause} ORDER BY {order}");
    let ids = known_ids(&rows_once(&snapshot, &sql, &filter.values).await?)?;
    snapshot.commit().await?;
    Ok(ids)
}

/// The number of matching games, at most so many.
async fn count(on: &Transaction<'_>, filter: &Filter, most: u64) -> Result<u64, StoreError> {
    let (from, clause) = (filter.needs.sql(), filter.clause());
    let sql =
        format!("SELECT count(*) FROM (SELECT 1 FROM {from}{clause} LIMIT {most}) AS counted");
    row_once(on, &sql, &filter.values).await?.map_or(Ok(0), |row| row.number(0))
}

/// How many games match, as the planner estimates.
async fn estimate(on: &Transaction<'_>, filter: &Filter) -> Result<u64, StoreError> {
    let (from, clause) = (filter.needs.sql(), filter.clause());
    let sql = format!("EXPLAIN SELECT 1 FROM {from}{clause}");
    let plan = row_once(on, &sql, &filter.values).await?;
    let plan = plan.map_or(Ok(String::new()), |row| row.text(0))?;
    Ok(estimated_rows(&plan).unwrap_or(0))
}

/// The number of rows in the first line of a plan, such as
/// `Hash Join  (cost=1.05..2.12 rows=5 width=4)`.
fn estimated_rows(plan: &str) -> Option<u64> {
    let digits = plan.split("rows=").nth(1)?;
    digits.split(' ').next()?.parse().ok()
}

/// A row of the library, whose columns begin at an index.
fn listed(row: &Row, first: usize) -> Result<ListedGame, StoreError> {
    let id = row.text(first)?;
    let result = row.text(first + 3)?;
    let name = |column, index| name(&id, column, row.optional_text(first + index)?);
    let timestamp = |column, index| timestamp(&id, column, row.number(first + index)?);
    let summary = Summary {
        names: ByColor::new(name("white", 1)?, name("black", 2)?),
        result: GameResult::from_text(&result).ok_or_else(|| damaged(&id, "result", &result))?,
        status: row.text(first + 4)?,
        plies: row.number(first + 5)?,
        created: timestamp("created", 6)?,
        last_played: timestamp("last_played", 7)?,
        resume_on_start: row.flag(first + 8)?,
        fen: row.text(first + 9)?,
        opening: opening(row.text(first + 10)?, row.text(first + 11)?),
    };
    let (details, imported) = (details(row, first)?, row.flag(first + 18)?);
    Ok(ListedGame { id: game_id(&id)?, summary, details, imported })
}

/// The details of a game; their columns follow those of the summary.
fn details(row: &Row, first: usize) -> Result<Details, StoreError> {
    let text = |column| Ok::<_, StoreError>(non_empty(row.text(first + column)?));
    let rating =
        |column| row.number(first + column).map(|rating: u16| (rating > 0).then_some(rating));
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
}
