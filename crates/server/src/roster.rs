//! The roster as a spreadsheet, in both directions.
//!
//! The bytes of a file become a [`Sheet`] of names, groups and ratings as they were typed. The
//! [`plan`] compares it with the accounts and says for every row what would happen; a file with a
//! wrong row is not imported at all. Nothing here stores anything.

mod cells;
mod columns;
mod export;
mod plan;
mod sheet;
mod table;

pub(crate) use cells::rating_in_range;
pub(crate) use export::write;
pub(crate) use plan::{Plan, plan};
pub(crate) use sheet::Sheet;

/// How many rows a file may have.
const MAX_ROWS: usize = 5_000;

/// Why a file cannot be read as a roster.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SheetError {
    /// There is nothing in it.
    #[error("the file is empty")]
    Empty,
    /// It is not text.
    #[error("the file is not text; save the spreadsheet as CSV")]
    Binary,
    /// No column has names; this is the first row.
    #[error("no column has names; the first row is {0:?}")]
    NoNameColumn(String),
    /// It has too many rows.
    #[error("the file has more than {MAX_ROWS} rows")]
    TooManyRows,
}

impl SheetError {
    /// The values in the message, for translations of it.
    pub(crate) fn values(&self) -> Vec<String> {
        match self {
            SheetError::Empty | SheetError::Binary => Vec::new(),
            SheetError::NoNameColumn(row) => vec![row.clone()],
            SheetError::TooManyRows => vec![MAX_ROWS.to_string()],
        }
    }
}
