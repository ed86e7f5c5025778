//! Simuls: one player against many, with one game per board.
//!
//! The games are the truth: a simul is a list of them, and whether it goes on. While anybody
//! follows a simul, a task watches its games, and sends each board that changes to all followers at
//! once; so an exhibitor needs one connection for sixty boards.

mod create;
mod follow;
mod live;
mod pgn;
mod view;
mod watch;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::{GameError, GameId};
use store::{AccountId, Simul, SimulBoard, SimulId, SimulState, Store};
use tokio::sync::{OnceCell, broadcast};
use tokio_util::task::AbortOnDropHandle;
use wire::simul::{OwnSimul, SimulView};

pub(crate) use self::create::SimulPlan;
pub(crate) use self::follow::{FollowedEvent, Following};
use self::live::{LiveSimul, News, Now, boards};
pub(crate) use self::pgn::pgn;
use self::watch::Watched;
use crate::accounts::Caller;
use crate::live::Rooms;
use crate::security::Permits;
use crate::{ApiError, RoomError};

/// How many may follow simuls, in total and from one client. A school may have one address for all.
const MAX_FOLLOWERS: usize = 5000;
const MAX_FOLLOWERS_PER_CLIENT: usize = 300;
/// When a client with too many followers may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// How many changes a follower may be behind before they get all boards.
const BACKLOG: usize = 256;

/// All simuls. Clones refer to the same ones.
#[derive(Clone)]
pub(crate) struct Simuls(Arc<Inner>);

struct Inner {
    rooms: Rooms,
    open: Mutex<HashMap<SimulId, Slot>>,
    /// Held while a simul is created, so that simuls are counted right.
    creating: tokio::sync::Mutex<()>,
    permits: Permits,
}

/// A simul that is loaded or being loaded.
type Slot = Arc<OnceCell<LiveSimul>>;

impl Simuls {
    /// The simuls whose games are in these rooms.
    pub(crate) fn new(rooms: Rooms) -> Simuls {
        let permits = Permits::new(MAX_FOLLOWERS, MAX_FOLLOWERS_PER_CLIENT);
        let (open, creating) = (Mutex::default(), tokio::sync::Mutex::default());
        Simuls(Arc::new(Inner { rooms, open, creating, permits }))
    }

    fn store(&self) -> &dyn Store {
        &*self.0.rooms.services().store
    }

    /// All simuls, the last created one first.
    ///
    /// # Errors
    /// When the store or a game cannot be read.
    pub(crate) async fn list(&self) -> Result<Vec<Simul>, ApiError> {
        let mut simuls = self.store().simuls().await?;
        // The last game may have ended while nobody followed.
        for simul in simuls.iter_mut().filter(|simul| simul.state == SimulState::Running) {
            let slot = self.open(&simul.id).await?;
            simul.state = loaded(&slot)?.lock().state;
        }
        Ok(simuls)
    }

    /// A simul as it is stored.
    ///
    /// # Errors
    /// When there is no such simul.
    pub(crate) async fn stored(&self, id: &SimulId) -> Result<Simul, ApiError> {
        let stored = self.store().simul(id).await?;
        stored.ok_or_else(|| ApiError::NoSimul(id.to_string()))
    }

    /// A simul as somebody sees it.
    ///
    /// # Errors
    /// When there is no such simul, or a game cannot be loaded.
    pub(crate) async fn view(
        &self,
        id: &SimulId,
        account: Option<AccountId>,
    ) -> Result<SimulView, ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        live.refresh(&self.0.rooms).await?;
        Ok(live.view(account))
    }

    /// The simuls that go on in which a member plays, except on a board that is over.
    ///
    /// # Errors
    /// When a simul cannot be loaded.
    pub(crate) async fn own(&self, account: AccountId) -> Result<Vec<OwnSimul>, ApiError> {
        let mut own = Vec::new();
        for simul in self.store().simuls().await? {
            let plays = simul.exhibitor == account
                || simul.boards.iter().any(|board| board.opponent == account);
            if simul.state == SimulState::Running && plays {
                let slot = self.open(&simul.id).await?;
                own.extend(loaded(&slot)?.own(account));
            }
        }
        Ok(own)
    }

    /// Calls a simul off, and aborts its games.
    ///
    /// # Errors
    /// When a move was made already, or something cannot be stored.
    pub(crate) async fn call_off(&self, id: &SimulId) -> Result<(), ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        live.refresh(&self.0.rooms).await?;
        // One that was called off may have games that could not be aborted then.
        let begun = |now: &Now| {
            now.state == SimulState::Over || now.boards.iter().any(|board| board.plies > 0)
        };
        if begun(&live.lock()) {
            return Err(ApiError::SimulBegun);
        }
        // First the state, or the simul would be over when its last game is.
        self.store().set_simul_state(id, SimulState::CalledOff).await?;
        live.lock().state = SimulState::CalledOff;
        self.abort_all(&live.simul.boards).await;
        live.refresh(&self.0.rooms).await?;
        self.forget(id, &slot);
        let _ = live.news.send(News::State);
        Ok(())
    }

    /// Ends a simul: games that are still being played are aborted, and have no result.
    ///
    /// # Errors
    /// When there is no such simul, or a game cannot be aborted.
    pub(crate) async fn end(&self, id: &SimulId) -> Result<(), ApiError> {
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        live.refresh(&self.0.rooms).await?;
        for board in live.unfinished() {
            match self.0.rooms.abort(&board.game).await {
                // The players may have ended it in the meantime.
                Ok(()) | Err(RoomError::Game(GameError::Over)) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    async fn abort_all(&self, boards: &[SimulBoard]) {
        for board in boards {
            if let Err(error) = self.abort_unstarted(&board.game).await {
                tracing::warn!(game = %board.game, "a game of a simul goes on: {error}");
            }
        }
    }

    /// Aborts a game, unless a move was made just now.
    async fn abort_unstarted(&self, id: &GameId) -> Result<(), RoomError> {
        let game = self.0.rooms.view(id, None).await?.game;
        let is_unstarted =
            game.board().moves().is_empty() && game.status() == game::Status::Playing;
        if is_unstarted { self.0.rooms.abort(id).await } else { Ok(()) }
    }

    /// Follows a simul.
    ///
    /// # Errors
    /// When there is no such simul, or too many follow.
    pub(crate) async fn follow(
        &self,
        id: &SimulId,
        caller: &Caller,
    ) -> Result<Following, ApiError> {
        let permit = self.0.permits.admit(Some(caller.client()));
        let permit = permit.map_err(|_| ApiError::TooManyRequests { retry_after: RETRY_AFTER })?;
        let slot = self.open(id).await?;
        let live = loaded(&slot)?;
        let news = live.news.subscribe();
        live.refresh(&self.0.rooms).await?;
        let account = caller.account_id();
        Ok(Following { slot, account, news, needs_all: true, _permit: permit })
    }

    /// The simul of an id, which is loaded if necessary. One that does not go on is loaded for
    /// every caller, since nothing changes in it.
    async fn open(&self, id: &SimulId) -> Result<Slot, ApiError> {
        let slot = Arc::clone(self.lock().entry(id.clone()).or_default());
        let opened = slot.get_or_try_init(|| self.load(id)).await;
        let is_running = opened.as_ref().is_ok_and(|live| live.lock().state == SimulState::Running);
        if !is_running {
            self.forget(id, &slot);
        }
        opened.map(|_| Arc::clone(&slot))
    }

    async fn load(&self, id: &SimulId) -> Result<LiveSimul, ApiError> {
        let simul = self.stored(id).await?;
        // Before the boards are read, so that no change is missed.
        let changes = self.0.rooms.services().changes.subscribe();
        let boards = boards(&self.0.rooms, &simul).await?;
        let exhibitor = match simul.boards.first() {
            Some(board) => {
                let game = self.0.rooms.view(&board.game, None).await?.game;
                let name = game.terms().seats[board.color].name.as_ref();
                name.map(ToString::to_string).unwrap_or_default()
            }
            None => String::new(),
        };
        let now = Arc::new(Mutex::new(Now { state: simul.state, boards }));
        let (news, _) = broadcast::channel(BACKLOG);
        let watched = Watched {
            simuls: Arc::downgrade(&self.0),
            simul: simul.clone(),
            now: Arc::clone(&now),
            news: news.clone(),
        };
        let is_over = watched.end_if_over(&self.0).await?;
        let watching = (!is_over && simul.state == SimulState::Running)
            .then(|| AbortOnDropHandle::new(tokio::spawn(watched.run(changes))));
        Ok(LiveSimul { simul, exhibitor, now, news, _watching: watching })
    }

    /// Removes a simul from the map, unless it has been replaced already.
    fn forget(&self, id: &SimulId, slot: &Slot) {
        let mut open = self.lock();
        if open.get(id).is_some_and(|current| Arc::ptr_eq(current, slot)) {
            open.remove(id);
        }
    }

    /// A panic cannot leave the map half changed.
    fn lock(&self) -> MutexGuard<'_, HashMap<SimulId, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The state of a simul for clients.
pub(crate) fn wire_state(state: SimulState) -> wire::simul::SimulState {
    match state {
        SimulState::Running => wire::simul::SimulState::Running,
        SimulState::Over => wire::simul::SimulState::Over,
        SimulState::CalledOff => wire::simul::SimulState::CalledOff,
    }
}

/// The simul of a slot that was opened.
fn loaded(slot: &Slot) -> Result<&LiveSimul, ApiError> {
    slot.get().ok_or_else(|| ApiError::Internal("a simul is not loaded".to_owned()))
}
