//! What the server does without a request: it opens the games that go on after a restart or that
//! another server has left behind, and stores a heartbeat every second.
//!
//! While heartbeats cannot be stored, nothing can be played either. The server's clock is held for
//! that time, so that nobody pays for it, and the health check says so.

use std::convert::Infallible;
use std::future::pending;
use std::pin::pin;
use std::time::Duration;

use store::{HEARTBEAT_TIMEOUT, StoreError};
use tokio::task::{JoinError, JoinSet};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use super::{RoomServices, Rooms};

/// How many games are opened at once.
const CONCURRENCY: usize = 64;
/// How long to wait before games are read again that could not be.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// The time between heartbeats, which is also the most that a crash can cost a player's clock.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);
/// How often the same is said of heartbeats while none is stored.
const REPORT_INTERVAL: Duration = Duration::from_mins(1);

/// When it was said that heartbeats are late, and that they fail, since one was stored.
#[derive(Default)]
struct Reports {
    late: Option<Instant>,
    failed: Option<Instant>,
}

/// Whether it is time to say something again.
fn is_due(last: &mut Option<Instant>) -> bool {
    let is_due = last.is_none_or(|last| last.elapsed() >= REPORT_INTERVAL);
    if is_due {
        *last = Some(Instant::now());
    }
    is_due
}

/// Opens these rooms whenever another server is gone that may have had them open, forever. No other
/// server does so for the same departure, so it is tried until it succeeds.
pub(crate) async fn take_over_games(rooms: &Rooms) -> Infallible {
    let Some(mut departures) = rooms.services().store.departures() else { return pending().await };
    while departures.changed().await.is_ok() {
        while let Err(error) = open_games(rooms).await {
            tracing::error!("the games of another server could not be opened yet: {error}");
            sleep(RETRY_DELAY).await;
        }
    }
    pending().await
}

/// Opens the rooms of all games that go on by themselves. One that cannot be opened is left for its
/// next visitor.
///
/// # Errors
/// When these games cannot be read.
pub(crate) async fn open_games(rooms: &Rooms) -> Result<(), StoreError> {
    let mut waking = JoinSet::new();
    for id in rooms.services().store.games_to_resume().await? {
        if waking.len() >= CONCURRENCY {
            log_panic(waking.join_next().await);
        }
        let rooms = rooms.clone();
        waking.spawn(async move {
            if let Err(error) = rooms.open_room(&id).await {
                tracing::error!(game = %id, "a game could not be opened: {error}");
            }
        });
    }
    while let Some(woken) = waking.join_next().await {
        log_panic(Some(woken));
    }
    Ok(())
}

fn log_panic(woken: Option<Result<(), JoinError>>) {
    if let Some(Err(error)) = woken {
        tracing::error!("bug: opening a game failed: {error}");
    }
}

/// Stores heartbeats, forever.
pub(crate) async fn run_heartbeat(rooms: &Rooms) -> Infallible {
    let mut beats = interval(HEARTBEAT_INTERVAL);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut reports = Reports::default();
    loop {
        beats.tick().await;
        beat_once(rooms.services(), &mut reports).await;
    }
}

/// Stores one heartbeat. The clock is held from when it fails or is late until one is stored.
async fn beat_once(services: &RoomServices, reports: &mut Reports) {
    let RoomServices { store, clock, .. } = services;
    let mut beating = pin!(store.heartbeat(clock.shared_now()));
    let in_time = timeout(HEARTBEAT_TIMEOUT, beating.as_mut()).await;
    let stored = if let Ok(stored) = in_time {
        stored
    } else {
        if is_due(&mut reports.late) {
            tracing::error!("the heartbeat is not stored in time; the clocks stand still");
        }
        clock.hold();
        beating.await
    };
    match stored {
        Ok(()) => {
            if clock.is_held() {
                tracing::info!("heartbeats are stored again, and the clocks go on");
            }
            *reports = Reports::default();
            clock.release();
            compare_clocks(services).await;
        }
        Err(error) => {
            if is_due(&mut reports.failed) {
                tracing::error!(
                    "the heartbeat cannot be stored, and the clocks stand still: {error}"
                );
            }
            clock.hold();
        }
    }
}

/// Compares the clock with that of all servers. A server that cannot do so does it with the next
/// heartbeat. One that gets no answer would not notice in the meantime that nothing can be stored,
/// so its clock is held until the next heartbeat is.
async fn compare_clocks(services: &RoomServices) {
    let RoomServices { store, clock, .. } = services;
    match timeout(HEARTBEAT_TIMEOUT, store.shared_time()).await {
        Ok(Ok(Some(shared))) => clock.compare(shared),
        Ok(Ok(None)) => {}
        Ok(Err(error)) => tracing::debug!("the clock of the store cannot be read: {error}"),
        Err(_) => {
            tracing::warn!("the clock of the store does not answer; the clocks stand still");
            clock.hold();
        }
    }
}
