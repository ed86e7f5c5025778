//! The rooms of all live games, found by id and opened on demand.
//!
//! The map is locked for a lookup and never while anybody waits. Two who want the same room at
//! once share one opening of it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::ByColor;
use game::{Actor, Command, Game, GameError, GameId, Name, Player, Status, Terms, Timestamp};
use store::{AccountId, SeatOwners, StoredGame};
use tokio::sync::{OnceCell, mpsc, oneshot};
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

use super::message::{Follow, Followed, Join, RoomMessage};
use super::room::{Room, RoomView};
use super::seats::{self, Seated};
use super::takeover::Claim;
use super::{RoomError, RoomServices};
use crate::{ApiError, Secret};

/// How much may wait in front of one room.
const INBOX: usize = 64;
/// What each side is given when the server was away.
const GRACE: Duration = Duration::from_secs(5);
/// How often something is tried that a busy store did not take, and how long apart.
const TRIES: u32 = 20;
const APART: Duration = Duration::from_millis(100);

/// All rooms. Clones are one.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<Shared>);

struct Shared {
    ground: RoomServices,
    open: Mutex<HashMap<GameId, Slot>>,
    tasks: TaskTracker,
    /// When this server started, and when one was last there before.
    started: Timestamp,
    last_there: Option<Timestamp>,
}

/// A room, or the place for one that is being opened.
type Slot = Arc<OnceCell<Handle>>;

/// The way into a room.
#[derive(Clone)]
pub(super) struct Handle(mpsc::Sender<RoomMessage>);

impl Handle {
    /// Hands something in; false when the room is gone.
    pub(super) async fn send(&self, ask: RoomMessage) -> bool {
        self.0.send(ask).await.is_ok()
    }

    /// Asks something; none when the room is gone.
    async fn ask<T>(&self, make: impl FnOnce(oneshot::Sender<T>) -> RoomMessage) -> Option<T> {
        let (reply, answer) = oneshot::channel();
        self.0.send(make(reply)).await.ok()?;
        answer.await.ok()
    }
}

impl Rooms {
    /// No room is open yet. Clocks that ran when a server was last there are set right as their
    /// games are opened.
    pub(crate) fn new(ground: RoomServices, last_there: Option<Timestamp>) -> Rooms {
        Rooms(Arc::new(Shared {
            started: ground.clock.now(),
            last_there,
            ground,
            open: Mutex::default(),
            tasks: TaskTracker::new(),
        }))
    }

    /// What the rooms stand on.
    pub(crate) fn ground(&self) -> &RoomServices {
        &self.0.ground
    }

    /// How many games are live.
    pub(crate) fn count(&self) -> usize {
        self.0.tasks.len()
    }

    /// Sets up a game and keeps it.
    ///
    /// # Errors
    /// When no game can be played by the terms, or it cannot be stored.
    pub(crate) async fn create(
        &self,
        terms: Terms,
        id: GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), ApiError> {
        self.0.ground.create(terms, id, seat_owners).await
    }

    /// Opens the room of a game that goes on by itself: its clock runs, or an engine is to move.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub(crate) async fn wake(&self, id: &GameId) -> Result<(), RoomError> {
        self.room(id).await.map(drop)
    }

    /// The game as it is now. A game that is not live is not woken for that.
    ///
    /// # Errors
    /// When there is no such game, or the secret is wrong.
    pub(crate) async fn look(
        &self,
        id: &GameId,
        secret: Option<&Secret>,
    ) -> Result<RoomView, RoomError> {
        let live = self.lock().get(id).and_then(|slot| slot.get().cloned());
        if let Some(room) = live
            && let Some(look) =
                room.ask(|reply| RoomMessage::RoomView(secret.cloned(), reply)).await
        {
            return look;
        }
        let (game, stored) = self.load(id).await?;
        let viewer = seats::viewer(&game, &stored.seat_owners, secret)?;
        Ok(RoomView { game, viewer })
    }

    /// Looks whether a secret invites to a seat of a game that is still open.
    ///
    /// # Errors
    /// When it does not, or there is no such game.
    pub(crate) async fn invites(&self, id: &GameId, secret: &Secret) -> Result<(), RoomError> {
        let (game, stored) = self.load(id).await?;
        let seat = seats::seat(&stored.seat_owners, secret).ok_or(RoomError::WrongSecret)?;
        match game.terms().seats[seat].player {
            Player::Open => Ok(()),
            _ => Err(RoomError::Game(GameError::SeatTaken)),
        }
    }

    /// Takes the open seat of a game.
    ///
    /// # Errors
    /// When the invitation is none, the seat is taken, or it cannot be stored.
    pub(crate) async fn join(
        &self,
        id: &GameId,
        invitation: &Secret,
        name: Option<&Name>,
        account: Option<AccountId>,
    ) -> Result<Seated, RoomError> {
        let join = Join { invitation: invitation.clone(), name: name.cloned(), account };
        let (_, seated) = self.ask(id, |reply| RoomMessage::Join(join.clone(), reply)).await?;
        Ok(seated)
    }

    /// Gives new secrets for the seats of a claim.
    ///
    /// # Errors
    /// When the game is over, no seat is claimed, or it cannot be stored.
    pub(crate) async fn take(
        &self,
        id: &GameId,
        claim: Claim,
    ) -> Result<ByColor<Option<Secret>>, RoomError> {
        let (_, secrets) = self.ask(id, |reply| RoomMessage::Take(claim, reply)).await?;
        Ok(secrets)
    }

    /// Calls a game off.
    ///
    /// # Errors
    /// When the game is over, or it cannot be stored.
    pub(crate) async fn call_off(&self, id: &GameId) -> Result<(), RoomError> {
        self.ask(id, RoomMessage::CallOff).await.map(drop)
    }

    /// Whether somebody may still play a game. One that was imported unfinished is nobody's until
    /// somebody takes its seats.
    ///
    /// # Errors
    /// When there is no such game.
    pub(crate) async fn is_in_play(&self, id: &GameId) -> Result<bool, RoomError> {
        let (game, stored) = self.load(id).await?;
        let is_over = matches!(game.status(), Status::Over(_));
        Ok(!is_over && stored.seat_owners.iter().any(|(_, holder)| holder.is_some()))
    }

    /// Follows a game.
    pub(super) async fn follow(
        &self,
        id: &GameId,
        follow: &Follow,
    ) -> Result<(Handle, Followed), RoomError> {
        self.ask(id, |reply| RoomMessage::Follow(follow.clone(), reply)).await
    }

    /// Lets every room end, once nobody is in it any more.
    pub(crate) async fn close(&self) {
        self.lock().clear();
        self.0.tasks.close();
        self.0.tasks.wait().await;
    }

    /// Asks a room something. One that leaves at the same moment is opened again.
    async fn ask<T>(
        &self,
        id: &GameId,
        make: impl Fn(oneshot::Sender<Result<T, RoomError>>) -> RoomMessage,
    ) -> Result<(Handle, T), RoomError> {
        for _ in 0..TRIES {
            let room = self.room(id).await?;
            if let Some(answer) = room.ask(&make).await {
                return Ok((room, answer?));
            }
        }
        Err(RoomError::Closing)
    }

    /// The room of a game; opened when it is not.
    async fn room(&self, id: &GameId) -> Result<Handle, RoomError> {
        loop {
            let slot = Arc::clone(self.lock().entry(id.clone()).or_default());
            match slot.get_or_try_init(|| self.open(id)).await {
                Ok(room) if !room.0.is_closed() => return Ok(room.clone()),
                Ok(_) => self.forget(id, &slot),
                Err(denial) => {
                    self.forget(id, &slot);
                    return Err(denial);
                }
            }
        }
    }

    /// Takes a room that is gone off the map, unless another stands there already.
    fn forget(&self, id: &GameId, slot: &Slot) {
        let mut open = self.lock();
        if open.get(id).is_some_and(|there| Arc::ptr_eq(there, slot)) {
            open.remove(id);
        }
    }

    async fn open(&self, id: &GameId) -> Result<Handle, RoomError> {
        let (game, stored) = self.load(id).await?;
        let last_at = game.last_at();
        let mut room = Room::new(id.clone(), game, stored, self.0.ground.clone());
        if last_at < self.0.started {
            self.set_clocks_right(&mut room, last_at).await?;
        }
        let (inbox, asks) = mpsc::channel(INBOX);
        let rooms = self.clone();
        let id = id.clone();
        self.0.tasks.spawn(async move {
            room.run(asks).await;
            rooms.forget_closed(&id);
        });
        Ok(Handle(inbox))
    }

    /// A room that has left makes way for the next one.
    fn forget_closed(&self, id: &GameId) {
        let mut open = self.lock();
        let is_closed = |slot: &Slot| slot.get().is_some_and(|room| room.0.is_closed());
        if open.get(id).is_some_and(is_closed) {
            open.remove(id);
        }
    }

    /// The time in which no server was there is charged to nobody.
    async fn set_clocks_right(&self, room: &mut Room, last_at: Timestamp) -> Result<(), RoomError> {
        let last = self.0.last_there.map_or(last_at, |there| there.max(last_at));
        let resume = Command::Resume { last, grace: GRACE };
        for _ in 0..TRIES {
            match room.act(Actor::Server, resume.clone()).await {
                Err(RoomError::Store(store::StoreError::Busy)) => sleep(APART).await,
                // A game that is over or waits has no clock that could be wrong.
                Ok(_) | Err(RoomError::Game(_)) => return Ok(()),
                Err(denial) => return Err(denial),
            }
        }
        Err(RoomError::Store(store::StoreError::Busy))
    }

    async fn load(&self, id: &GameId) -> Result<(Game, StoredGame), RoomError> {
        let stored = self.0.ground.store.load(id).await?;
        let stored = stored.ok_or_else(|| RoomError::no_game(id))?;
        let game = Game::replay(stored.records.iter().cloned()).map_err(|error| {
            tracing::error!(game = %id, "a stored game cannot be replayed: {error}");
            RoomError::Damaged(id.to_string())
        })?;
        Ok((game, stored))
    }

    /// Whoever panicked with the lock had not begun to change anything.
    fn lock(&self) -> MutexGuard<'_, HashMap<GameId, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
