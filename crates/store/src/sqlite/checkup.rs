//! Reads a whole database and says what is wrong with it, without changing anything.
//!
//! This is the half of `tabiya doctor` that knows tables; whether the records of a game make sense
//! is for the caller to find out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use game::Record;
use rusqlite::{Connection, Row};

use super::competitions::{self, CheckedCompetition};
use super::{
    OpenError, Rollback, chain, demonstrations, inspect, open, read, rollback, rows, simuls,
    studies, unfinished,
};
use crate::{DecodeError, ListedGame, StoreError};

/// How many findings about the structure are reported; damage has many consequences.
const MAX_FINDINGS: u32 = 20;

/// A database that is being checked.
#[derive(Debug)]
pub struct Checkup {
    connection: Connection,
    path: PathBuf,
}

/// A game as it is stored.
#[derive(Debug)]
pub struct CheckedGame {
    /// Its id, which may be damaged too.
    pub id: String,
    /// Its intact records, from the first.
    pub records: Vec<Record>,
    /// The records of an imported game that can be read, but do not match their checksum.
    pub unverified: Vec<Record>,
    /// What is wrong after them, if anything.
    pub damage: Option<DecodeError>,
    /// Whether its records have checksums; those of older versions have none.
    pub is_checked: bool,
    /// Whether it was imported.
    pub is_imported: bool,
    /// Its row in the library.
    pub row: Result<ListedGame, StoreError>,
}

/// Rows whose game is not there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Orphans {
    /// Their table.
    pub table: &'static str,
    /// How many there are.
    pub rows: u64,
}

/// The tables with rows that belong to a game.
pub(super) const OF_GAMES: [&str; 5] = ["record", "request", "import", "evaluation", "removed"];

impl Checkup {
    /// Opens a database of Tabiya, also one that is damaged or in use. It is not changed.
    ///
    /// # Errors
    /// When the file is not a database of Tabiya, one of a newer version, or an unfinished copy.
    pub fn open(path: &Path) -> Result<Checkup, OpenError> {
        inspect::header(path)?;
        unfinished::refuse(path)?;
        let failed = |error: rusqlite::Error| OpenError::Damaged {
            path: path.into(),
            reason: error.to_string(),
        };
        let connection = inspect::open_read_only(path).map_err(failed)?;
        connection.busy_timeout(open::LOCK_TIMEOUT).map_err(failed)?;
        Ok(Checkup { connection, path: path.into() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The version of the schema, and the one that this program writes.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn schema_version(&self) -> Result<(u32, u32), StoreError> {
        let found = self.connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
        Ok((found, super::migrations::LATEST))
    }

    /// What is wrong with the structure of the file: pages, indices, values of a wrong type.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn structure(&self) -> Result<Vec<String>, StoreError> {
        let sql = format!("PRAGMA integrity_check({MAX_FINDINGS})");
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        let mut findings = BTreeSet::new();
        loop {
            match rows.next() {
                Ok(Some(row)) => findings.extend(lines(&row.get::<_, String>(0)?)),
                Ok(None) => break,
                // The check itself may fail over what it finds.
                Err(error) if chain::is_damage(&error) => {
                    findings.insert(error.to_string());
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(findings.into_iter().collect())
    }

    /// Rows whose game is not there.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn orphans(&self) -> Result<Vec<Orphans>, StoreError> {
        let mut orphans = Vec::new();
        for table in OF_GAMES {
            let sql =
                format!("SELECT count(*) FROM {table} WHERE game NOT IN (SELECT number FROM game)");
            let rows: i64 = self.connection.query_row(&sql, [], |row| row.get(0))?;
            if rows > 0 {
                orphans.push(Orphans { table, rows: rows.cast_unsigned() });
            }
        }
        Ok(orphans)
    }

    /// The number of games.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn game_count(&self) -> Result<u64, StoreError> {
        let count: i64 =
            self.connection.query_row("SELECT count(*) FROM game", [], |row| row.get(0))?;
        Ok(count.cast_unsigned())
    }

    /// Reads every game.
    ///
    /// # Errors
    /// When the database cannot be read. A damaged game is no error.
    pub fn games(&self, each: &mut dyn FnMut(CheckedGame)) -> Result<(), StoreError> {
        let sql = format!("SELECT {}, number FROM game ORDER BY number", rows::LISTED);
        let mut statement = self.connection.prepare(&sql)?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            each(self.game(row)?);
        }
        Ok(())
    }

    fn game(&self, row: &Row) -> Result<CheckedGame, StoreError> {
        let number: i64 = row.get("number")?;
        let id = row.get_ref(0)?.as_bytes().unwrap_or_default();
        let id = String::from_utf8_lossy(id).into_owned();
        let chain = chain::read(&self.connection, &id, number)?;
        let sql = "SELECT count(*) FROM import WHERE game = ?1";
        let mut imported = self.connection.prepare_cached(sql)?;
        let imported: u32 = imported.query_row([number], |row| row.get(0))?;
        let chain::Chain { records, unverified, damage, is_checked } = chain;
        let (is_imported, row) = (imported > 0, rows::listed(row));
        Ok(CheckedGame { id, records, unverified, damage, is_checked, is_imported, row })
    }

    /// Reads every study: its id, and its PGN or what is wrong with it.
    ///
    /// # Errors
    /// When the database cannot be read. A damaged study is no error.
    pub fn studies(
        &self,
        each: &mut dyn FnMut(String, Result<String, StoreError>),
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(&studies::all())?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id = row.get_ref(0)?.as_bytes().unwrap_or_default();
            let id = String::from_utf8_lossy(id).into_owned();
            each(id, studies::read_study(row).map(|study| study.pgn));
        }
        Ok(())
    }

    /// Reads every competition.
    ///
    /// # Errors
    /// When the database cannot be read. A damaged competition is no error.
    pub fn competitions(&self, each: &mut dyn FnMut(CheckedCompetition)) -> Result<(), StoreError> {
        competitions::read_all(&self.connection, each)
    }

    /// Reads every demonstration board: its id, and its PGN or what is wrong with it.
    ///
    /// # Errors
    /// When the database cannot be read. A damaged board is no error.
    pub fn demonstrations(
        &self,
        each: &mut dyn FnMut(String, Result<String, StoreError>),
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare(&demonstrations::all())?;
        let mut rows = statement.query([])?;
        while let Some(row) = rows.next()? {
            let id = row.get_ref(0)?.as_bytes().unwrap_or_default();
            let id = String::from_utf8_lossy(id).into_owned();
            each(id, demonstrations::read(row).map(|board| board.pgn));
        }
        Ok(())
    }

    /// Reads every simul: its id, and what is wrong with it, if anything.
    ///
    /// # Errors
    /// When the database cannot be read. A damaged simul is no error.
    pub fn simuls(
        &self,
        each: &mut dyn FnMut(String, Option<StoreError>),
    ) -> Result<(), StoreError> {
        simuls::read_all(&self.connection, &mut |id, simul| each(id, simul.err()))
    }

    /// What is missing, if the database is older than when Tabiya last used it.
    ///
    /// # Errors
    /// When the database cannot be read.
    pub fn rollback(&self) -> Result<Option<Rollback>, StoreError> {
        Ok(rollback::rollback(&self.path, read::heartbeats(&self.connection)?))
    }
}

/// The findings in a text. The lines that only name the database, and the word that means none, are
/// left out.
fn lines(text: &str) -> impl Iterator<Item = String> {
    let is_finding = |line: &&str| *line != "ok" && !line.starts_with("*** in database");
    text.lines().map(str::trim).filter(|line| !line.is_empty()).filter(is_finding).map(Into::into)
}
