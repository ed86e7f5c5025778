//! Backups by schedule.
//!
//! The library is copied while games go on, in a thread of its own, and the copy is verified before
//! an old one is removed. The state of the last backup is for the admin and the metrics; a failure
//! is an error in the log, and is tried again sooner than the next backup is due.

mod error;

use std::convert::Infallible;
use std::future;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use game::Timestamp;
use store::{MadeBackup, Rotation};
use tokio::sync::oneshot;
use tokio::time::sleep;
use wire::service::{BackupFailure, BackupState, LastBackup};

use self::error::ScheduleError;
use crate::live::Clock;

/// How long to wait after a failure.
const RETRY: Duration = Duration::from_mins(5);

/// When and where to back up the library.
#[derive(Clone, Debug)]
pub struct BackupConfig {
    /// The database to copy.
    pub library: PathBuf,
    /// Where the copies go, and how many are kept.
    pub rotation: Rotation,
    /// The time between two backups.
    pub every: Duration,
}

/// The backups of a server.
pub(crate) struct Backups {
    config: Option<BackupConfig>,
    last: Mutex<Last>,
}

/// What became of the backups so far.
#[derive(Clone, Debug, Default)]
struct Last {
    made: Option<LastBackup>,
    failure: Option<BackupFailure>,
    failures: u64,
}

impl Backups {
    pub(crate) fn new(config: Option<BackupConfig>) -> Backups {
        Backups { config, last: Mutex::default() }
    }

    /// Makes backups whenever they are due, forever.
    pub(crate) async fn run(&self, clock: &Clock) -> Infallible {
        let Some(config) = &self.config else { return future::pending().await };
        loop {
            // A directory that cannot be read is reported by the backup.
            let due = config.rotation.due_in(config.every, clock.now());
            sleep(due.unwrap_or_default()).await;
            if !self.make(config, clock).await {
                sleep(RETRY.min(config.every)).await;
            }
        }
    }

    /// Makes a backup; true when it succeeded.
    async fn make(&self, config: &BackupConfig, clock: &Clock) -> bool {
        let at = clock.now();
        let outcome = in_thread(config.clone(), at).await;
        let mut last = self.last();
        match outcome {
            Ok(made) => {
                log(&made);
                last.made = Some(described(&made, at));
                last.failure = None;
                true
            }
            Err(error) => {
                let message = error.to_string();
                tracing::error!("the backup failed: {message}");
                last.failures += 1;
                last.failure = Some(BackupFailure { at_ms: at.0, error: error.into(), message });
                false
            }
        }
    }

    /// The state for the admin; none when there is no schedule.
    pub(crate) fn state(&self) -> Option<BackupState> {
        let config = self.config.as_ref()?;
        let Last { made, failure, .. } = self.last().clone();
        Some(BackupState {
            directory: config.rotation.directory.display().to_string(),
            every_ms: u64::try_from(config.every.as_millis()).unwrap_or(u64::MAX),
            keep: config.rotation.keep,
            last: made,
            failure,
        })
    }

    /// When the last backup was made, in seconds since 1970 and 0 for never, and how many failed.
    pub(crate) fn figures(&self) -> (u64, u64) {
        let last = self.last();
        (last.made.as_ref().map_or(0, |made| made.at_ms / 1_000), last.failures)
    }

    /// A poisoned lock is fine: nothing that can panic comes between two changes.
    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a backup in a thread that the end of the server does not wait for. What it leaves behind
/// then is removed by the next one.
async fn in_thread(config: BackupConfig, at: Timestamp) -> Result<MadeBackup, ScheduleError> {
    let (reply, outcome) = oneshot::channel();
    let work = move || drop(reply.send(config.rotation.run(&config.library, at)));
    let thread = thread::Builder::new().name("backup".into()).spawn(work);
    thread.map_err(ScheduleError::Thread)?;
    Ok(outcome.await.map_err(|_| ScheduleError::Panicked)??)
}

fn described(made: &MadeBackup, at: Timestamp) -> LastBackup {
    let name = made.path.file_name().unwrap_or_default();
    LastBackup {
        at_ms: at.0,
        file: name.to_string_lossy().into_owned(),
        games: made.contents.games,
        bytes: made.contents.bytes,
        damaged: made.contents.damaged.iter().map(|(id, _)| id.clone()).collect(),
    }
}

fn log(made: &MadeBackup) {
    let (file, games) = (made.path.display(), made.contents.games);
    tracing::info!(%file, games, removed = made.removed.len(), "backed up and verified");
    for (id, reason) in &made.contents.damaged {
        tracing::error!(game = %id, "a game in the backup is damaged: {reason}");
    }
}
