//! The games that wait for their first move, counted by the client who created them: creating games
//! costs nothing, so a client may have only so many. Counts begin anew when the server starts;
//! games that nobody begins are aborted after a while, and not counted any more, whichever server
//! aborts them.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::{GameId, Status, Timestamp};
use tokio::time::{MissedTickBehavior, interval};

use super::Rooms;
use crate::ApiError;
use crate::security::ClientKey;

/// How often abandoned games are looked for.
const SWEEP_INTERVAL: Duration = Duration::from_mins(10);
/// How many are aborted before moves of other games are waited for again.
const SWEEP_SIZE: u32 = 100;

/// The games that wait for their first move. Clones refer to the same games.
#[derive(Clone, Default)]
pub(crate) struct UnstartedGames(Arc<Mutex<Unstarted>>);

#[derive(Default)]
struct Unstarted {
    /// Who has created each game, and when.
    creators: HashMap<GameId, (ClientKey, Timestamp)>,
    counts: HashMap<ClientKey, usize>,
}

impl UnstartedGames {
    /// Adds a game that is created now, unless its creator has `max` already.
    ///
    /// # Errors
    /// [`ApiError::TooManyGames`].
    pub(crate) fn add(
        &self,
        id: &GameId,
        creator: ClientKey,
        max: usize,
        now: Timestamp,
    ) -> Result<(), ApiError> {
        let mut unstarted = self.lock();
        let count = unstarted.counts.entry(creator).or_default();
        if *count >= max {
            return Err(ApiError::TooManyGames);
        }
        *count += 1;
        unstarted.creators.insert(id.clone(), (creator, now));
        Ok(())
    }

    /// Removes a game that has begun or is over.
    pub(crate) fn remove(&self, id: &GameId) {
        let mut unstarted = self.lock();
        if let Some((creator, _)) = unstarted.creators.remove(id) {
            unstarted.forget_one(creator);
        }
    }

    /// Whether a game is counted.
    fn contains(&self, id: &GameId) -> bool {
        self.lock().creators.contains_key(id)
    }

    /// Removes the games that were created before this time.
    fn remove_before(&self, time: Timestamp) {
        let mut unstarted = self.lock();
        let old: Vec<_> =
            unstarted.creators.extract_if(|_, (_, created)| *created < time).collect();
        for (_, (creator, _)) in old {
            unstarted.forget_one(creator);
        }
    }

    /// How many games of a client wait for their first move.
    pub(crate) fn count(&self, client: ClientKey) -> usize {
        self.lock().counts.get(&client).copied().unwrap_or_default()
    }

    /// A panic cannot leave the counts half changed.
    fn lock(&self) -> MutexGuard<'_, Unstarted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Unstarted {
    /// A client has one game less.
    fn forget_one(&mut self, creator: ClientKey) {
        if let Some(count) = self.counts.get_mut(&creator) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&creator);
            }
        }
    }
}

/// Another server has stored something in a game, which may have begun or ended by that.
pub(super) fn note_change(rooms: &Rooms, id: &GameId) {
    if !rooms.services().unstarted.contains(id) {
        return;
    }
    let (rooms, id) = (rooms.clone(), id.clone());
    tokio::spawn(async move {
        // One that cannot be read counts until it is old.
        let Ok(view) = rooms.view(&id, None).await else { return };
        if !view.game.board().moves().is_empty() || matches!(view.game.status(), Status::Over(_)) {
            rooms.services().unstarted.remove(&id);
        }
    });
}

/// Aborts games that nobody has begun within a time, forever.
pub(crate) async fn abort_abandoned(rooms: &Rooms, after: Duration) -> Infallible {
    let mut sweeps = interval(SWEEP_INTERVAL);
    sweeps.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        sweeps.tick().await;
        let now = rooms.services().clock.shared_now();
        let before = Timestamp(now.0.saturating_sub(after.as_millis() as u64));
        while sweep(rooms, before).await {}
        rooms.services().unstarted.remove_before(before);
    }
}

/// Aborts some games; true when there may be more.
async fn sweep(rooms: &Rooms, before: Timestamp) -> bool {
    let games = match rooms.services().store.unstarted_games(before, SWEEP_SIZE).await {
        Ok(games) => games,
        Err(error) => {
            tracing::warn!("abandoned games could not be looked for: {error}");
            return false;
        }
    };
    let mut aborted = 0;
    for id in &games {
        match rooms.abort(id).await {
            Ok(()) => aborted += 1,
            Err(error) => tracing::warn!(game = %id, "an abandoned game stays: {error}"),
        }
    }
    if aborted > 0 {
        tracing::info!(aborted, "aborted games that nobody has begun");
    }
    // Those that stay would be found again and again.
    aborted == SWEEP_SIZE
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;

    #[test]
    fn a_client_has_only_so_many_games_that_have_not_begun() {
        let games = UnstartedGames::default();
        let [ada, bob] = [1, 2].map(|host| ClientKey::from(IpAddr::from([192, 0, 2, host])));
        let [first, second, third] = [1, 2, 3].map(|n| GameId::from_random([n; GameId::LENGTH]));
        let at = Timestamp(1_000);
        assert_eq!(games.add(&first, ada, 2, at), Ok(()));
        assert_eq!(games.add(&second, ada, 2, at), Ok(()));
        assert_eq!(games.add(&third, ada, 2, at), Err(ApiError::TooManyGames));
        assert_eq!(games.add(&third, bob, 2, at), Ok(()));
        games.remove(&first);
        games.remove(&first);
        assert_eq!((games.count(ada), games.count(bob)), (1, 1));
        assert_eq!(games.add(&first, ada, 2, Timestamp(2_000)), Ok(()));
        games.remove_before(Timestamp(2_000));
        assert_eq!((games.count(ada), games.count(bob)), (1, 0), "the old ones do not count");
    }
}
