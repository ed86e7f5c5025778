//! Copies a whole database between a file and `PostgreSQL`, in either direction.
//!
//! The tables are copied one after the other, in pages ordered by key, each in a transaction. So an
//! interrupted copy has a prefix of every table, which is compared when the copy goes on; a target
//! with anything else in it is left alone. At the end both databases are read from the first row to
//! the last, and must be equal in every value. Until then the target has a mark, with which nothing
//! but the same copy uses it: half a library would look like a damaged one, or like a whole one.

mod file;
mod postgres;
mod tables;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use self::file::File;
use self::postgres::Server;
use self::tables::{TABLES, Table};
use crate::checksum::Checksum;
use crate::{ConnectError, DataDirectory, LocationError, OpenError, PostgresAddress, StoreError};

/// How many rows are copied at once.
const PAGE: usize = 500;

/// Where a database is.
#[derive(Clone, Debug)]
pub enum DatabasePlace {
    /// In a file in this data folder.
    Folder(PathBuf),
    /// In `PostgreSQL`.
    Postgres(PostgresAddress),
}

impl DatabasePlace {
    /// What an error says of it.
    fn name(&self) -> String {
        match self {
            DatabasePlace::Folder(path) => path.display().to_string(),
            DatabasePlace::Postgres(address) => address.to_string(),
        }
    }

    /// Whether both are known to be the same. A database with two addresses is noticed later, by
    /// its lock.
    fn is_same(&self, other: &DatabasePlace) -> bool {
        let whole = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
        match (self, other) {
            (DatabasePlace::Folder(one), DatabasePlace::Folder(other)) => {
                whole(one) == whole(other)
            }
            (DatabasePlace::Postgres(one), DatabasePlace::Postgres(other)) => {
                one.to_string() == other.to_string()
            }
            _ => false,
        }
    }
}

/// What a copy is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TransferProgress {
    /// The table that is read.
    pub table: &'static str,
    /// Whether it is being compared, and not copied.
    pub is_comparing: bool,
    /// How many rows were copied or compared so far, in all tables.
    pub done: u64,
    /// How many rows there are to copy and to compare.
    pub total: u64,
}

/// Why a copy ended before its end.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TransferError {
    /// A data folder cannot be used.
    #[error(transparent)]
    Location(#[from] LocationError),
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] OpenError),
    /// A database of `PostgreSQL` cannot be used.
    #[error(transparent)]
    Postgres(#[from] ConnectError),
    /// Reading or writing failed.
    #[error("{place}: {error}; the same command continues")]
    Failed {
        /// Which of the two.
        place: String,
        /// What is wrong there.
        error: StoreError,
    },
    /// There is nothing to copy.
    #[error("{0} is both the source and the target")]
    Same(String),
    /// A folder without a library.
    #[error("{} has no library to copy", .0.display())]
    Missing(PathBuf),
    /// Games without checksums.
    #[error("{0} games have no checksums yet; `tabiya doctor --repair` adds them")]
    NoChecksums(i64),
    /// The target has something else.
    #[error(
        "the target has other data in its table {0}; it was left unchanged; begin again with an \
         empty target"
    )]
    OtherData(&'static str),
    /// The copy is not equal.
    #[error(
        "the copy differs in the table {0}; if a server was using one of the databases, stop it \
         and begin again with an empty target"
    )]
    Differs(&'static str),
    /// The caller wanted no more. The copy goes on where it is when it is begun again.
    #[error("interrupted; the same command continues")]
    Interrupted,
}

/// One value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cell {
    Null,
    Number(i64),
    Text(String),
    Bytes(Vec<u8>),
}

type Row = Vec<Cell>;

/// A database that is read or written.
struct Side {
    /// What an error says of it.
    name: String,
    database: Database,
}

enum Database {
    File(File),
    Postgres(Server),
}

impl Side {
    async fn open(place: &DatabasePlace, is_source: bool) -> Result<Side, TransferError> {
        let database = match place {
            DatabasePlace::Folder(path) => {
                Database::File(File::open(DataDirectory::open(path)?, is_source)?)
            }
            DatabasePlace::Postgres(address) => {
                Database::Postgres(Server::open(address, is_source).await?)
            }
        };
        Ok(Side { name: place.name(), database })
    }

    /// Says which database failed.
    fn named<T>(&self, outcome: Result<T, StoreError>) -> Result<T, TransferError> {
        outcome.map_err(|error| TransferError::Failed { place: self.name.clone(), error })
    }

    /// The next rows of a table after a key, in the order of the key.
    async fn rows(&self, table: &Table, after: Option<&[Cell]>) -> Result<Vec<Row>, TransferError> {
        self.named(match &self.database {
            Database::File(file) => file.rows(table, after, PAGE),
            Database::Postgres(server) => server.rows(table, after, PAGE).await,
        })
    }

    async fn insert(&mut self, table: &Table, rows: &[Row]) -> Result<(), TransferError> {
        let inserted = match &mut self.database {
            Database::File(file) => file.insert(table, rows),
            Database::Postgres(server) => server.insert(table, rows).await,
        };
        self.named(inserted)
    }

    async fn count(&self, table: &Table) -> Result<u64, TransferError> {
        self.named(match &self.database {
            Database::File(file) => file.count(table),
            Database::Postgres(server) => server.count(table).await,
        })
    }

    /// The last number that was given to a row of a table, also when that row is gone.
    async fn last_number(&self, table: &Table) -> Result<i64, TransferError> {
        self.named(match &self.database {
            Database::File(file) => file.last_number(table),
            Database::Postgres(server) => server.last_number(table).await,
        })
    }

    async fn set_last_number(&mut self, table: &Table, number: i64) -> Result<(), TransferError> {
        let set = match &mut self.database {
            Database::File(file) => file.set_last_number(table, number),
            Database::Postgres(server) => server.set_last_number(table, number).await,
        };
        self.named(set)
    }

    /// Sets the mark of a copy that is not finished, or takes it away.
    async fn mark(&self, is_unfinished: bool) -> Result<(), TransferError> {
        self.named(match &self.database {
            Database::File(file) => file.mark(is_unfinished),
            Database::Postgres(server) => server.mark(is_unfinished).await,
        })
    }
}

/// Copies everything, and compares it. Returns how many rows there are.
///
/// # Errors
/// When a database cannot be used, when the target has other data, when the copy differs, and when
/// `each` breaks.
pub async fn transfer(
    from: &DatabasePlace,
    to: &DatabasePlace,
    each: &mut dyn FnMut(TransferProgress) -> ControlFlow<()>,
) -> Result<u64, TransferError> {
    if let DatabasePlace::Folder(path) = from
        && !path.join(DataDirectory::DATABASE).is_file()
    {
        return Err(TransferError::Missing(path.clone()));
    }
    if from.is_same(to) {
        return Err(TransferError::Same(from.name()));
    }
    let from = Side::open(from, true).await?;
    if let Database::File(file) = &from.database {
        let unchecked = from.named(file.games_without_checksums())?;
        if unchecked > 0 {
            return Err(TransferError::NoChecksums(unchecked));
        }
    }
    let mut rows = 0;
    for table in &TABLES {
        rows += from.count(table).await?;
    }
    let mut copy = Copy { from, to: Side::open(to, false).await?, done: 0, total: 2 * rows, each };
    copy.run().await?;
    Ok(rows)
}

/// A copy that is under way.
struct Copy<'a> {
    from: Side,
    to: Side,
    done: u64,
    total: u64,
    each: &'a mut dyn FnMut(TransferProgress) -> ControlFlow<()>,
}

impl Copy<'_> {
    async fn run(&mut self) -> Result<(), TransferError> {
        // All tables before anything is written: a target with other data goes on as it was.
        let mut copied = Vec::with_capacity(TABLES.len());
        for table in &TABLES {
            copied.push(self.compare_prefix(table).await?);
        }
        self.to.mark(true).await?;
        for (table, last) in TABLES.iter().zip(copied) {
            self.copy(table, last).await?;
        }
        for table in &TABLES {
            self.compare(table).await?;
        }
        self.to.mark(false).await
    }

    /// Copies the rows of a table after the last one that the target has.
    async fn copy(
        &mut self,
        table: &'static Table,
        mut after: Option<Vec<Cell>>,
    ) -> Result<(), TransferError> {
        loop {
            let rows = self.from.rows(table, after.as_deref()).await?;
            let Some(last) = rows.last() else { break };
            after = Some(table.key_of(last));
            self.to.insert(table, &rows).await?;
            self.advance(table, false, rows.len())?;
        }
        if table.is_numbered {
            let number = self.from.last_number(table).await?;
            self.to.set_last_number(table, number).await?;
        }
        Ok(())
    }

    /// Compares what the target has with the source; returns the key of its last row.
    async fn compare_prefix(
        &mut self,
        table: &'static Table,
    ) -> Result<Option<Vec<Cell>>, TransferError> {
        let mut after: Option<Vec<Cell>> = None;
        loop {
            let there = self.to.rows(table, after.as_deref()).await?;
            let Some(last) = there.last() else { return Ok(after) };
            let mut here = self.from.rows(table, after.as_deref()).await?;
            here.truncate(there.len());
            if here != there {
                return Err(TransferError::OtherData(table.name));
            }
            after = Some(table.key_of(last));
            self.advance(table, false, there.len())?;
        }
    }

    /// Compares a whole table by the number of its rows and their checksum.
    async fn compare(&mut self, table: &'static Table) -> Result<(), TransferError> {
        let here = summary(&self.from, table).await?;
        let there = summary(&self.to, table).await?;
        if here != there {
            return Err(TransferError::Differs(table.name));
        }
        self.advance(table, true, here.0 as usize)
    }

    fn advance(
        &mut self,
        table: &'static Table,
        is_comparing: bool,
        rows: usize,
    ) -> Result<(), TransferError> {
        self.done += rows as u64;
        let (done, total) = (self.done, self.total);
        match (self.each)(TransferProgress { table: table.name, is_comparing, done, total }) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(TransferError::Interrupted),
        }
    }
}

/// The number of rows of a table, the checksum of all of them, and the last number given.
async fn summary(
    side: &Side,
    table: &'static Table,
) -> Result<(u64, Checksum, i64), TransferError> {
    let (mut count, mut checksum) = (0, Checksum::of_log(table.name));
    let mut after: Option<Vec<Cell>> = None;
    loop {
        let rows = side.rows(table, after.as_deref()).await?;
        let Some(last) = rows.last() else { break };
        after = Some(table.key_of(last));
        count += rows.len() as u64;
        checksum = rows.iter().fold(checksum, row_checksum);
    }
    let number = if table.is_numbered { side.last_number(table).await? } else { 0 };
    Ok((count, checksum, number))
}

fn row_checksum(before: Checksum, row: &Row) -> Checksum {
    let bytes = row.iter().map(|cell| match cell {
        Cell::Null => vec![0],
        Cell::Number(number) => [&[1][..], &number.to_le_bytes()].concat(),
        Cell::Text(text) => [&[2], text.as_bytes()].concat(),
        Cell::Bytes(bytes) => [&[3], bytes.as_slice()].concat(),
    });
    let bytes: Vec<_> = bytes.collect();
    before.next(&bytes.iter().map(Vec::as_slice).collect::<Vec<_>>())
}
