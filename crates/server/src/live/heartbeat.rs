//! What goes on in the server without anybody asking: games are woken after it was away, and every
//! second it notes that it is there.

use std::convert::Infallible;
use std::time::Duration;

use store::StoreError;
use tokio::task::JoinSet;
use tokio::time::{MissedTickBehavior, interval};

use super::Rooms;

/// How many games are woken at once.
const AT_ONCE: usize = 64;
/// How often the server notes that it is there. So much time at most is charged wrongly.
const BEAT: Duration = Duration::from_secs(1);

/// Opens the rooms of all games that go on by themselves. One that cannot be opened is left for
/// the next who wants to see it.
///
/// # Errors
/// When the store cannot say which games these are.
pub(crate) async fn wake_all(rooms: &Rooms) -> Result<(), StoreError> {
    let mut waking = JoinSet::new();
    for id in rooms.ground().store.games_to_resume().await? {
        if waking.len() >= AT_ONCE {
            waking.join_next().await;
        }
        let rooms = rooms.clone();
        waking.spawn(async move {
            if let Err(denial) = rooms.wake(&id).await {
                tracing::error!(game = %id, "a game could not be woken: {denial}");
            }
        });
    }
    while waking.join_next().await.is_some() {}
    Ok(())
}

/// Notes for ever that the server is there.
pub(crate) async fn beat(rooms: &Rooms) -> Infallible {
    let mut beats = interval(BEAT);
    beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        beats.tick().await;
        let ground = rooms.ground();
        if let Err(error) = ground.store.heartbeat(ground.clock.now()).await {
            tracing::warn!("that the server is there could not be noted: {error}");
        }
    }
}
