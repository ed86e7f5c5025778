//! Copies what can be read of a damaged database into a new one.
//!
//! Tables are copied row by row into a database with fresh pages and indices. Where a page cannot
//! be read, the range of keys is halved again and again, so that only the rows on damaged pages are
//! lost. A value that its column does not accept costs its row.

use std::path::Path;

use rusqlite::types::ToSqlOutput;
use rusqlite::{Connection, Error, params_from_iter};

use super::{chain, inspect, migrations};
use crate::StoreError;

/// How many reads of a table may fail. Beyond that, so much is damaged that a backup is better.
const MAX_FAILURES: u32 = 2_000_000;
/// How many rows a page has at most, to guess the last key where it cannot be read.
const ROWS_PER_PAGE: i64 = 200;

/// The tables, and the column by which each is read in ranges. Sessions have none: whoever loses
/// one logs in again.
const TABLES: [(&str, Option<&str>); 18] = [
    ("game", Some("number")),
    ("import", Some("game")),
    ("record", Some("game")),
    ("request", Some("game")),
    ("removed", Some("game")),
    ("evaluation", Some("game")),
    ("account", Some("number")),
    ("card", Some("account")),
    ("study", Some("number")),
    ("competition", Some("number")),
    ("competition_event", Some("competition")),
    ("competition_request", Some("competition")),
    ("group_rules", Some("number")),
    ("demonstration", Some("number")),
    ("simul", Some("number")),
    ("simul_board", Some("simul")),
    ("heartbeat", Some("one")),
    ("session", None),
];

/// What was copied of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SalvagedTable {
    /// Its name.
    pub name: String,
    /// How many rows were copied.
    pub rows: u64,
    /// Whether some could not be read.
    pub is_incomplete: bool,
}

/// Copies a database into a new file, as far as it can be read. The new one has the schema of the
/// old one's version first, and then that of this program.
pub(super) fn salvage(
    from: &Path,
    to: &Path,
) -> Result<(Connection, Vec<SalvagedTable>), StoreError> {
    let source = inspect::open_read_only(from)?;
    let version: u32 = source.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let mut target = Connection::open(to)?;
    target.pragma_update(None, "application_id", inspect::APPLICATION_ID)?;
    // Nobody uses the copy before it is synced, and rows come before those that they refer to.
    target.pragma_update(None, "synchronous", "OFF")?;
    target.pragma_update(None, "foreign_keys", false)?;
    migrations::apply_up_to(&mut target, version)?;
    let transaction = target.transaction()?;
    let mut tables = Vec::new();
    for (name, key) in all_tables(&transaction)? {
        tables.push(Copying::new(&source, &transaction, name, key)?.run()?);
    }
    transaction.commit()?;
    migrations::apply(&mut target)?;
    recover_games(&source, &target)?;
    target.execute(COMPLETE_GAMES, [])?;
    Ok((target, tables))
}

/// The tables of the new database. One that is not listed above is read in one go.
fn all_tables(target: &Connection) -> rusqlite::Result<Vec<(String, Option<&'static str>)>> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let mut statement = target.prepare(sql)?;
    let names = statement.query_map([], |row| row.get::<_, String>(0))?;
    let key = |name: &str| TABLES.iter().find(|(known, _)| *known == name).and_then(|row| row.1);
    names.map(|name| name.map(|name| (name.clone(), key(&name)))).collect()
}

/// A table that is being copied.
struct Copying<'a> {
    source: &'a Connection,
    target: &'a Connection,
    name: String,
    key: Option<&'static str>,
    columns: String,
    insert: String,
    order: String,
    rows: u64,
    failures: u32,
    is_incomplete: bool,
}

/// How far a range was read.
enum Reach {
    All,
    /// Up to this key, if any row could be read.
    Until(Option<i64>),
}

impl<'a> Copying<'a> {
    fn new(
        source: &'a Connection,
        target: &'a Connection,
        name: String,
        key: Option<&'static str>,
    ) -> rusqlite::Result<Copying<'a>> {
        let sql = "SELECT name, pk FROM pragma_table_info(?1)";
        let mut statement = target.prepare(sql)?;
        let read = |row: &rusqlite::Row| Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?));
        let columns: Vec<_> = statement.query_map([&name], read)?.collect::<Result<_, _>>()?;
        let mut keys: Vec<_> = columns.iter().filter(|(_, pk)| *pk > 0).collect();
        keys.sort_by_key(|(_, pk)| *pk);
        let order = keys.iter().map(|(name, _)| format!("{name} ASC")).collect::<Vec<_>>();
        let names = columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
        let places = vec!["?"; columns.len()].join(", ");
        let columns = names.join(", ");
        let insert = format!("INSERT OR IGNORE INTO {name} ({columns}) VALUES ({places})");
        let order = order.join(", ");
        let (rows, failures, is_incomplete) = (0, 0, false);
        let copying = Copying {
            source,
            target,
            name,
            key,
            columns,
            insert,
            order,
            rows,
            failures,
            is_incomplete,
        };
        Ok(copying)
    }

    fn run(mut self) -> Result<SalvagedTable, StoreError> {
        if let Some(key) = self.key {
            let (first, last) = (self.edge(key, "min"), self.edge(key, "max"));
            let last = last.unwrap_or_else(|| self.guess_last());
            self.copy(first.unwrap_or(0), last)?;
        } else {
            let sql = format!("SELECT {} FROM {}", self.columns, self.name);
            self.copy_rows(&sql, &[])?;
        }
        Ok(SalvagedTable { name: self.name, rows: self.rows, is_incomplete: self.is_incomplete })
    }

    /// The first or last key; none when it cannot be read, or there is no row.
    fn edge(&self, key: &str, function: &str) -> Option<i64> {
        let sql = format!("SELECT {function}({key}) FROM {}", self.name);
        self.source.query_row(&sql, [], |row| row.get(0)).unwrap_or_default()
    }

    fn guess_last(&self) -> i64 {
        let pages = self.source.pragma_query_value(None, "page_count", |row| row.get::<_, i64>(0));
        pages.unwrap_or(0).saturating_mul(ROWS_PER_PAGE)
    }

    /// Copies the rows with keys in a range, around what cannot be read.
    fn copy(&mut self, first: i64, last: i64) -> Result<(), StoreError> {
        if first > last || self.failures > MAX_FAILURES {
            return Ok(());
        }
        let order = self.order.clone();
        let Reach::Until(reached) = self.copy_range(first, last, &order)? else { return Ok(()) };
        let first = reached.unwrap_or(first).max(first);
        if first == last {
            // The rows of one game: from the other end up to the damage.
            let order = order.replace(" ASC", " DESC");
            self.copy_range(first, last, &order)?;
            return Ok(());
        }
        let middle = first + (last - first) / 2;
        self.copy(first, middle)?;
        self.copy(middle + 1, last)
    }

    fn copy_range(&mut self, first: i64, last: i64, order: &str) -> Result<Reach, StoreError> {
        let (columns, name, key) = (&self.columns, &self.name, self.key.unwrap_or("rowid"));
        let sql = format!(
            "SELECT {columns}, {key} FROM {name} WHERE {key} BETWEEN ? AND ? ORDER BY {order}"
        );
        self.copy_rows(&sql, &[first, last])
    }

    fn copy_rows(&mut self, sql: &str, range: &[i64]) -> Result<Reach, StoreError> {
        let mut reached = None;
        let outcome = self.try_copy(sql, range, &mut reached);
        match outcome {
            Ok(()) => Ok(Reach::All),
            Err(error) if is_unreadable(&error) => {
                self.failures += 1;
                self.is_incomplete = true;
                Ok(Reach::Until(reached))
            }
            Err(error) => Err(error.into()),
        }
    }

    fn try_copy(
        &mut self,
        sql: &str,
        range: &[i64],
        reached: &mut Option<i64>,
    ) -> rusqlite::Result<()> {
        let mut statement = self.source.prepare_cached(sql)?;
        let mut insert = self.target.prepare_cached(&self.insert)?;
        let count = insert.parameter_count();
        let mut rows = statement.query(params_from_iter(range))?;
        while let Some(row) = rows.next()? {
            let values = (0..count)
                .map(|column| row.get_ref(column).map(ToSqlOutput::Borrowed))
                .collect::<rusqlite::Result<Vec<_>>>()?;
            match insert.execute(params_from_iter(values)) {
                Ok(inserted) => self.rows += inserted as u64,
                Err(error) if is_rejected(&error) => self.is_incomplete = true,
                Err(error) => return Err(error),
            }
            *reached = row.get(count).ok().or(*reached);
        }
        Ok(())
    }
}

/// Whether an error comes from the damaged source: a page that cannot be read, or a schema without
/// the table.
fn is_unreadable(error: &Error) -> bool {
    use rusqlite::ErrorCode as E;
    let code = error.sqlite_error_code();
    chain::is_damage(error) || matches!(code, Some(E::SystemIoFailure | E::Unknown))
}

/// Whether an error means that a column does not accept a value.
fn is_rejected(error: &Error) -> bool {
    use rusqlite::ErrorCode as E;
    matches!(error.sqlite_error_code(), Some(E::ConstraintViolation | E::TypeMismatch | E::TooBig))
}

/// Completes the rows that [`recover_games`] made: the last record has the checksum of the game.
const COMPLETE_GAMES: &str = "UPDATE game SET \
     version = coalesce((SELECT max(version) FROM record WHERE game = number), \
                        (SELECT version FROM import WHERE game = number), 0), \
     checksum = coalesce((SELECT checksum FROM record WHERE game = number \
                          ORDER BY version DESC LIMIT 1), \
                         (SELECT checksum FROM import WHERE game = number)) \
     WHERE fen = ''";

/// Makes rows for games that have records but no row any more. Their ids are in an index as well;
/// the rest of the row follows from the records, except for details and the owners of the seats.
fn recover_games(source: &Connection, target: &Connection) -> rusqlite::Result<()> {
    let sql = "INSERT OR IGNORE INTO game (number, id, version, plies, last_played, fen, result, \
               status, created, resume_on_start, white_key, black_key, search) \
               SELECT ?1, ?2, 0, 0, 0, '', '*', '', 0, 0, '', '', '' \
               WHERE ?1 IN (SELECT game FROM record UNION ALL SELECT game FROM import)";
    let mut insert = target.prepare(sql)?;
    for direction in ["ASC", "DESC"] {
        let sql = format!(
            "SELECT number, id FROM game INDEXED BY sqlite_autoindex_game_1 ORDER BY id {direction}"
        );
        let Ok(mut statement) = source.prepare(&sql) else { return Ok(()) };
        let mut rows = statement.query([])?;
        while let Ok(Some(row)) = rows.next() {
            if let (Ok(number), Ok(id)) = (row.get::<_, i64>(0), row.get::<_, String>(1)) {
                insert.execute((number, id))?;
            }
        }
    }
    Ok(())
}
