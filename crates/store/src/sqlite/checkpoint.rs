//! Moves what was written from the log into the database (a checkpoint), on a thread of its own.
//!
//! `SQLite` would do it in the commit that makes the log long, and everybody would wait for it. A
//! passive checkpoint on another connection goes on beside the writer. When it has moved
//! everything, the writer starts over at the beginning of the log. If it falls behind, the writer
//! helps, so the log stays bounded.

use std::io;
use std::path::Path;
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::thread::{self, JoinHandle};

use rusqlite::Connection;
use rusqlite::hooks::Wal;
use rusqlite::wal::CheckpointMode;

use super::open;

/// The length of the log, in pages, at which the thread is woken up.
const LENGTH: i32 = 1_000;
/// The length at which the writer moves the pages itself.
const MAX_LENGTH: i32 = 8_000;

/// The thread. It ends when every [`Wake`] and every connection that uses one is gone; dropping
/// this waits for that.
pub(super) struct Checkpointer {
    thread: Option<JoinHandle<()>>,
}

/// Wakes the thread up.
pub(super) struct Wake(SyncSender<()>);

impl Drop for Checkpointer {
    fn drop(&mut self) {
        // A thread that panicked has nothing left to wait for.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Checkpointer {
    /// Starts the thread, for a database that is open already.
    pub(super) fn start(path: &Path) -> io::Result<(Checkpointer, Wake)> {
        let connection = open::writer_again(path).map_err(io::Error::other)?;
        let (sender, requests) = mpsc::sync_channel(1);
        let thread = thread::Builder::new().name("store-checkpoint".into());
        let thread = thread.spawn(move || run(&connection, &requests))?;
        Ok((Checkpointer { thread: Some(thread) }, Wake(sender)))
    }
}

impl Wake {
    /// Wakes the thread up when a commit of this connection makes the log long.
    pub(super) fn call_from(&self, connection: &mut Connection) -> rusqlite::Result<()> {
        let sender = self.0.clone();
        connection.wal_hook(Some(move |log: &mut Wal, length: i32| {
            if length >= MAX_LENGTH {
                // The commit is on disk whatever happens here. The next one tries again.
                let _ = log.checkpoint();
            } else if length >= LENGTH {
                // If it is awake already, that is enough.
                let _ = sender.try_send(());
            }
            Ok(())
        }))
    }
}

fn run(connection: &Connection, requests: &Receiver<()>) {
    while requests.recv().is_ok() {
        // The pages stay in the log if it fails, and the next request tries again.
        let _ = connection.wal_checkpoint_v2(None::<&str>, CheckpointMode::PASSIVE);
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    const PAGE: u64 = 4096;

    /// A database in a new directory, and its writing connection.
    fn database() -> (tempfile::TempDir, std::path::PathBuf, Connection) {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.db");
        let connection = open::writer(&path).unwrap();
        connection.execute_batch("CREATE TABLE blob_table (bytes BLOB)").unwrap();
        (directory, path, connection)
    }

    /// Commits at least this many pages, ten at a time; the disk need not keep them.
    fn write_pages(connection: &Connection, pages: i32) {
        connection.pragma_update(None, "synchronous", "OFF").unwrap();
        let sql = "INSERT INTO blob_table VALUES (zeroblob(40000))";
        for _ in 0..pages / 10 {
            connection.execute(sql, []).unwrap();
        }
    }

    #[test]
    fn pages_are_moved_while_the_writer_goes_on() {
        let (_directory, path, mut connection) = database();
        let (_checkpointer, wake) = Checkpointer::start(&path).unwrap();
        wake.call_from(&mut connection).unwrap();
        drop(wake);
        write_pages(&connection, LENGTH + 10);
        let deadline = Instant::now() + Duration::from_secs(20);
        let is_moved = || path.metadata().unwrap().len() >= LENGTH as u64 * PAGE;
        while !is_moved() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        // Before the assertion: the thread would not end while this connection can wake it up.
        drop(connection);
        assert!(is_moved());
    }

    #[test]
    fn the_writer_moves_the_pages_of_a_log_that_is_too_long() {
        let (_directory, path, mut connection) = database();
        // There is no thread.
        let (sender, _requests) = mpsc::sync_channel(1);
        Wake(sender).call_from(&mut connection).unwrap();
        write_pages(&connection, MAX_LENGTH / 2);
        assert!(path.metadata().unwrap().len() < LENGTH as u64 * PAGE);
        write_pages(&connection, MAX_LENGTH / 2);
        assert!(path.metadata().unwrap().len() > MAX_LENGTH as u64 / 2 * PAGE);
    }
}
