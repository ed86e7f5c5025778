//! What every room stands on: the store, the engines and the clock.

use std::sync::Arc;
use std::time::Duration;

use game::{Event, Game, GameId, Record, Terms};
use library::summary::{details, summary};
use store::{NewGame, SeatOwners, Store};

use super::RoomError;
use super::clock::Clock;
use crate::ApiError;
use crate::engines::Engines;

/// What rooms share. Clones are one.
#[derive(Clone)]
pub(crate) struct RoomServices {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) engines: Engines,
    pub(crate) clock: Clock,
    /// How long a player may be gone, where that does not depend on the time of the game.
    pub(crate) claim_wait: Option<Duration>,
}

impl RoomServices {
    /// Sets up a game by terms that were found playable, and keeps it.
    pub(super) async fn create(
        &self,
        terms: Terms,
        id: GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), ApiError> {
        let at = self.clock.now();
        let game = Game::new(terms.clone(), at).map_err(ApiError::Terms)?;
        let records = vec![Record { version: 1, at, event: Event::Created(Box::new(terms)) }];
        let created =
            NewGame { id, records, seat_owners, summary: summary(&game), details: details(&game) };
        self.store.create(created).await.map_err(|error| ApiError::Denied(RoomError::from(error)))
    }
}

/// An id that nobody guesses.
///
/// # Errors
/// When the system has no random numbers to give.
pub(crate) fn random_id() -> Result<GameId, getrandom::Error> {
    let mut random = [0; GameId::LENGTH];
    getrandom::fill(&mut random)?;
    Ok(GameId::from_random(random))
}
