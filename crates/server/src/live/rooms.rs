//! The rooms of all live games, found by id and opened on demand.
//!
//! The map is locked only for lookups, never across an `await`. Concurrent callers share the
//! opening of a room.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chess::ByColor;
use game::{Actor, Command, Game, GameError, GameId, Player, Status, Terms, Timestamp};
use store::{PresenceReport, SeatOwners, ServerId, StoreError, StoredGame};
use tokio::sync::{OnceCell, mpsc};
use tokio::time::sleep;
use tracing::{Instrument, info_span};

use super::crash::CrashFlag;
use super::downtime::Downtime;
use super::game_time::{GameTime, KeptTime, turn_start};
use super::hints::StoredVersion;
use super::message::{Follow, Join, Reply, RoomMessage, Subscription};
use super::remote_players::RemotePlayers;
use super::room::{Room, RoomView};
use super::seats::{self, TakenSeat};
use super::takeover::Claim;
use super::{RoomError, RoomServices};
use crate::{ApiError, Secret};

/// How many messages may wait in the inbox of a room.
const INBOX_CAPACITY: usize = 64;
/// Extra time for each side after a restart of the server.
const GRACE: Duration = Duration::from_secs(5);
/// How often an action is tried while the store is busy, and the delay between attempts.
const ATTEMPTS: u32 = 20;
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// All rooms. Clones refer to the same rooms.
#[derive(Clone)]
pub(crate) struct Rooms(Arc<RoomsInner>);

struct RoomsInner {
    services: RoomServices,
    /// Ordered, so that a simulation tells all rooms in the same order each time.
    open: Mutex<BTreeMap<GameId, Slot>>,
    /// When this server started.
    started: Timestamp,
    downtime: Option<Downtime>,
    /// The resumed games whose last event is in the future, because the system clock of an earlier
    /// server was wrong. Their times do not tell that this server has resumed them.
    resumed_from_future: Mutex<HashSet<GameId>>,
    /// The times of games whose rooms have closed in doubt, until they are opened again.
    kept_times: Mutex<HashMap<GameId, KeptTime>>,
}

/// A room that is open or being opened.
type Slot = Arc<OnceCell<RoomHandle>>;

/// Sends messages to a room.
#[derive(Clone)]
pub(super) struct RoomHandle {
    inbox: mpsc::Sender<RoomMessage>,
    crash_flag: CrashFlag,
    stored_version: StoredVersion,
    remote_players: Option<RemotePlayers>,
}

impl RoomHandle {
    /// Sends a message; false when the room has closed.
    pub(super) async fn send(&self, message: RoomMessage) -> bool {
        self.inbox.send(message).await.is_ok()
    }

    /// Sends a message and waits for the reply; none when the room closed before it got the
    /// message.
    async fn ask<T>(
        &self,
        message: impl FnOnce(Reply<T>) -> RoomMessage,
    ) -> Result<Option<T>, RoomError> {
        let (reply, answer) = tokio::sync::oneshot::channel();
        if self.inbox.send(message(reply)).await.is_err() {
            return Ok(None);
        }
        if let Ok(answer) = answer.await {
            return answer.map(Some);
        }
        // The room is going away; its flag is final when its inbox is closed.
        self.inbox.closed().await;
        if self.has_crashed() {
            // Asking again would crash the next room as well.
            return Err(RoomError::Internal("the room crashed".to_owned()));
        }
        Ok(None)
    }

    /// Whether the room has crashed, rather than closed or dropped a follower.
    pub(super) fn has_crashed(&self) -> bool {
        self.crash_flag.is_set()
    }
}

impl Rooms {
    /// Rooms for games that are opened on demand. Clocks that were running before a downtime are
    /// corrected as their games are opened.
    pub(crate) fn new(services: RoomServices, downtime: Option<Downtime>) -> Rooms {
        Rooms(Arc::new(RoomsInner {
            started: services.clock.now(),
            downtime,
            resumed_from_future: Mutex::default(),
            kept_times: Mutex::default(),
            services,
            open: Mutex::default(),
        }))
    }

    /// Whether no server ran before this one started, so that games have to be resumed.
    pub(crate) fn follows_downtime(&self) -> bool {
        self.0.downtime.is_some()
    }

    /// What all rooms use.
    pub(crate) fn services(&self) -> &RoomServices {
        &self.0.services
    }

    /// The number of live games.
    pub(crate) fn count(&self) -> usize {
        self.0.services.tasks.len()
    }

    /// Creates a game and stores it.
    ///
    /// # Errors
    /// When the terms are invalid, or the game cannot be stored.
    pub(crate) async fn create(
        &self,
        terms: Terms,
        id: GameId,
        owners: SeatOwners,
    ) -> Result<(), ApiError> {
        self.0.services.create(terms, id, owners).await
    }

    /// Opens the room of a game whose clock is running.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be loaded.
    pub(crate) async fn open_room(&self, id: &GameId) -> Result<(), RoomError> {
        self.room(id).await.map(drop)
    }

    /// The game as it is now. This opens no room.
    ///
    /// # Errors
    /// When there is no such game, or the secret is wrong.
    pub(crate) async fn view(
        &self,
        id: &GameId,
        secret: Option<&Secret>,
    ) -> Result<RoomView, RoomError> {
        let live = self.lock().get(id).and_then(|slot| slot.get().cloned());
        if let Some(room) = live
            && let Some(view) = room.ask(|reply| RoomMessage::View(secret.cloned(), reply)).await?
        {
            return Ok(view);
        }
        let (game, stored) = self.load(id).await?;
        let viewer = seats::viewer(&game, &stored.seat_owners, secret)?;
        let now = self.game_time(id, &stored).now();
        Ok(RoomView { game, now, viewer })
    }

    /// Checks that a secret is the invitation to a seat that is still open.
    ///
    /// # Errors
    /// When it is not, or there is no such game.
    pub(crate) async fn check_invitation(
        &self,
        id: &GameId,
        secret: &Secret,
    ) -> Result<(), RoomError> {
        let (game, stored) = self.load(id).await?;
        let seat = seats::seat(&stored.seat_owners, secret).ok_or(RoomError::WrongSecret)?;
        match game.terms().seats[seat].player {
            Player::Open => Ok(()),
            _ => Err(GameError::SeatTaken.into()),
        }
    }

    /// Takes the open seat of a game.
    ///
    /// # Errors
    /// When the invitation is wrong, the seat is taken, or the change cannot be stored.
    pub(crate) async fn join(&self, id: &GameId, join: Join) -> Result<TakenSeat, RoomError> {
        let (_, seat) = self.ask(id, |reply| RoomMessage::Join(join.clone(), reply)).await?;
        Ok(seat)
    }

    /// Gives new secrets to the claimed seats.
    ///
    /// # Errors
    /// When the game is over, no seat matches the claim, or the change cannot be stored.
    pub(crate) async fn take_seats(
        &self,
        id: &GameId,
        claim: Claim,
    ) -> Result<ByColor<Option<Secret>>, RoomError> {
        let (_, secrets) = self.ask(id, |reply| RoomMessage::TakeSeats(claim, reply)).await?;
        Ok(secrets)
    }

    /// Aborts a game.
    ///
    /// # Errors
    /// When the game is over, or the change cannot be stored.
    pub(crate) async fn abort(&self, id: &GameId) -> Result<(), RoomError> {
        self.arbitrate(id, Command::Abort).await.map(drop)
    }

    /// Aborts, adjourns or continues a game; its status if that has changed.
    ///
    /// # Errors
    /// When the game is over or cannot be adjourned, or the change cannot be stored.
    pub(crate) async fn arbitrate(
        &self,
        id: &GameId,
        command: Command,
    ) -> Result<Option<Status>, RoomError> {
        let message = |reply| RoomMessage::Arbitrate(command.clone(), reply);
        for _ in 0..ATTEMPTS {
            match self.ask(id, message).await {
                Err(RoomError::Store(StoreError::Busy)) => sleep(RETRY_DELAY).await,
                arbitrated => return arbitrated.map(|(_, status)| status),
            }
        }
        Err(StoreError::Busy.into())
    }

    /// Whether a game may still be played. An imported unfinished game belongs to nobody until
    /// somebody takes its seats.
    ///
    /// # Errors
    /// When there is no such game.
    pub(crate) async fn is_in_play(&self, id: &GameId) -> Result<bool, RoomError> {
        let (game, stored) = self.load(id).await?;
        let is_over = matches!(game.status(), Status::Over(_));
        Ok(!is_over && stored.seat_owners.iter().any(|(_, owner)| owner.is_some()))
    }

    /// Follows a game.
    pub(super) async fn follow(
        &self,
        id: &GameId,
        follow: &Follow,
    ) -> Result<(RoomHandle, Subscription), RoomError> {
        self.ask(id, |reply| RoomMessage::Follow(follow.clone(), reply)).await
    }

    /// Tells the room of a game, if there is one, that another server may have changed it.
    pub(super) fn announce_version(&self, id: &GameId, version: Option<u32>) {
        if let Some(room) = self.lock().get(id).and_then(|slot| slot.get()) {
            room.stored_version.announce(version);
        }
        // A room that nobody follows reads nothing, but somebody may watch several games at once.
        self.0.services.changes.announce(id);
    }

    /// Tells all rooms that other servers may have changed their games.
    pub(super) fn announce_changes(&self) {
        for room in self.lock().values().filter_map(|slot| slot.get()) {
            room.stored_version.announce(None);
        }
        self.0.services.changes.announce_any();
    }

    /// Has all rooms ask the other servers who is connected to them.
    pub(super) fn ask_for_presence(&self) {
        for room in self.lock().values().filter_map(|slot| slot.get()) {
            room.remote_players.iter().for_each(RemotePlayers::ask_again);
        }
    }

    /// Tells the room of a game, if there is one, who is connected to another server.
    pub(super) fn receive_presence(&self, server: ServerId, id: &GameId, report: PresenceReport) {
        let open = self.lock();
        let room = open.get(id).and_then(|slot| slot.get());
        if let Some(players) = room.and_then(|room| room.remote_players.as_ref()) {
            players.receive(server, report);
        }
    }

    /// Tells all rooms that a server is gone, and its connections with it.
    pub(super) fn forget_server(&self, server: ServerId) {
        for room in self.lock().values().filter_map(|slot| slot.get()) {
            room.remote_players.iter().for_each(|players| players.forget_server(server));
        }
    }

    /// Closes all rooms, once their clients have left.
    pub(crate) async fn close(&self) {
        self.lock().clear();
        self.0.services.tasks.close();
        self.0.services.tasks.wait().await;
    }

    /// Asks a room, which is opened if necessary. A room that closes just now is opened again.
    async fn ask<T>(
        &self,
        id: &GameId,
        message: impl Fn(Reply<T>) -> RoomMessage,
    ) -> Result<(RoomHandle, T), RoomError> {
        for _ in 0..ATTEMPTS {
            let room = self.room(id).await?;
            if let Some(answer) = room.ask(&message).await? {
                return Ok((room, answer));
            }
        }
        Err(RoomError::Closing)
    }

    /// The room of a game, which is opened if necessary.
    async fn room(&self, id: &GameId) -> Result<RoomHandle, RoomError> {
        loop {
            let slot = Arc::clone(self.lock().entry(id.clone()).or_default());
            match slot.get_or_try_init(|| self.open(id)).await {
                Ok(room) if !room.inbox.is_closed() => {
                    if !self.is_known(id, &slot) {
                        continue;
                    }
                    room.remote_players.iter().for_each(RemotePlayers::ask_once);
                    return Ok(room.clone());
                }
                Ok(_) => self.forget(id, &slot),
                Err(error) => {
                    self.forget(id, &slot);
                    return Err(error);
                }
            }
        }
    }

    /// Whether the room in a slot is the one of its game. If it could not be opened for somebody
    /// else, the slot was removed while this caller waited for it; then it is added again, unless
    /// there is another one by now. The room of a slot that is left alone closes by itself.
    fn is_known(&self, id: &GameId, slot: &Slot) -> bool {
        let mut open = self.lock();
        if let Some(current) = open.get(id) {
            return Arc::ptr_eq(current, slot);
        }
        open.insert(id.clone(), Arc::clone(slot));
        true
    }

    /// Removes a closed room from the map, unless it has been replaced already.
    fn forget(&self, id: &GameId, slot: &Slot) {
        let mut open = self.lock();
        if open.get(id).is_some_and(|current| Arc::ptr_eq(current, slot)) {
            open.remove(id);
        }
    }

    async fn open(&self, id: &GameId) -> Result<RoomHandle, RoomError> {
        let (game, stored) = self.load(id).await?;
        let time = self.game_time(id, &stored);
        self.kept_times().remove(id);
        let mut room = Room::new(id.clone(), game, stored, time, self.0.services.clone());
        if let Some(downtime) = &self.0.downtime {
            self.end_downtime(&mut room, downtime).await?;
        }
        Ok(self.spawn(id.clone(), room))
    }

    /// Resumes the clocks of a game that nothing has happened in since a downtime.
    async fn end_downtime(&self, room: &mut Room, downtime: &Downtime) -> Result<(), RoomError> {
        let last_at = room.game.last_at();
        let is_from_future = last_at > self.0.services.clock.shared_now();
        let was_resumed = is_from_future && self.resumed_from_future().contains(&room.id);
        if last_at < self.0.started || (is_from_future && !was_resumed) {
            self.resume_clocks(room, downtime).await?;
        }
        if is_from_future {
            self.resumed_from_future().insert(room.id.clone());
        }
        Ok(())
    }

    /// The time of a game without a room.
    fn game_time(&self, id: &GameId, stored: &StoredGame) -> GameTime {
        match self.kept_times().get(id) {
            Some(kept) => kept.clone().resume(&stored.records),
            None => GameTime::new(self.0.services.clock.clone(), turn_start(&stored.records)),
        }
    }

    fn kept_times(&self) -> MutexGuard<'_, HashMap<GameId, KeptTime>> {
        self.0.kept_times.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn resumed_from_future(&self) -> MutexGuard<'_, HashSet<GameId>> {
        self.0.resumed_from_future.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn spawn(&self, id: GameId, room: Room) -> RoomHandle {
        let (inbox, mut messages) = mpsc::channel(INBOX_CAPACITY);
        let (crash_flag, stored_version) = (room.crash_flag(), room.stored_version());
        let remote_players = room.remote_players();
        let handle = RoomHandle { inbox, crash_flag, stored_version, remote_players };
        let rooms = self.clone();
        let span = info_span!("room", game = %id);
        let task = async move {
            // The inbox outlives the room, so whoever finds it closed finds the flag of a crash.
            if let Some(time) = room.run(&mut messages).await {
                rooms.kept_times().insert(id.clone(), time);
            }
            drop(messages);
            rooms.forget_closed(&id);
        };
        self.0.services.tasks.spawn(task.instrument(span));
        handle
    }

    /// Removes a room that has closed from the map.
    fn forget_closed(&self, id: &GameId) {
        let mut open = self.lock();
        let is_closed = |slot: &Slot| slot.get().is_some_and(|room| room.inbox.is_closed());
        if open.get(id).is_some_and(is_closed) {
            open.remove(id);
        }
    }

    /// Resumes the clocks after a restart: nobody is charged for the time without a server.
    async fn resume_clocks(&self, room: &mut Room, downtime: &Downtime) -> Result<(), RoomError> {
        let charged_until = downtime.charged_until(room.time.turn(), self.0.started);
        let last_at = room.game.last_at();
        let last = charged_until.map_or(last_at, |until| until.max(last_at));
        let resume = Command::Resume { last, grace: GRACE };
        for _ in 0..ATTEMPTS {
            match room.act(Actor::Server, resume.clone()).await {
                Err(RoomError::Store(StoreError::Busy)) => sleep(RETRY_DELAY).await,
                resumed => return resumed.map(drop),
            }
        }
        Err(StoreError::Busy.into())
    }

    async fn load(&self, id: &GameId) -> Result<(Game, StoredGame), RoomError> {
        let stored = self.0.services.store.load(id).await?;
        let stored = stored.ok_or_else(|| RoomError::no_game(id))?;
        let game = Game::replay(stored.records.iter().cloned()).map_err(|error| {
            tracing::error!(game = %id, "a stored game cannot be replayed: {error}");
            RoomError::Damaged(id.to_string())
        })?;
        Ok((game, stored))
    }

    /// A panic cannot leave the map half changed, so a poisoned lock is fine.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<GameId, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
