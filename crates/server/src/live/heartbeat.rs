//! What the server does without a request: it opens the games that go on after a restart, and
//! stores a heartbeat every second.

use std::convert::Infallible;
use std::time::Duration;

use store::StoreError;
use tokio::task::{JoinError, JoinSet};
use tokio::time::{MissedTickBehavior, interval};

use super::Rooms;

/// How many games are opened at once.
const CONCURRENCY: usize = 64;
/// The time between heartbeats, which is also the most that a crash can cost a player's clock.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Opens the rooms of all games that go on by themselves. One that cannot be opened is left for its
/// next visitor.
///
/// # Errors
/// When the store cannot list these games.
pub(crate) async fn resume_games(rooms: &Rooms) -> Result<(), StoreError> {
    let mut waking = JoinSet::new();
    for id in rooms.services().store.games_to_resume().await? {
        if waking.len() >= CONCURRENCY {
            log_panic(waking.join_next().await);
        }
        let rooms = rooms.clone();
        waking.spawn(async move {
            if let Err(error) = rooms.open_room(&id).await {
                tracing::error!(game = %id, "a game could not be resumed: {error}");
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
    loop {
        beats.tick().await;
        let services = rooms.services();
        if let Err(error) = services.store.heartbeat(services.clock.now()).await {
            tracing::warn!("the heartbeat could not be stored: {error}");
        }
    }
}
