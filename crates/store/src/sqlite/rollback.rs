//! Notices that a database is older than when Tabiya last used it.
//!
//! After a kill, the last changes are in `library.db-wal`. If somebody deletes that file, or puts
//! an old copy of the database in its place, `SQLite` opens what is left without a word. So a small
//! file beside the database has the number of heartbeats that the database had. It is written after
//! each heartbeat is durable in the database, so it is never ahead of it by itself: it needs no
//! sync of its own, and losing it or its last changes raises no false alarm. To restore an old copy
//! on purpose, use an empty folder or delete this file.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::checksum::Checksum;
use crate::durable;

/// The number of heartbeats of a database, and the time of the last in milliseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heartbeats {
    pub(super) count: u64,
    pub(super) at: u64,
}

/// A database is older than when Tabiya last used it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rollback {
    /// How many heartbeats are missing: about as many seconds of a running server.
    pub heartbeats: u64,
}

impl fmt::Display for Rollback {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (amount, unit) = match self.heartbeats {
            seconds @ 0..120 => (seconds, "seconds"),
            seconds @ 120..7_200 => (seconds / 60, "minutes"),
            seconds => (seconds / 3_600, "hours"),
        };
        write!(
            f,
            "the library is older than when Tabiya last used it: about {amount} {unit} of changes \
             are missing; was library.db-wal deleted, or an older copy put in its place?"
        )
    }
}

/// The file beside the database.
#[derive(Debug)]
pub(super) struct HeartbeatFile {
    path: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    count: u64,
    /// Opened for the first heartbeat.
    file: Option<File>,
}

impl HeartbeatFile {
    /// The file beside a database that has had so many heartbeats.
    pub(super) fn new(database: &Path, count: u64) -> HeartbeatFile {
        HeartbeatFile { path: path(database), state: Mutex::new(State { count, file: None }) }
    }

    /// Counts a heartbeat that is durable in the database.
    pub(super) fn beat(&self, at: u64) -> io::Result<()> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.count += 1;
        let line = line(Heartbeats { count: state.count, at });
        let file = match &mut state.file {
            Some(file) => file,
            none => none.insert(durable::open_or_create(&self.path)?),
        };
        file.seek(SeekFrom::Start(0))?;
        file.write_all(line.as_bytes())
    }
}

impl Drop for HeartbeatFile {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(PoisonError::into_inner);
        // What the file says too little raises no alarm.
        let _ = state.file.as_ref().map(File::sync_all);
    }
}

/// Compares a database with the file beside it.
pub(super) fn rollback(database: &Path, found: Heartbeats) -> Option<Rollback> {
    let expected = read(&path(database))?;
    let heartbeats = expected.count.checked_sub(found.count).filter(|missing| *missing > 0)?;
    Some(Rollback { heartbeats })
}

/// Forgets how many heartbeats a database had, since another takes its place on purpose.
pub(super) fn forget(database: &Path) -> io::Result<()> {
    durable::remove_if_exists(&path(database))
}

fn path(database: &Path) -> PathBuf {
    database.with_extension("heartbeat")
}

/// What the file says; nothing when it cannot be read or was written in part.
fn read(path: &Path) -> Option<Heartbeats> {
    let text = fs::read_to_string(path).ok()?;
    let mut words = text.split_whitespace();
    let mut number = || words.next()?.parse().ok();
    let heartbeats = Heartbeats { count: number()?, at: number()? };
    (line(heartbeats) == text).then_some(heartbeats)
}

/// Always of the same length, so that each line covers the one before.
fn line(Heartbeats { count, at }: Heartbeats) -> String {
    let checksum = Checksum::of_log("heartbeats").next(&[&count.to_le_bytes(), &at.to_le_bytes()]);
    format!("{count:020} {at:020} {:016x}\n", checksum.column())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_whole_file_with_more_heartbeats_is_an_alarm() {
        let directory = tempfile::tempdir().unwrap();
        let database = directory.path().join("library.db");
        let found = |count| rollback(&database, Heartbeats { count, at: 0 });
        assert_eq!(found(0), None, "there is no file");
        let file = HeartbeatFile::new(&database, 6);
        file.beat(1_000).unwrap();
        file.beat(2_000).unwrap();
        drop(file);
        for (count, missing) in [(9, None), (8, None), (7, Some(1)), (0, Some(8))] {
            assert_eq!(found(count).map(|rollback| rollback.heartbeats), missing, "{count}");
        }
        let text = fs::read_to_string(path(&database)).unwrap();
        for broken in [&text[1..], &text[..30], "", &text.replace('8', "9")] {
            fs::write(path(&database), broken).unwrap();
            assert_eq!(found(0), None, "{broken:?}");
        }
    }

    #[test]
    fn the_loss_is_told_in_plain_words() {
        for (heartbeats, words) in
            [(1, "1 seconds"), (119, "119 seconds"), (121, "2 minutes"), (86_400, "24 hours")]
        {
            let text = Rollback { heartbeats }.to_string();
            assert!(text.contains(&format!("about {words} of changes are missing")), "{text}");
        }
    }
}
