//! Backups in a directory: their names, and which of them are old enough to go.
//!
//! A backup is named after its time, so that names sort by age and nothing but the directory has to
//! be remembered. Old backups are removed only after a new one was verified. A copy of a library
//! with damaged games is kept apart, the newest one only, and removes none of the others: they may
//! have those games intact.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use game::Timestamp;

use super::backup::{self, BackupContents, BackupError, back_up};
use crate::{StoreError, durable};

const PREFIX: &str = "library-";
const SUFFIX: &str = ".db";
const DAMAGED_SUFFIX: &str = ".damaged.db";
const TIME: &str = "%Y-%m-%dT%H%M%SZ";

/// Where backups go, and how many are kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rotation {
    /// The directory, which is created if necessary.
    pub directory: PathBuf,
    /// How many backups are kept, at least one.
    pub keep: usize,
}

/// A backup that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeBackup {
    /// The file.
    pub path: PathBuf,
    /// What it contains.
    pub contents: BackupContents,
    /// Old backups that were removed.
    pub removed: Vec<PathBuf>,
}

impl Rotation {
    /// Backs up a database, verifies the copy, and then removes the oldest backups.
    ///
    /// # Errors
    /// When the copy cannot be written or is not intact; nothing is removed.
    pub fn run(&self, library: &Path, now: Timestamp) -> Result<MadeBackup, BackupError> {
        durable::create_directory(&self.directory).map_err(|error| self.unusable(&error))?;
        self.remove_leftovers().map_err(|error| self.unusable(&error))?;
        let mut path = self.directory.join(file_name(now, SUFFIX));
        let contents = back_up(library, &path)?;
        let is_damaged = !contents.damaged.is_empty();
        if is_damaged {
            let apart = self.directory.join(file_name(now, DAMAGED_SUFFIX));
            fs::rename(&path, &apart).map_err(|error| self.unusable(&error))?;
            path = apart;
        }
        let removed = self.remove_old(is_damaged).map_err(|error| self.unusable(&error))?;
        Ok(MadeBackup { path, contents, removed })
    }

    /// How long until the next backup is due: at once without one.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn due_in(&self, every: Duration, now: Timestamp) -> io::Result<Duration> {
        let newest = [SUFFIX, DAMAGED_SUFFIX]
            .into_iter()
            .map(|suffix| Ok(self.backups(suffix)?.pop().and_then(|path| time(&path))))
            .collect::<io::Result<Vec<_>>>()?;
        let Some(newest) = newest.into_iter().flatten().max() else { return Ok(Duration::ZERO) };
        // A backup from the future, by a clock that was wrong, counts as made now.
        let age = Duration::from_millis(now.0.saturating_sub(newest.0));
        Ok(every.saturating_sub(age))
    }

    /// The backups with a suffix, the oldest first.
    fn backups(&self, suffix: &str) -> io::Result<Vec<PathBuf>> {
        let entries = match fs::read_dir(&self.directory) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let paths = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
        let is_backup =
            |path: &PathBuf| time(path).is_some_and(|at| path.ends_with(file_name(at, suffix)));
        let mut backups: Vec<_> = paths.into_iter().filter(is_backup).collect();
        backups.sort();
        Ok(backups)
    }

    fn remove_old(&self, is_damaged: bool) -> io::Result<Vec<PathBuf>> {
        let (suffix, keep) =
            if is_damaged { (DAMAGED_SUFFIX, 1) } else { (SUFFIX, self.keep.max(1)) };
        let mut old = self.backups(suffix)?;
        old.truncate(old.len().saturating_sub(keep));
        old.iter().try_for_each(|path| durable::remove_if_exists(path))?;
        Ok(old)
    }

    fn remove_leftovers(&self) -> io::Result<()> {
        let is_ours = |path: &PathBuf| {
            path.file_name()
                .and_then(|name| name.to_str())
                .is_some_and(|name| name.starts_with(PREFIX))
        };
        let leftovers = backup::leftovers(&self.directory)?;
        leftovers.iter().filter(|path| is_ours(path)).try_for_each(|path| backup::remove(path))
    }

    fn unusable(&self, error: &io::Error) -> BackupError {
        let path = self.directory.clone();
        BackupError::Copy(StoreError::File { path, reason: error.to_string() })
    }
}

fn file_name(at: Timestamp, suffix: &str) -> String {
    let at = i64::try_from(at.0).ok().and_then(|at| jiff::Timestamp::from_millisecond(at).ok());
    format!("{PREFIX}{}{suffix}", at.unwrap_or(jiff::Timestamp::MAX).strftime(TIME))
}

/// The time in the name of a backup, to the second.
fn time(path: &Path) -> Option<Timestamp> {
    let name = path.file_name()?.to_str()?.strip_prefix(PREFIX)?;
    let text = name.strip_suffix(DAMAGED_SUFFIX).or_else(|| name.strip_suffix(SUFFIX))?;
    let at = jiff::civil::DateTime::strptime(TIME, text).ok()?;
    let at = at.to_zoned(jiff::tz::TimeZone::UTC).ok()?.timestamp().as_millisecond();
    u64::try_from(at).ok().map(Timestamp)
}
