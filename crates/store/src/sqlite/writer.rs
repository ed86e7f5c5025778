//! The writing thread: many jobs in one transaction, each in a savepoint so that it can fail alone.

use std::io;
use std::iter;
use std::sync::mpsc::{self, Receiver};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::Settings;
use super::queue::{Queue, ReplySender};
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
pub(super) struct Writer(Queue<Job>);

impl Writer {
    /// Starts the thread.
    pub(super) fn start(mut connection: Connection, settings: Settings) -> io::Result<Writer> {
        let (sender, jobs) = mpsc::sync_channel(settings.queue);
        let mut queue = Queue::new(sender);
        queue.spawn("store-writer", move || run(&mut connection, &jobs, settings.group))?;
        Ok(Writer(queue))
    }

    /// A writer whose jobs a simulation runs.
    #[cfg(feature = "simulation")]
    pub(super) fn simulated(queue: Queue<Job>) -> Writer {
        Writer(queue)
    }

    /// Queues a job; the reply comes when it is durable.
    pub(super) async fn submit<T>(
        &self,
        make: impl FnOnce(ReplySender<T>) -> Job,
    ) -> Result<T, StoreError> {
        self.0.submit(make).await
    }

    /// Runs statements in the next transaction.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let make = |reply: ReplySender<T>| {
            Job::Other(Box::new(move |transaction| {
                completion(reply, transaction.and_then(|transaction| attempt(transaction, work)))
            }))
        };
        self.submit(make).await
    }
}

fn run(connection: &mut Connection, jobs: &Receiver<Job>, group: usize) {
    while let Ok(first) = jobs.recv() {
        let more = jobs.try_iter().take(group.saturating_sub(1));
        write_group(connection, iter::once(first).chain(more)).reply();
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
pub(super) fn write_group(
    connection: &mut Connection,
    jobs: impl Iterator<Item = Job>,
) -> WrittenGroup {
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let mut transaction = match begun.map_err(StoreError::from) {
        Ok(transaction) => transaction,
        Err(error) => {
            let completions = jobs.map(|job| job.fail(error.clone())).collect();
            return WrittenGroup { completions, committed: Err(error) };
        }
    };
    let completions = jobs.map(|job| job.run(&mut transaction)).collect();
    let committed = transaction.commit().map_err(StoreError::from);
    WrittenGroup { completions, committed }
}

/// Sends the reply of a job, given the result of the commit.
type Completion = Box<dyn FnOnce(Result<(), StoreError>)>;

impl Job {
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
