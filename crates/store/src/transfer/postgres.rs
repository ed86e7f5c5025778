//! A database of `PostgreSQL`, table by table.

use deadpool_postgres::{Client, Transaction};

use super::tables::{Column, GAME, Kind, PROGRESS, Table, names};
use super::{Cell, Row, TransferError};
use crate::postgres::transfer::{
    Columns, Value, connect, execute, mark_unfinished, row, rows, texts,
};
use crate::{PostgresAddress, StoreError};

/// A connection to a database.
pub(super) struct Server {
    client: Client,
    /// Whether it is copied from.
    is_source: bool,
}

impl Server {
    pub(super) async fn open(
        address: &PostgresAddress,
        is_source: bool,
    ) -> Result<Server, TransferError> {
        Ok(Server { client: connect(address, is_source).await?, is_source })
    }

    /// Sets the mark of a copy that is not finished, or takes it away.
    pub(super) async fn mark(&self, is_unfinished: bool) -> Result<(), StoreError> {
        mark_unfinished(&self.client, is_unfinished).await
    }

    pub(super) async fn rows(
        &self,
        table: &Table,
        after: Option<&[Cell]>,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let names = if self.is_source { read_names(table) } else { table.names() };
        let (from, key) = (from(table), table.key_names());
        let clause = match after {
            Some(after) => format!("WHERE ({key}) > ({})", placeholders(after.len())),
            None => String::new(),
        };
        let sql = format!("SELECT {names} FROM {from} {clause} ORDER BY {key} LIMIT {limit}");
        let values: Vec<Value> = after.unwrap_or_default().iter().map(value).collect();
        let found = rows(&self.client, &sql, &values).await?;
        found.iter().map(|row| cells(table, row)).collect()
    }

    pub(super) async fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), StoreError> {
        let transaction = self.client.transaction().await?;
        if table.name == GAME {
            let is_progress = |column: &Column| PROGRESS.contains(&column.name);
            let all = || table.columns.iter().enumerate();
            let game: Vec<_> = all().filter(|(_, column)| !is_progress(column)).collect();
            insert_columns(&transaction, GAME, "", &game, rows).await?;
            let progress: Vec<_> = all()
                .filter(|(_, column)| {
                    is_progress(column) || ["number", "id"].contains(&column.name)
                })
                .collect();
            let target = "game, id, version, plies, last_played, fen, checksum";
            insert_columns(&transaction, "progress", target, &progress, rows).await?;
        } else {
            let all: Vec<_> = table.columns.iter().enumerate().collect();
            insert_columns(&transaction, table.name, "", &all, rows).await?;
        }
        Ok(transaction.commit().await?)
    }

    pub(super) async fn count(&self, table: &Table) -> Result<u64, StoreError> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        row(&self.client, &sql, &[]).await?.map_or(Ok(0), |row| row.number(0))
    }

    /// The last number that was given. A file gives numbers again, unless its table says otherwise;
    /// there the greatest counts.
    pub(super) async fn last_number(&self, table: &Table) -> Result<i64, StoreError> {
        let name = table.name;
        let sql = if ["account", "audit"].contains(&name) {
            format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {name}_number_seq")
        } else {
            format!("SELECT coalesce(max(number), 0)::bigint FROM {name}")
        };
        row(&self.client, &sql, &[]).await?.map_or(Ok(0), |row| row.number(0))
    }

    pub(super) async fn set_last_number(
        &mut self,
        table: &Table,
        number: i64,
    ) -> Result<(), StoreError> {
        let sql = format!("SELECT setval('{}_number_seq', $1, $2)", table.name);
        let values = [Value::from(number.max(1)), Value::from(number > 0)];
        execute(&self.client, &sql, &values).await.map(drop)
    }
}

/// Where the columns of a table are.
fn from(table: &Table) -> &'static str {
    if table.name == GAME { "game JOIN progress USING (id)" } else { table.name }
}

/// The columns of a table as this release writes them. Those of games from the release before have
/// the id and accents in what words are searched in.
fn read_names(table: &Table) -> String {
    if table.name != GAME {
        return table.names();
    }
    let column = |column: &Column| match column.name {
        "search" => "search_of_game(id, search)",
        "details_search" => "fold_accents(details_search)",
        name => name,
    };
    table.columns.iter().map(column).collect::<Vec<_>>().join(", ")
}

fn placeholders(count: usize) -> String {
    (1..=count).map(|number| format!("${number}")).collect::<Vec<_>>().join(", ")
}

fn cells(table: &Table, row: &tokio_postgres::Row) -> Result<Row, StoreError> {
    let cell = |(index, column): (usize, &Column)| {
        Ok(match column.kind {
            Kind::Number => row.optional_number(index)?.map(Cell::Number),
            Kind::Flag => Some(Cell::Number(row.flag(index)?.into())),
            Kind::Text => row.optional_text(index)?.map(Cell::Text),
            Kind::Bytes => row.optional_bytes(index)?.map(Cell::Bytes),
        }
        .unwrap_or(Cell::Null))
    };
    table.columns.iter().enumerate().map(cell).collect()
}

fn value(cell: &Cell) -> Value {
    match cell {
        Cell::Null => Value::Null,
        Cell::Number(number) => Value::Number(*number),
        Cell::Text(text) => Value::from(text),
        Cell::Bytes(bytes) => Value::Bytes(bytes.clone()),
    }
}

/// Inserts some columns of rows into a table; the target names them where their names differ.
async fn insert_columns(
    transaction: &Transaction<'_>,
    table: &str,
    target: &str,
    columns: &[(usize, &Column)],
    rows: &[Row],
) -> Result<(), StoreError> {
    let own: Vec<Column> = columns.iter().map(|(_, column)| **column).collect();
    let own = names(&own);
    let target = if target.is_empty() { own.as_str() } else { target };
    let types = columns
        .iter()
        .zip(1..)
        .map(|((_, column), number)| format!("${number}::{}[]", type_of(column.kind)));
    let types = types.collect::<Vec<_>>().join(", ");
    let sql = format!("INSERT INTO {table} ({target}) SELECT * FROM unnest({types})");
    let values: Vec<_> =
        columns.iter().map(|(index, column)| array(column.kind, *index, rows)).collect();
    execute(transaction, &sql, &values).await.map(drop)
}

fn type_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "bigint",
        Kind::Flag => "boolean",
        Kind::Text => "text",
        Kind::Bytes => "bytea",
    }
}

/// A column of rows.
fn array(kind: Kind, index: usize, rows: &[Row]) -> Value {
    let cells = rows.iter().map(|row| &row[index]);
    match kind {
        Kind::Number => Value::OptionalNumbers(cells.map(number).collect()),
        Kind::Flag => Value::Flags(cells.map(|cell| number(cell) == Some(1)).collect()),
        Kind::Text => texts(cells.map(|cell| match cell {
            Cell::Text(text) => Some(text.as_str()),
            _ => None,
        })),
        Kind::Bytes => Value::ByteStrings(
            cells
                .map(|cell| match cell {
                    Cell::Bytes(bytes) => Some(bytes.clone()),
                    _ => None,
                })
                .collect(),
        ),
    }
}

fn number(cell: &Cell) -> Option<i64> {
    match cell {
        Cell::Number(number) => Some(*number),
        _ => None,
    }
}
