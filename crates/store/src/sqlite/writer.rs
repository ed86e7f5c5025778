//! The writing thread: many jobs in one transaction, each in a savepoint so that it can fail alone.

use std::io;
use std::iter;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use rusqlite::{Connection, Transaction, TransactionBehavior};
use tokio::sync::oneshot;

use super::Settings;
use super::lanes::{First, Lanes};
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
    watch: Arc<Watch>,
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
    /// Starts the thread. Nothing is written while a watched file is gone.
    pub(super) fn start(
        mut connection: Connection,
        watch: Arc<Watch>,
        settings: Settings,
    ) -> io::Result<Writer> {
        let lanes = Arc::new(Lanes::new(settings.queue));
        let jobs = Arc::clone(&lanes);
        let thread = thread::Builder::new().name("store-writer".into());
        let thread = thread.spawn(move || {
            // After a panic nobody would answer.
            let _closed = CloseOnDrop(&jobs);
            run(&mut connection, &jobs, settings.group);
        })?;
        Ok(Writer { lanes, thread: Some(thread), watch })
    }

    /// Queues a job; the reply comes when it is durable.
    pub(super) async fn submit<T>(
        &self,
        make: impl FnOnce(ReplySender<T>) -> Job,
    ) -> Result<T, StoreError> {
        self.watch.allow_writing()?;
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

    /// Runs statements in a transaction of their own, when nothing else waits.
    pub(super) async fn write_bulk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.watch.allow_writing()?;
        let (reply, result) = oneshot::channel();
        self.lanes.push_bulk(Job::other(reply, work))?;
        result.await.unwrap_or(Err(StoreError::Closed))
    }
}

/// Closes the lanes when the thread ends.
struct CloseOnDrop<'a>(&'a Lanes<Job>);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
        while self.0.take().is_some() {}
    }
}

fn run(connection: &mut Connection, lanes: &Lanes<Job>, group: usize) {
    while let Some(first) = lanes.take() {
        match first {
            First::Urgent(first) => {
                let more = iter::from_fn(|| lanes.take_more()).take(group.saturating_sub(1));
                write_group(connection, iter::once(first).chain(more));
            }
            First::Bulk(job) => write_group(connection, iter::once(job)),
        }
    }
}

/// Runs jobs in one transaction, and sends their replies once it is on disk.
fn write_group(connection: &mut Connection, jobs: impl Iterator<Item = Job>) {
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let mut transaction = match begun.map_err(StoreError::from) {
        Ok(transaction) => transaction,
        Err(error) => return jobs.for_each(|job| job.fail(error.clone())),
    };
    let completions: Vec<Completion> = jobs.map(|job| job.run(&mut transaction)).collect();
    let committed = transaction.commit().map_err(StoreError::from);
    for complete in completions {
        complete(committed.clone());
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

    fn fail(self, error: StoreError) {
        match self {
            Job::Create(_, reply) | Job::Heartbeat(_, reply) => drop(reply.send(Err(error))),
            Job::Append(_, reply) => drop(reply.send(Err(error))),
            Job::Other(work) => work(Err(error.clone()))(Err(error)),
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
