//! The tasks that write appends. All that wait when a task is ready go into one transaction, at
//! most one of each game (`queue`).
//!
//! A game whose row another server has locked is left out, and tried again a moment later: that
//! server may be frozen or cut off in the middle of a transaction, and other games need not wait
//! until `PostgreSQL` gives it up.

use std::sync::Arc;

use deadpool_postgres::{Client, Pool};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout};

use super::group::{self, Failure, PreparedEntry};
use super::hints::Hints;
use super::queue::{Queue, Waiting};
use super::task::{PANICKED, keep_running};
use super::{PostgresSettings, connect};
use crate::{AppendOutcome, Entry, StoreError};

type Outcome = Result<AppendOutcome, StoreError>;

/// What became of an entry.
enum Progress {
    Done(Outcome),
    /// Its game is locked. An earlier attempt may have stored it nevertheless, for this reason.
    Locked(Option<String>),
}

/// An append, and where its outcome goes.
struct Job {
    entry: PreparedEntry,
    reply: oneshot::Sender<Outcome>,
}

/// The queue. The tasks end when it is dropped and empty.
pub(super) struct Appends(Arc<Queue<Job>>);

impl Appends {
    /// Starts the tasks.
    pub(super) fn start(pool: &Pool, settings: PostgresSettings, hints: &Arc<Hints>) -> Appends {
        let queue = Arc::new(Queue::new(settings.queue));
        for _ in 0..settings.writers.max(1) {
            let (pool, queue, hints) = (pool.clone(), Arc::clone(&queue), Arc::clone(hints));
            keep_running(move || run(pool.clone(), Arc::clone(&queue), settings, hints.clone()));
        }
        Appends(queue)
    }

    /// Appends an entry; the outcome comes when it is durable.
    pub(super) async fn append(&self, entry: Entry) -> Outcome {
        let entry = PreparedEntry::new(entry)?;
        let (reply, outcome) = oneshot::channel();
        let added = self.0.add(entry.game.clone(), Job { entry, reply });
        added.map_err(|_| StoreError::Busy)?;
        outcome.await.unwrap_or_else(|_| Err(StoreError::Unconfirmed(PANICKED.into())))
    }
}

impl Drop for Appends {
    fn drop(&mut self) {
        self.0.close();
    }
}

async fn run(pool: Pool, queue: Arc<Queue<Job>>, settings: PostgresSettings, hints: Arc<Hints>) {
    while let Some(group) = queue.take(settings.group).await {
        let watch = queue.watch(&group);
        let entries: Vec<_> = group.iter().map(|waiting| &waiting.job.entry).collect();
        let progress = write(&pool, &entries, settings).await;
        let written =
            entries.iter().zip(&progress).filter(|(entry, done)| may_be_written(entry, done));
        hints.announce(written.map(|(entry, _)| (entry.game.clone(), Some(entry.version))));
        watch.end();
        answer(&queue, group, progress, settings);
    }
}

/// Answers those whose appends have an outcome, and puts those back whose games are locked. One
/// that is locked for too long has failed.
fn answer(
    queue: &Queue<Job>,
    group: Vec<Waiting<Job>>,
    progress: Vec<Progress>,
    settings: PostgresSettings,
) {
    let now = Instant::now();
    let mut finished = Vec::with_capacity(group.len());
    for (mut waiting, progress) in group.into_iter().zip(progress) {
        let outcome = match progress {
            Progress::Done(outcome) => outcome,
            Progress::Locked(doubt) => {
                let entry = &mut waiting.job.entry;
                entry.doubt = doubt.or(entry.doubt.take());
                if waiting.locked_for(now) < settings.statement_timeout {
                    queue.put_back(waiting, now);
                    continue;
                }
                Err(StoreError::Database(format!("game {} is locked elsewhere", waiting.game)))
            }
        };
        let Job { entry, reply } = waiting.job;
        // Nobody may wait for it any more.
        let _ = reply.send(entry.outcome(outcome));
        finished.push(waiting.game);
    }
    queue.finish(&finished);
}

/// Whether others may find what was appended, now or by an earlier attempt.
fn may_be_written(entry: &PreparedEntry, progress: &Progress) -> bool {
    match progress {
        Progress::Done(Ok(outcome)) => *outcome == AppendOutcome::Written,
        Progress::Done(Err(StoreError::Unconfirmed(_))) => true,
        Progress::Done(Err(_)) => entry.doubt.is_some(),
        Progress::Locked(_) => false,
    }
}

/// Writes entries in one transaction. After a lost connection or a deadlock they are tried once
/// more: what was stored is found, and what was not is written.
async fn write(
    pool: &Pool,
    entries: &[&PreparedEntry],
    settings: PostgresSettings,
) -> Vec<Progress> {
    let first = match attempt(pool, entries, settings, false).await {
        Ok(outcomes) => return progress(outcomes, None),
        Err(Failure::OfOne(_)) if entries.len() > 1 => {
            return write_halves(pool, entries, settings).await;
        }
        Err(Failure::OfOne(error) | Failure::Refused(error)) => return same(entries, &error),
        Err(lost) => lost,
    };
    match attempt(pool, entries, settings, true).await {
        Ok(outcomes) => progress(outcomes, first.doubt()),
        Err(second) => same(entries, &first.and(second)),
    }
}

fn progress(outcomes: Vec<Option<Outcome>>, doubt: Option<&str>) -> Vec<Progress> {
    let locked = || Progress::Locked(doubt.map(str::to_owned));
    outcomes.into_iter().map(|outcome| outcome.map_or_else(locked, Progress::Done)).collect()
}

/// Writes each half of the entries, because one of them made the transaction of all fail.
async fn write_halves(
    pool: &Pool,
    entries: &[&PreparedEntry],
    settings: PostgresSettings,
) -> Vec<Progress> {
    let (first, second) = entries.split_at(entries.len() / 2);
    let mut progress = Box::pin(write(pool, first, settings)).await;
    progress.extend(Box::pin(write(pool, second, settings)).await);
    progress
}

async fn attempt(
    pool: &Pool,
    entries: &[&PreparedEntry],
    settings: PostgresSettings,
    is_repeated: bool,
) -> Result<Vec<Option<Outcome>>, Failure> {
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

fn same(entries: &[&PreparedEntry], error: &StoreError) -> Vec<Progress> {
    entries.iter().map(|_| Progress::Done(Err(error.clone()))).collect()
}
