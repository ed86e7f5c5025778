//! What every room uses: the store, the engines and the clock.

use std::sync::Arc;
use std::time::Duration;

use game::{Event, Game, GameId, Record, Terms};
use library::summary::{details, summary};
use store::{NewGame, SeatOwners, Store};
use tokio::sync::{broadcast, mpsc};
use tokio_util::task::TaskTracker;

use super::clock::Clock;
use super::players::Players;
use super::unstarted::UnstartedGames;
use crate::ApiError;
use crate::engines::Engines;

/// The services that rooms share. Clones are cheap and refer to the same services.
#[derive(Clone)]
pub(crate) struct RoomServices {
    pub(crate) store: Arc<dyn Store>,
    /// Whether other servers may use the store.
    pub(crate) is_shared: bool,
    pub(crate) engines: Engines,
    pub(crate) clock: Clock,
    pub(crate) unstarted: UnstartedGames,
    /// Learns which games have ended.
    pub(crate) ended_games: EndedGames,
    /// Learns who is at the boards.
    pub(crate) players: Players,
    /// Learns which games have changed.
    pub(crate) changes: GameChanges,
    /// The tasks of all rooms.
    pub(crate) tasks: TaskTracker,
    /// How long a player may be absent, where this does not depend on the time control.
    pub(crate) claim_wait: Option<Duration>,
    /// The longest pause before an engine's move.
    pub(crate) engine_pause: Duration,
}

/// Announces games that have ended to whoever waits for their results, if anybody does.
#[derive(Clone, Default)]
pub(crate) struct EndedGames(Option<mpsc::UnboundedSender<GameId>>);

impl EndedGames {
    /// The announcer, and what it announces.
    pub(crate) fn new() -> (EndedGames, mpsc::UnboundedReceiver<GameId>) {
        let (sender, receiver) = mpsc::unbounded_channel();
        (EndedGames(Some(sender)), receiver)
    }

    /// Announces a game.
    pub(super) fn announce(&self, id: &GameId) {
        if let Some(sender) = &self.0 {
            // Nobody listens while the server shuts down; the store knows how the game ended.
            let _ = sender.send(id.clone());
        }
    }
}

/// Announces games that have changed to whoever watches several at once; none when any game may
/// have.
#[derive(Clone)]
pub(crate) struct GameChanges(broadcast::Sender<Option<GameId>>);

/// How many changes of games, on the whole server, somebody may be behind.
const CHANGES_BACKLOG: usize = 1024;

impl Default for GameChanges {
    fn default() -> GameChanges {
        GameChanges(broadcast::channel(CHANGES_BACKLOG).0)
    }
}

impl GameChanges {
    /// The changes from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Option<GameId>> {
        self.0.subscribe()
    }

    /// Announces a change.
    pub(super) fn announce(&self, id: &GameId) {
        // Mostly nobody watches.
        if self.0.receiver_count() > 0 {
            let _ = self.0.send(Some(id.clone()));
        }
    }

    /// Announces that any game may have changed.
    pub(super) fn announce_any(&self) {
        let _ = self.0.send(None);
    }
}

impl RoomServices {
    /// Creates a game and stores it.
    pub(super) async fn create(
        &self,
        terms: Terms,
        id: GameId,
        owners: SeatOwners,
    ) -> Result<(), ApiError> {
        let at = self.clock.shared_now();
        let game = Game::new(terms.clone(), at)?;
        let records = vec![Record { version: 1, at, event: Event::Created(Box::new(terms)) }];
        let (summary, details) = (summary(&game), details(&game));
        let created = NewGame { id, records, seat_owners: owners, summary, details };
        Ok(self.store.create(created).await?)
    }
}

/// A random id for a new game, which cannot be guessed.
///
/// # Errors
/// When the system has no source of randomness.
pub fn random_id() -> Result<GameId, getrandom::Error> {
    let mut random = [0; GameId::LENGTH];
    getrandom::fill(&mut random)?;
    Ok(GameId::from_random(random))
}
