//! The queue of appends, and the tasks that write them. All that wait when a task is ready go into
//! one transaction, at most one of each game.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;

use deadpool_postgres::{Client, Pool};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Mutex, oneshot};
use tokio::time::timeout;

use super::group::{self, Failure, PreparedEntry};
use super::hints::Hints;
use super::{PostgresSettings, connect};
use crate::{AppendOutcome, Entry, StoreError};

type Outcome = Result<AppendOutcome, StoreError>;

/// An append, and where its outcome goes.
struct Job {
    entry: PreparedEntry,
    reply: oneshot::Sender<Outcome>,
}

/// The queue. The tasks end when it is dropped and empty.
pub(super) struct Appends(Sender<Job>);

impl Appends {
    /// Starts the tasks.
    pub(super) fn start(pool: &Pool, settings: PostgresSettings, hints: &Arc<Hints>) -> Appends {
        let (sender, jobs) = mpsc::channel(settings.queue.max(1));
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..settings.writers.max(1) {
            let (pool, jobs, hints) = (pool.clone(), Arc::clone(&jobs), Arc::clone(hints));
            tokio::spawn(run(pool, jobs, settings, hints));
        }
        Appends(sender)
    }

    /// Appends an entry; the outcome comes when it is durable.
    pub(super) async fn append(&self, entry: Entry) -> Outcome {
        let entry = PreparedEntry::new(entry)?;
        let (reply, outcome) = oneshot::channel();
        self.0.try_send(Job { entry, reply }).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Closed(_) => StoreError::Closed,
        })?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }
}

async fn run(
    pool: Pool,
    jobs: Arc<Mutex<Receiver<Job>>>,
    settings: PostgresSettings,
    hints: Arc<Hints>,
) {
    let mut held = VecDeque::new();
    while let Some(group) = take(&jobs, &mut held, settings.group).await {
        let (entries, replies): (Vec<_>, Vec<_>) =
            group.into_iter().map(|Job { entry, reply }| (entry, reply)).unzip();
        let outcomes = write(&pool, &entries, settings).await;
        let written = entries.iter().zip(&outcomes).filter(|(_, outcome)| may_be_written(outcome));
        hints.announce(written.map(|(entry, _)| (entry.game.clone(), Some(entry.version))));
        for (reply, outcome) in replies.into_iter().zip(outcomes) {
            // Nobody may wait for it any more.
            let _ = reply.send(outcome);
        }
    }
}

/// Whether others may find what was appended.
fn may_be_written(outcome: &Outcome) -> bool {
    matches!(outcome, Ok(AppendOutcome::Written) | Err(StoreError::Unconfirmed(_)))
}

/// Waits for a job and takes all that wait, except for a second one of a game: that is held for
/// the next group. None at the end.
async fn take(
    jobs: &Mutex<Receiver<Job>>,
    held: &mut VecDeque<Job>,
    most: usize,
) -> Option<Vec<Job>> {
    if held.is_empty() {
        let mut jobs = jobs.lock().await;
        held.push_back(jobs.recv().await?);
        fill(&mut jobs, held, most);
    } else if let Ok(mut jobs) = jobs.try_lock() {
        // Another task may have the lock for as long as nothing comes, and this one has work.
        fill(&mut jobs, held, most);
    }
    let mut games = HashSet::new();
    let is_first = |job: &Job| games.insert(job.entry.game.clone());
    let (group, later): (VecDeque<_>, _) = held.drain(..).partition(is_first);
    *held = later;
    Some(group.into())
}

/// Takes what waits.
fn fill(jobs: &mut Receiver<Job>, held: &mut VecDeque<Job>, most: usize) {
    while held.len() < most {
        let Ok(job) = jobs.try_recv() else { break };
        held.push_back(job);
    }
}

/// Writes entries in one transaction. After a lost connection or a deadlock they are tried once
/// more: what was stored is found, and what was not is written.
async fn write(pool: &Pool, entries: &[PreparedEntry], settings: PostgresSettings) -> Vec<Outcome> {
    let first = match attempt(pool, entries, settings, false).await {
        Ok(outcomes) => return outcomes,
        Err(Failure::Refused(_)) if entries.len() > 1 => {
            return write_alone(pool, entries, settings).await;
        }
        Err(Failure::Refused(error)) => return same(entries, &error),
        Err(lost) => lost,
    };
    match attempt(pool, entries, settings, true).await {
        Ok(outcomes) => outcomes,
        Err(second) => same(entries, &first.and(second)),
    }
}

/// Writes entries one by one, because one of them made the transaction of all fail.
async fn write_alone(
    pool: &Pool,
    entries: &[PreparedEntry],
    settings: PostgresSettings,
) -> Vec<Outcome> {
    let mut outcomes = Vec::with_capacity(entries.len());
    for entry in entries {
        let alone = std::slice::from_ref(entry);
        outcomes.extend(Box::pin(write(pool, alone, settings)).await);
    }
    outcomes
}

async fn attempt(
    pool: &Pool,
    entries: &[PreparedEntry],
    settings: PostgresSettings,
    is_repeated: bool,
) -> Result<Vec<Outcome>, Failure> {
    let client = connect::client(pool).await.map_err(Failure::Retriable)?;
    let written = group::write(&client, entries, is_repeated);
    let silent = || Failure::Unknown("PostgreSQL does not answer".into());
    let outcome = timeout(settings.statement_timeout, written).await;
    let outcome = outcome.unwrap_or_else(|_| Err(silent()));
    if outcome.is_err() {
        // The transaction may still be open on it.
        drop(Client::take(client));
    }
    outcome
}

fn same(entries: &[PreparedEntry], error: &StoreError) -> Vec<Outcome> {
    entries.iter().map(|_| Err(error.clone())).collect()
}
