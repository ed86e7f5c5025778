//! The writing thread: many jobs in one transaction, each in a savepoint so that it can fail alone.
//!
//! When a commit fails, the transaction may be on disk or not: an `fsync` that reported an error
//! can have written everything, and the next one reports success whatever it has written. So the
//! jobs are answered with [`StoreError::Unconfirmed`], and nothing that this connection believes is
//! used any more: it is closed, and the next jobs get a new one. It writes over what the failed
//! transaction left in the log, so a job that is repeated is stored once.

use std::io;
use std::iter;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::Settings;
use super::checkpoint::Checkpointer;
use super::lanes::{First, Lanes};
use super::open;
use super::queue::ReplySender;
use super::watch::Watch;
use super::write::{self, PreparedEntry, PreparedGame};
use crate::{AppendOutcome, StoreError};

/// Something to write, and where the result goes.
pub(super) enum Job {
    /// A new game.
    Create(PreparedGame, ReplySender<()>),
    /// Records of a game.
    Append(PreparedEntry, ReplySender<AppendOutcome>),
    /// That the server is there.
    Heartbeat(i64, ReplySender<()>),
    /// Anything else.
    Other(Task),
}

/// Writes something in a transaction, or is given the reason why there is none.
type Task = Box<dyn FnOnce(Result<&mut Transaction, StoreError>) -> Completion + Send>;

/// The only writing connection, with its thread.
pub(super) struct Writer {
    lanes: Arc<Lanes<Job>>,
    thread: Option<JoinHandle<()>>,
    /// None on a simulated disk. It is only kept to be dropped, after the thread above has ended.
    _checkpointer: Option<Checkpointer>,
    /// None on a simulated disk.
    watch: Option<Arc<Watch>>,
}

impl Drop for Writer {
    /// Waits until all accepted jobs are done.
    fn drop(&mut self) {
        self.lanes.close();
        // A thread that panicked has nothing left to wait for.
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

impl Writer {
    /// Starts the threads. Nothing is written while a watched file is gone.
    pub(super) fn start(
        path: &Path,
        mut connection: Connection,
        watch: Arc<Watch>,
        settings: Settings,
    ) -> io::Result<Writer> {
        let lanes = Arc::new(Lanes::new(settings.queue));
        let jobs = Arc::clone(&lanes);
        let (checkpointer, wake) = Checkpointer::start(path)?;
        wake.call_from(&mut connection).map_err(io::Error::other)?;
        let path = path.to_owned();
        let reopen = move || {
            let mut connection = open::writer_again(&path)?;
            wake.call_from(&mut connection)?;
            Ok(connection)
        };
        let mut database = Database { connection: Some(connection), reopen };
        let thread = thread::Builder::new().name("store-writer".into());
        let thread = thread.spawn(move || {
            // After a panic nobody would answer.
            let _closed = CloseOnDrop(&jobs);
            run(&mut database, &jobs, settings.group);
        })?;
        let (thread, watch) = (Some(thread), Some(watch));
        Ok(Writer { lanes, thread, _checkpointer: Some(checkpointer), watch })
    }

    /// A writer whose jobs a simulation runs.
    #[cfg(feature = "simulation")]
    pub(super) fn simulated(lanes: Arc<Lanes<Job>>) -> Writer {
        Writer { lanes, thread: None, _checkpointer: None, watch: None }
    }

    /// Queues a job; the reply comes when it is durable.
    pub(super) async fn submit<T>(
        &self,
        make: impl FnOnce(ReplySender<T>) -> Job,
    ) -> Result<T, StoreError> {
        self.watch.as_ref().map_or(Ok(()), |watch| watch.allow_writing())?;
        let (reply, result) = oneshot::channel();
        self.lanes.push(make(reply))?;
        result.await.unwrap_or(Err(StoreError::Closed))
    }

    /// Runs statements in the next transaction.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.submit(|reply| Job::other(reply, work)).await
    }

    /// Runs statements when nothing else waits, each item on its own. The first error is returned
    /// at once; the items after it may still be written.
    pub(super) async fn write_bulk<T, W>(
        &self,
        work: impl Iterator<Item = W>,
    ) -> Result<Vec<T>, StoreError>
    where
        T: Send + 'static,
        W: FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    {
        self.watch.as_ref().map_or(Ok(()), |watch| watch.allow_writing())?;
        let (jobs, results): (Vec<_>, Vec<_>) = work.map(with_reply).unzip();
        self.lanes.push_bulk(jobs)?;
        let mut outcomes = Vec::with_capacity(results.len());
        for result in results {
            outcomes.push(result.await.unwrap_or(Err(StoreError::Closed))?);
        }
        Ok(outcomes)
    }
}

/// A job, and where its result comes.
fn with_reply<T: Send + 'static>(
    work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
) -> (Job, oneshot::Receiver<Result<T, StoreError>>) {
    let (reply, result) = oneshot::channel();
    (Job::other(reply, work), result)
}

/// Closes the lanes when the thread ends.
struct CloseOnDrop<'a>(&'a Lanes<Job>);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
        while self.0.take().is_some() {}
    }
}

/// The connection, and how to get another one.
pub(super) struct Database<F> {
    /// None after a commit that was not confirmed.
    pub(super) connection: Option<Connection>,
    pub(super) reopen: F,
}

impl<F: Fn() -> rusqlite::Result<Connection>> Database<F> {
    /// Begins a transaction, over a new connection if the last one is not to be trusted.
    fn begin(&mut self) -> rusqlite::Result<Transaction<'_>> {
        let connection = match &mut self.connection {
            Some(connection) => connection,
            closed => closed.insert((self.reopen)()?),
        };
        connection.transaction_with_behavior(TransactionBehavior::Immediate)
    }
}

fn run(
    database: &mut Database<impl Fn() -> rusqlite::Result<Connection>>,
    lanes: &Lanes<Job>,
    group: usize,
) {
    while let Some(first) = lanes.take() {
        let (started, is_bulk) = (Instant::now(), matches!(first, First::Bulk(_)));
        write_next(database, lanes, first, group, lanes.bulk_group()).reply();
        if is_bulk {
            lanes.bulk_done(started);
        }
    }
}

/// Writes a job and those that join it in one transaction: at most so many urgent ones and so many
/// bulk ones.
pub(super) fn write_next(
    database: &mut Database<impl Fn() -> rusqlite::Result<Connection>>,
    lanes: &Lanes<Job>,
    first: First<Job>,
    group: usize,
    bulk_group: usize,
) -> WrittenGroup {
    match first {
        First::Urgent(first) => {
            let more = iter::from_fn(|| lanes.take_urgent()).take(group.saturating_sub(1));
            write_group(database, iter::once(first).chain(more), commit)
        }
        First::Bulk(first) => {
            let more = iter::from_fn(|| lanes.take_bulk()).take(bulk_group.saturating_sub(1));
            let urgent = iter::from_fn(|| lanes.take_urgent()).take(group);
            write_group(database, iter::once(first).chain(more).chain(urgent), commit)
        }
    }
}

/// Jobs that ran in one transaction, and the result of its commit.
#[must_use = "the jobs wait for their replies"]
pub(super) struct WrittenGroup {
    completions: Vec<Completion>,
    committed: Result<(), StoreError>,
}

impl WrittenGroup {
    /// Sends the replies.
    pub(super) fn reply(self) {
        for complete in self.completions {
            complete(self.committed.clone());
        }
    }
}

/// Runs jobs in one transaction. It is on disk when this returns, unless the commit failed.
fn write_group(
    database: &mut Database<impl Fn() -> rusqlite::Result<Connection>>,
    jobs: impl Iterator<Item = Job>,
    commit: impl FnOnce(Transaction) -> rusqlite::Result<()>,
) -> WrittenGroup {
    let mut transaction = match database.begin().map_err(StoreError::from) {
        Ok(transaction) => transaction,
        Err(error) => {
            let completions = jobs.map(|job| job.fail(error.clone())).collect();
            return WrittenGroup { completions, committed: Err(error) };
        }
    };
    let completions: Vec<Completion> = jobs.map(|job| job.run(&mut transaction)).collect();
    let committed = commit(transaction).map_err(commit_error);
    if let Err(StoreError::Unconfirmed(_)) = committed {
        database.connection = None;
    }
    WrittenGroup { completions, committed }
}

fn commit(transaction: Transaction) -> rusqlite::Result<()> {
    transaction.commit()
}

/// What a failed commit means. A lock, a full disk and a violated constraint stop a transaction
/// before it is complete in the log; after anything else it may be there.
fn commit_error(error: rusqlite::Error) -> StoreError {
    use ErrorCode::{ConstraintViolation, DatabaseBusy, DiskFull};
    match error.sqlite_error_code() {
        Some(ConstraintViolation | DatabaseBusy | DiskFull) => error.into(),
        _ => StoreError::Unconfirmed(error.to_string()),
    }
}

/// Sends the reply of a job, given the result of the commit.
type Completion = Box<dyn FnOnce(Result<(), StoreError>)>;

impl Job {
    fn other<T: Send + 'static>(
        reply: ReplySender<T>,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Job {
        Job::Other(Box::new(move |transaction| {
            completion(reply, transaction.and_then(|transaction| attempt(transaction, work)))
        }))
    }

    fn run(self, transaction: &mut Transaction) -> Completion {
        match self {
            Job::Create(game, reply) => {
                let write = |connection: &Connection| game.write(connection).map(drop);
                completion(reply, attempt(transaction, write))
            }
            Job::Append(entry, reply) => {
                completion(reply, attempt(transaction, |connection| entry.write(connection)))
            }
            Job::Heartbeat(at, reply) => completion(
                reply,
                attempt(transaction, |connection| write::heartbeat(connection, at)),
            ),
            Job::Other(work) => work(Ok(transaction)),
        }
    }

    fn fail(self, error: StoreError) -> Completion {
        match self {
            Job::Create(_, reply) | Job::Heartbeat(_, reply) => completion(reply, Err(error)),
            Job::Append(_, reply) => completion(reply, Err(error)),
            Job::Other(work) => work(Err(error)),
        }
    }
}

fn completion<T: 'static>(reply: ReplySender<T>, outcome: Result<T, StoreError>) -> Completion {
    Box::new(move |committed| drop(reply.send(committed.and(outcome))))
}

/// Runs one job so that it leaves nothing behind if it fails.
fn attempt<T>(
    transaction: &mut Transaction,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // A full disk can roll back the whole transaction. Later jobs would then be committed on their
    // own, although they are reported as failed.
    if transaction.is_autocommit() {
        return Err(StoreError::Database("the transaction was rolled back".into()));
    }
    let savepoint = transaction.savepoint()?;
    let outcome = work(&savepoint)?;
    savepoint.commit()?;
    Ok(outcome)
}

#[cfg(test)]
mod tests {
    use rusqlite::ffi;

    use super::*;

    fn failure(code: i32) -> rusqlite::Error {
        rusqlite::Error::SqliteFailure(ffi::Error::new(code), None)
    }

    #[test]
    fn a_commit_that_may_be_on_disk_is_unconfirmed() {
        for (code, is_unconfirmed) in [
            (ffi::SQLITE_IOERR_FSYNC, true),
            (ffi::SQLITE_IOERR_WRITE, true),
            (ffi::SQLITE_CORRUPT, true),
            (ffi::SQLITE_FULL, false),
            (ffi::SQLITE_BUSY, false),
            (ffi::SQLITE_CONSTRAINT_FOREIGNKEY, false),
        ] {
            let error = commit_error(failure(code));
            assert_eq!(matches!(error, StoreError::Unconfirmed(_)), is_unconfirmed, "{error}");
        }
    }

    /// An `fsync` that fails after everything was written.
    #[test]
    fn a_commit_with_a_failed_fsync_is_unconfirmed_and_closes_the_connection() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("test.db");
        let open = || Connection::open(&path);
        let mut database = Database { connection: Some(open().unwrap()), reopen: open };
        let write = |database: &mut Database<_>, sql: &'static str, fails: bool| {
            let (reply, mut result) = oneshot::channel();
            let work = |connection: &Connection| Ok(connection.execute(sql, [])?);
            let job = Job::Other(Box::new(move |transaction| {
                completion(reply, transaction.and_then(|transaction| attempt(transaction, work)))
            }));
            write_group(database, iter::once(job), |transaction| {
                transaction.commit()?;
                if fails { Err(failure(ffi::SQLITE_IOERR_FSYNC)) } else { Ok(()) }
            })
            .reply();
            result.try_recv().unwrap()
        };
        assert_eq!(write(&mut database, "CREATE TABLE t (a UNIQUE)", false), Ok(0));
        let insert = "INSERT OR IGNORE INTO t VALUES (1)";
        let answer = write(&mut database, insert, true);
        assert!(matches!(answer, Err(StoreError::Unconfirmed(_))), "{answer:?}");
        assert!(database.connection.is_none());
        assert_eq!(write(&mut database, insert, false), Ok(0), "it was stored");
    }

    /// A move that comes while the first game of an import is written is stored before the second
    /// game, in the same transaction.
    #[test]
    fn a_move_joins_the_transaction_of_an_import() {
        let open = || Connection::open_in_memory();
        let connection = open().unwrap();
        connection.execute_batch("CREATE TABLE t (name TEXT)").unwrap();
        let mut database = Database { connection: Some(connection), reopen: open };
        let insert = |name: &'static str| {
            move |connection: &Connection| {
                Ok(connection.execute("INSERT INTO t VALUES (?1)", [name])?)
            }
        };
        let lanes = Arc::new(Lanes::new(4));
        let (played, mut result) = with_reply(insert("move"));
        let play = Arc::clone(&lanes);
        let (first, _) = with_reply(move |connection: &Connection| {
            play.push(played)?;
            insert("game 1")(connection)
        });
        let (second, _) = with_reply(insert("game 2"));
        lanes.push_bulk([first, second]).unwrap();

        let first = lanes.take().unwrap();
        write_next(&mut database, &lanes, first, 4, 2).reply();
        assert_eq!(result.try_recv().unwrap(), Ok(1));
        let connection = database.connection.as_ref().unwrap();
        let sql = "SELECT group_concat(name, ', ') FROM t";
        let names: String = connection.query_row(sql, [], |row| row.get(0)).unwrap();
        assert_eq!(names, "game 1, move");
    }

    #[test]
    fn jobs_fail_while_the_database_cannot_be_opened_again() {
        let reopen = || Err(failure(ffi::SQLITE_CANTOPEN));
        let mut database = Database { connection: None, reopen };
        let (reply, mut result) = oneshot::channel();
        write_group(&mut database, iter::once(Job::Heartbeat(1, reply)), commit).reply();
        let answer = result.try_recv().unwrap();
        assert!(matches!(answer, Err(StoreError::Database(_))), "{answer:?}");
    }
}
