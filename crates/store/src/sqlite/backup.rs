//! Backup of a database that is in use.
//!
//! The copy is one snapshot, taken in small steps, so that moves are stored meanwhile. It is
//! written under a temporary name, verified, and renamed when it is complete and on disk. What a
//! killed backup leaves behind does not stand in the way of the next.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use rusqlite::backup::{Backup, StepResult};

use super::checkup::Checkup;
use super::open::COMPANIONS;
use super::{OpenError, inspect, open, unfinished};
use crate::{StoreError, durable};

/// Pages that are copied in one step: a megabyte, mostly.
const STEP: i32 = 256;
/// The pause after a step, in which the disk is free for moves.
const PAUSE: Duration = Duration::from_millis(2);
/// Steps after which the copy is brought to the disk, so that the system never has much to write.
const SYNC: u32 = 16;

/// What a backup contains.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BackupContents {
    /// The number of games.
    pub games: u64,
    /// The size of the file in bytes.
    pub bytes: u64,
    /// The games that are damaged in the library, and so in the copy: their ids, and what is wrong.
    pub damaged: Vec<(String, String)>,
}

/// Copies a database, also one that another process is using, to a new file, and verifies the copy.
///
/// # Errors
/// When the source is not an intact database of Tabiya, and when the copy cannot be written or
/// differs from what was written.
pub fn back_up(library: &Path, to: &Path) -> Result<BackupContents, BackupError> {
    inspect::header(library).map_err(BackupError::Library)?;
    unfinished::refuse(library).map_err(BackupError::Library)?;
    let failed = |error: rusqlite::Error| BackupError::Copy(error.into());
    let connection = open::reader(library).map_err(failed)?;
    write(to, |temporary, file| {
        copy(&connection, temporary, file).map_err(BackupError::Copy)?;
        verify(temporary)
    })
}

/// Why a backup failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BackupError {
    /// The source is not an intact database of Tabiya.
    #[error(transparent)]
    Library(OpenError),
    /// The copy cannot be written.
    #[error(transparent)]
    Copy(StoreError),
    /// The copy was written, but is not an intact database.
    #[error("the copy is damaged: {0}")]
    Verify(String),
}

impl From<StoreError> for BackupError {
    fn from(error: StoreError) -> BackupError {
        BackupError::Copy(error)
    }
}

/// Copies a snapshot of the database to a new file.
pub(super) fn backup(connection: &Connection, to: &Path) -> Result<(), StoreError> {
    write(to, |temporary, file| copy(connection, temporary, file))
}

/// Reads a whole database: its structure, and the checksums of its games.
pub(super) fn verify(path: &Path) -> Result<BackupContents, BackupError> {
    let damaged = |error: &dyn std::fmt::Display| BackupError::Verify(error.to_string());
    let checkup = Checkup::open(path).map_err(|error| damaged(&error))?;
    let findings = checkup.structure().map_err(|error| damaged(&error))?;
    if let Some(finding) = findings.first() {
        return Err(damaged(finding));
    }
    let bytes = path.metadata().map_err(|error| damaged(&error))?.len();
    let mut contents = BackupContents { bytes, ..BackupContents::default() };
    let (found, latest) = checkup.schema_version().map_err(|error| damaged(&error))?;
    if found < latest {
        // There are no checksums yet.
        contents.games = checkup.game_count().map_err(|error| damaged(&error))?;
        return Ok(contents);
    }
    let outcome = checkup.games(&mut |game| {
        contents.games += 1;
        contents.damaged.extend(game.damage.map(|error| (game.id, error.to_string())));
    });
    outcome.map_err(|error| damaged(&error))?;
    Ok(contents)
}

/// Writes a new file under a temporary name, and gives it its name when `produce` has succeeded.
fn write<T, E: From<StoreError>>(
    to: &Path,
    produce: impl FnOnce(&Path, &File) -> Result<T, E>,
) -> Result<T, E> {
    if is_taken(to) {
        return Err(StoreError::BackupExists(to.into()).into());
    }
    let temporary = durable::with_suffix(to, ".partial");
    let file = reserve(&temporary)?;
    let outcome = produce(&temporary, &file).and_then(|contents| {
        // Not earlier: closing the file would release the locks of this process.
        drop(file);
        move_into_place(&temporary, to)?;
        Ok(contents)
    });
    if outcome.is_err() {
        // The error of the copy matters more than one of removing it.
        let _ = remove(&temporary);
    }
    outcome
}

/// Whether something is at a path. An empty file is not: a backup that was killed in its last
/// moment leaves one.
fn is_taken(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| !found.is_file() || found.len() > 0)
}

fn move_into_place(temporary: &Path, to: &Path) -> Result<(), StoreError> {
    let removed = if is_taken(to) { Ok(()) } else { durable::remove_if_exists(to) };
    removed.and_then(|()| durable::move_into_place(temporary, to)).map_err(|error| {
        match error.kind() {
            io::ErrorKind::AlreadyExists => StoreError::BackupExists(to.into()),
            _ => unwritable(to, &error),
        }
    })
}

/// Creates the temporary file and locks it. One that nobody has locked was left behind by a process
/// that was killed, and is removed first.
fn reserve(temporary: &Path) -> Result<File, StoreError> {
    let failed = |error: io::Error| unwritable(temporary, &error);
    let created = match durable::create_file(temporary) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            if is_in_use(temporary) {
                return Err(StoreError::BackupRunning(temporary.into()));
            }
            remove(temporary).and_then(|()| durable::create_file(temporary))
        }
        created => created,
    };
    let file = created.map_err(failed)?;
    // Elsewhere a lock would keep this process from writing, and a file in use cannot be removed.
    if cfg!(unix) {
        file.try_lock().map_err(|_| StoreError::BackupRunning(temporary.into()))?;
    }
    Ok(file)
}

fn is_in_use(temporary: &Path) -> bool {
    let lock = File::open(temporary).map(|file| file.try_lock());
    cfg!(unix) && matches!(lock, Ok(Err(TryLockError::WouldBlock)))
}

/// Removes an unfinished copy and what lies beside it. An old journal would be applied to the next.
pub(super) fn remove(temporary: &Path) -> io::Result<()> {
    for suffix in COMPANIONS {
        durable::remove_if_exists(&durable::with_suffix(temporary, suffix))?;
    }
    durable::remove_if_exists(temporary)
}

/// Copies all pages of one snapshot. Readers do not block the writer, and the transaction keeps
/// what is written meanwhile out of the copy.
pub(super) fn copy(connection: &Connection, to: &Path, file: &File) -> Result<(), StoreError> {
    let snapshot = connection.unchecked_transaction()?;
    // A transaction begins with the first statement that reads.
    snapshot.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))?;
    let mut target = Connection::open(to)?;
    // The file is synced here, and removed if anything goes wrong.
    target.pragma_update(None, "synchronous", "OFF")?;
    let copy = Backup::new(&snapshot, &mut target)?;
    for step in 1_u32.. {
        match copy.step(STEP)? {
            StepResult::Done => break,
            StepResult::More => thread::sleep(PAUSE),
            _ => return Err(StoreError::Busy),
        }
        if step.is_multiple_of(SYNC) {
            file.sync_data().map_err(|error| unwritable(to, &error))?;
        }
    }
    drop(copy);
    target.close().map_err(|(_, error)| error)?;
    file.sync_all().map_err(|error| unwritable(to, &error))
}

/// Whether a file name is one of an unfinished backup.
pub(crate) fn is_leftover(name: &str) -> bool {
    let name = COMPANIONS.iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name);
    name.ends_with(".partial")
}

/// Unfinished backups in a directory that no process is writing.
pub(crate) fn leftovers(directory: &Path) -> io::Result<Vec<std::path::PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        if name.is_some_and(is_leftover) && !is_in_use(&path) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn unwritable(path: &Path, error: &io::Error) -> StoreError {
    StoreError::File { path: path.into(), reason: error.to_string() }
}
