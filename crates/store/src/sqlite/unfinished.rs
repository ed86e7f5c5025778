//! The mark of a file into which a library is copied: from the beginning of the copy until it has
//! been compared. Half a library must not be used.
//!
//! The mark is a table outside the migrations: it exists only while nothing but a copy uses the
//! file.

use std::path::Path;

use rusqlite::{Connection, Result};

use super::{OpenError, inspect};

/// Sets the mark, or takes it away.
pub(crate) fn mark(connection: &Connection, is_unfinished: bool) -> Result<()> {
    connection.execute_batch(if is_unfinished {
        "CREATE TABLE IF NOT EXISTS unfinished_copy (one INTEGER) STRICT"
    } else {
        "DROP TABLE IF EXISTS unfinished_copy"
    })
}

/// Refuses a file with the mark, which is left unchanged. One that cannot be read is refused
/// elsewhere, with a reason.
pub(super) fn refuse(path: &Path) -> std::result::Result<(), OpenError> {
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name = 'unfinished_copy'";
    let marks = inspect::open_read_only(path)
        .and_then(|connection| connection.query_row(sql, [], |row| row.get::<_, u32>(0)));
    match marks {
        Ok(1..) => Err(OpenError::Unfinished(path.into())),
        _ => Ok(()),
    }
}
