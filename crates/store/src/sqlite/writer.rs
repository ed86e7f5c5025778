//! The thread that writes: many jobs in one transaction, each undone alone if it fails.

use std::io;
use std::iter;
use std::sync::mpsc::{self, Receiver};

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::Settings;
use super::queue::{Answer, Queue};
use super::write::{self, Addition, Creation};
use crate::{Appended, StoreError};

/// Something to write, and where the outcome goes.
pub(super) enum Job {
    /// A new game.
    Create(Creation, Answer<()>),
    /// Records of a game.
    Append(Addition, Answer<Appended>),
    /// That the server is there.
    Heartbeat(i64, Answer<()>),
    /// Something that is written too seldom to have a case of its own.
    Rare(Rare),
}

/// Writes something in a transaction, or hears why there is none.
type Rare = Box<dyn FnOnce(Result<&mut Transaction, StoreError>) -> News + Send>;

/// The one connection that writes, with its thread.
pub(super) struct Writer(Queue<Job>);

impl Writer {
    /// Starts the thread.
    pub(super) fn start(mut connection: Connection, settings: Settings) -> io::Result<Writer> {
        let (sender, jobs) = mpsc::sync_channel(settings.queue);
        let mut queue = Queue::new(sender);
        queue.staff("store-writer", move || run(&mut connection, &jobs, settings.group))?;
        Ok(Writer(queue))
    }

    /// Writes something; the answer comes when it is durable.
    pub(super) async fn ask<T>(
        &self,
        make: impl FnOnce(Answer<T>) -> Job,
    ) -> Result<T, StoreError> {
        self.0.ask(make).await
    }

    /// Writes something rare.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let make = |answer: Answer<T>| {
            Job::Rare(Box::new(move |transaction| {
                news(answer, transaction.and_then(|transaction| attempt(transaction, work)))
            }))
        };
        self.ask(make).await
    }
}

fn run(connection: &mut Connection, jobs: &Receiver<Job>, group: usize) {
    while let Ok(first) = jobs.recv() {
        let more = jobs.try_iter().take(group.saturating_sub(1));
        write_group(connection, iter::once(first).chain(more));
    }
}

/// Does jobs in one transaction, and tells everybody how theirs went once it is on the disk.
fn write_group(connection: &mut Connection, jobs: impl Iterator<Item = Job>) {
    let begun = connection.transaction_with_behavior(TransactionBehavior::Immediate);
    let mut transaction = match begun.map_err(StoreError::from) {
        Ok(transaction) => transaction,
        Err(error) => return jobs.for_each(|job| job.refuse(error.clone())),
    };
    let news: Vec<News> = jobs.map(|job| job.run(&mut transaction)).collect();
    let committed = transaction.commit().map_err(StoreError::from);
    for tell in news {
        tell(committed.clone());
    }
}

/// Tells somebody how their job went, given how the transaction did.
type News = Box<dyn FnOnce(Result<(), StoreError>)>;

impl Job {
    fn run(self, transaction: &mut Transaction) -> News {
        match self {
            Job::Create(creation, answer) => {
                let write = |connection: &Connection| creation.write(connection).map(drop);
                news(answer, attempt(transaction, write))
            }
            Job::Append(addition, answer) => {
                news(answer, attempt(transaction, |connection| addition.write(connection)))
            }
            Job::Heartbeat(at, answer) => {
                news(answer, attempt(transaction, |connection| write::heartbeat(connection, at)))
            }
            Job::Rare(work) => work(Ok(transaction)),
        }
    }

    fn refuse(self, error: StoreError) {
        match self {
            Job::Create(_, answer) | Job::Heartbeat(_, answer) => drop(answer.send(Err(error))),
            Job::Append(_, answer) => drop(answer.send(Err(error))),
            Job::Rare(work) => work(Err(error.clone()))(Err(error)),
        }
    }
}

fn news<T: 'static>(answer: Answer<T>, outcome: Result<T, StoreError>) -> News {
    Box::new(move |committed| drop(answer.send(committed.and(outcome))))
}

/// Does one job so that it leaves nothing behind if it fails.
fn attempt<T>(
    transaction: &mut Transaction,
    work: impl FnOnce(&Connection) -> Result<T, StoreError>,
) -> Result<T, StoreError> {
    // A full disk can end the whole transaction. What came after would then be written on its own,
    // while its owner is told that it was not.
    if transaction.is_autocommit() {
        return Err(StoreError::Database("the transaction was undone".into()));
    }
    let savepoint = transaction.savepoint()?;
    let outcome = work(&savepoint)?;
    savepoint.commit()?;
    Ok(outcome)
}
