//! Computes the texts that words are searched in from the columns that they follow from.

use rusqlite::{Connection, Result, Row};

use crate::search::joined;

/// How many rows are read at once.
const STEP: u32 = 1_000;

/// Computes the texts of all games and studies.
pub(super) fn update(connection: &Connection) -> Result<()> {
    update_table(
        connection,
        "SELECT number, white, black, eco, opening, event, site, date, round FROM game \
         WHERE number > ?1 ORDER BY number LIMIT ?2",
        "UPDATE game SET search = ?2, details_search = ?3 WHERE number = ?1",
        |row| Ok(vec![texts(row, 1..5)?, texts(row, 5..9)?]),
    )?;
    update_table(
        connection,
        "SELECT number, name, white, black, event FROM study \
         WHERE number > ?1 ORDER BY number LIMIT ?2",
        "UPDATE study SET search = ?2 WHERE number = ?1",
        |row| Ok(vec![texts(row, 1..5)?]),
    )
}

/// Writes what is computed of every row.
fn update_table(
    connection: &Connection,
    read: &str,
    write: &str,
    compute: fn(&Row) -> Result<Vec<String>>,
) -> Result<()> {
    let (mut read, mut write) = (connection.prepare(read)?, connection.prepare(write)?);
    let mut last = i64::MIN;
    loop {
        let rows = read.query_map((last, STEP), |row| Ok((row.get(0)?, compute(row)?)))?;
        let rows = rows.collect::<Result<Vec<(i64, Vec<String>)>>>()?;
        let Some((number, _)) = rows.last() else { return Ok(()) };
        last = *number;
        for (number, texts) in rows {
            write.raw_bind_parameter(1, number)?;
            for (index, text) in texts.into_iter().enumerate() {
                write.raw_bind_parameter(index + 2, text)?;
            }
            write.raw_execute()?;
        }
    }
}

/// Columns as one text. What cannot be read of a damaged one is not found.
fn texts(row: &Row, columns: std::ops::Range<usize>) -> Result<String> {
    let text = |column| -> Result<String> {
        let bytes = row.get_ref(column)?.as_bytes_or_null().unwrap_or_default();
        Ok(String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned())
    };
    Ok(joined(&columns.map(text).collect::<Result<Vec<_>>>()?))
}
