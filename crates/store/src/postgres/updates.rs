//! The queue of games that are read again because another server has changed them, and the tasks
//! that read them. All that wait when a task is ready share a round trip.
//!
//! When a server is gone, every game that somebody follows is read at once. Those that find the
//! queue full wait for a place: each of them asks one at a time, so they are no more than there are
//! rooms.

use std::sync::Arc;

use deadpool_postgres::{Client, Pool};
use game::GameId;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{Mutex, oneshot};
use tokio::time::timeout;

use super::task::{PANICKED, keep_running};
use super::{PostgresSettings, connect, read};
use crate::{GameUpdate, StoreError};

type Outcome = Result<Option<GameUpdate>, StoreError>;

/// A game to read from a version on, and where the update goes.
struct Job {
    game: GameId,
    version: u32,
    reply: oneshot::Sender<Outcome>,
}

/// The queue. The tasks end when it is dropped and empty.
pub(super) struct Updates(Sender<Job>);

impl Updates {
    /// Starts the tasks.
    pub(super) fn start(pool: &Pool, settings: PostgresSettings) -> Updates {
        let (sender, jobs) = mpsc::channel(settings.queue.max(1));
        let jobs = Arc::new(Mutex::new(jobs));
        for _ in 0..settings.readers.max(1) {
            let (pool, jobs) = (pool.clone(), Arc::clone(&jobs));
            keep_running(move || run(pool.clone(), Arc::clone(&jobs), settings));
        }
        Updates(sender)
    }

    /// What was stored after a version of a game.
    pub(super) async fn read(&self, game: GameId, version: u32) -> Outcome {
        let (reply, outcome) = oneshot::channel();
        let sent = self.0.send(Job { game, version, reply }).await;
        sent.map_err(|_| StoreError::Closed)?;
        outcome.await.unwrap_or_else(|_| Err(StoreError::Database(PANICKED.into())))
    }
}

async fn run(pool: Pool, jobs: Arc<Mutex<Receiver<Job>>>, settings: PostgresSettings) {
    loop {
        let mut group = Vec::new();
        if jobs.lock().await.recv_many(&mut group, settings.group.max(1)).await == 0 {
            return;
        }
        let (asked, replies): (Vec<_>, Vec<_>) =
            group.into_iter().map(|Job { game, version, reply }| ((game, version), reply)).unzip();
        let outcomes = read_group(&pool, &asked, settings).await;
        for (reply, outcome) in replies.into_iter().zip(outcomes) {
            // Nobody may wait for it any more.
            let _ = reply.send(outcome);
        }
    }
}

async fn read_group(
    pool: &Pool,
    asked: &[(GameId, u32)],
    settings: PostgresSettings,
) -> Vec<Outcome> {
    let read = async {
        let client = connect::client(pool).await?;
        let read = timeout(settings.statement_timeout, read::load_since(&client, asked)).await;
        if read.is_err() {
            // The connection may be dead.
            drop(Client::take(client));
        }
        read.unwrap_or_else(|_| Err(StoreError::Database("PostgreSQL does not answer".into())))
    };
    read.await.unwrap_or_else(|error| vec![Err(error); asked.len()])
}
