//! Repairs a copy of a damaged library.
//!
//! The original is never changed: what can be read of it is copied into a new file, the copy is
//! mended, and only when it is verified does it take the place of the original, which stays beside
//! it under another name.

use std::fs;
use std::path::{Path, PathBuf};

use game::GameId;
use rusqlite::types::ToSql;
use rusqlite::{Connection, OptionalExtension, params_from_iter};

use super::backup::{self, BackupContents, BackupError};
use super::checkup::OF_GAMES;
use super::rows::{IndexedColumns, MoveColumns};
use super::salvage::{self, SalvagedTable};
use super::{chain, competitions, open, rollback, simuls, write};
use crate::{AtomicFile, CompetitionSummary, DataDirectory, StoreError, Summary, durable};

/// The suffix of the copy while it is being repaired.
const SUFFIX: &str = ".repairing";

/// A copy of a library that is being repaired.
#[derive(Debug)]
pub struct Repair {
    connection: Connection,
    library: PathBuf,
    copy: PathBuf,
}

impl Repair {
    /// Copies what can be read of the library in a directory.
    ///
    /// # Errors
    /// When nothing can be read, or the copy cannot be written.
    pub fn start(directory: &DataDirectory) -> Result<(Repair, Vec<SalvagedTable>), StoreError> {
        let library = directory.database();
        let copy = durable::with_suffix(&library, SUFFIX);
        let unwritable = |error: std::io::Error| StoreError::File {
            path: copy.clone(),
            reason: error.to_string(),
        };
        backup::remove(&copy).map_err(unwritable)?;
        durable::create_file(&copy).map_err(unwritable)?;
        let (connection, tables) = salvage::salvage(&library, &copy)?;
        Ok((Repair { connection, library, copy }, tables))
    }

    /// The copy.
    pub fn path(&self) -> &Path {
        &self.copy
    }

    /// Cuts a game off after a version and rewrites its row.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn rewrite_game(
        &self,
        id: &GameId,
        version: u32,
        summary: &Summary,
    ) -> Result<(), StoreError> {
        let (number, _) =
            write::find(&self.connection, id)?.ok_or_else(|| StoreError::Unknown(id.clone()))?;
        for table in ["record", "request"] {
            let sql = format!("DELETE FROM {table} WHERE game = ?1 AND version > ?2");
            self.connection.execute(&sql, (number, version))?;
        }
        let (columns, indexed) = (MoveColumns::new(summary)?, IndexedColumns::new(summary)?);
        let MoveColumns { plies, last_played, fen } = &columns;
        let sql = "UPDATE game SET white = ?1, black = ?2, result = ?3, status = ?4, \
                   created = ?5, resume_on_start = ?6, white_key = ?7, black_key = ?8, eco = ?9, \
                   opening = ?10, search = ?11, version = ?12, plies = ?13, last_played = ?14, \
                   fen = ?15 WHERE number = ?16";
        let rest: [&dyn ToSql; 5] = [&version, plies, last_played, fen, &number];
        let values = params_from_iter(indexed.values().into_iter().chain(rest));
        self.connection.execute(sql, values)?;
        chain::write(&self.connection, id.as_str(), number).map(drop)
    }

    /// Computes the checksums of a game from what is stored.
    ///
    /// # Errors
    /// When there is no such game, or the copy cannot be written.
    pub fn add_checksums(&self, id: &GameId) -> Result<(), StoreError> {
        let (number, _) =
            write::find(&self.connection, id)?.ok_or_else(|| StoreError::Unknown(id.clone()))?;
        chain::write(&self.connection, id.as_str(), number).map(drop)
    }

    /// Takes a game out of the copy. The original has it still.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn remove_game(&self, id: &str) -> Result<(), StoreError> {
        let sql = "SELECT number FROM game WHERE id = ?1";
        let number = self.connection.query_row(sql, [id], |row| row.get::<_, i64>(0)).optional()?;
        for table in OF_GAMES {
            let sql = format!("DELETE FROM {table} WHERE game = ?1");
            self.connection.execute(&sql, [number])?;
        }
        self.connection.execute("DELETE FROM game WHERE number = ?1", [number])?;
        Ok(())
    }

    /// Takes a study out of the copy. The original has it still.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn remove_study(&self, id: &str) -> Result<(), StoreError> {
        self.connection.execute("DELETE FROM study WHERE id = ?1", [id])?;
        Ok(())
    }

    /// Cuts a competition off after a version and rewrites its row; without a summary it is taken
    /// out of the copy.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn cut_competition(
        &self,
        id: &str,
        version: u32,
        summary: Option<&CompetitionSummary>,
    ) -> Result<(), StoreError> {
        competitions::cut(&self.connection, id, version, summary)
    }

    /// Takes a demonstration board out of the copy. The original has it still.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn remove_demonstration(&self, id: &str) -> Result<(), StoreError> {
        self.connection.execute("DELETE FROM demonstration WHERE id = ?1", [id])?;
        Ok(())
    }

    /// Takes a simul out of the copy. The original has it still, and its games stay.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn remove_simul(&self, id: &str) -> Result<(), StoreError> {
        simuls::remove(&self.connection, id)
    }

    /// Removes the rows whose game is not there.
    ///
    /// # Errors
    /// When the copy cannot be written.
    pub fn remove_orphans(&self) -> Result<(), StoreError> {
        for table in OF_GAMES {
            let sql = format!("DELETE FROM {table} WHERE game NOT IN (SELECT number FROM game)");
            self.connection.execute(&sql, [])?;
        }
        Ok(())
    }

    /// Runs changes in one transaction.
    ///
    /// # Errors
    /// The error of the changes, or when the copy cannot be written.
    pub fn change(
        &self,
        changes: impl FnOnce(&Repair) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        changes(self)?;
        self.connection.execute_batch("COMMIT")?;
        Ok(())
    }

    /// Verifies the copy and puts it in the place of the library. The original stays beside it,
    /// under the name that is returned.
    ///
    /// # Errors
    /// When the copy is not intact, or a file cannot be moved; the library is unchanged.
    pub fn finish(self, label: &str) -> Result<(PathBuf, BackupContents), BackupError> {
        let Repair { connection, library, copy } = self;
        connection.close().map_err(|(_, error)| BackupError::Copy(error.into()))?;
        let contents = backup::verify(&copy)?;
        let kept = library.with_file_name(format!("library-damaged-{label}.db"));
        let failed = |error: std::io::Error| {
            BackupError::Copy(StoreError::File { path: kept.clone(), reason: error.to_string() })
        };
        keep_original(&library, &kept).map_err(failed)?;
        // The log of the original would be applied to the copy.
        for suffix in open::COMPANIONS {
            durable::remove_if_exists(&durable::with_suffix(&library, suffix)).map_err(failed)?;
        }
        rollback::forget(&library).map_err(failed)?;
        fs::File::open(&copy)
            .and_then(|file| durable::rename(&file, &copy, &library))
            .map_err(failed)?;
        Ok((kept, contents))
    }
}

/// Copies the original, with its log, to another name. A link would be quicker, but not every disk
/// has them.
fn keep_original(library: &Path, kept: &Path) -> std::io::Result<()> {
    for suffix in ["-wal", ""] {
        let (from, to) =
            (durable::with_suffix(library, suffix), durable::with_suffix(kept, suffix));
        if !from.exists() {
            continue;
        }
        if to.exists() {
            return Err(std::io::ErrorKind::AlreadyExists.into());
        }
        let mut file = AtomicFile::create_private(&to)?;
        std::io::copy(&mut fs::File::open(&from)?, &mut file)?;
        file.commit()?;
    }
    Ok(())
}
