//! One live game and the task that owns it.
//!
//! Every request takes the same path: it is decided, stored, applied, and only then acknowledged
//! and broadcast. If it cannot be stored, nothing has changed. The room never waits for a follower.
//! What it does on its own (flags, the engine's moves) takes the same path.

mod commit;
mod event_limit;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use game::{Actor, Command, Departure, End, Game, GameError, GameId, Player, Status, Timestamp};
use store::{EntryRequest, RequestId, SeatOwner, SeatOwners, StoredGame, StoredRequest};
use tokio::sync::mpsc;
use wire::convert::move_command;
use wire::{ServerMessage, Viewer};

use self::commit::RECENT_EVENTS;
use self::event_limit::check_event_count;
use super::alarm::{Alarm, IdleTimer};
use super::audience::{Audience, FollowerId};
use super::crash::{CrashFlag, CrashGuard};
use super::game_time::{GameTime, KeptTime};
use super::hints::StoredVersion;
use super::lag::LagAllowance;
use super::message::{Action, Follow, Join, Reply, Request, RoomMessage, Subscription};
use super::messages::{full_message, stuck_message, to_json, turn};
use super::opponent::Opponent;
use super::players::SeatedAccounts;
use super::presence::{Presences, may_be_between_people};
use super::remote_players::{RemotePlayers, RoomRemotePlayers};
use super::request_digest::{answer_again, digest};
use super::seats::{self, TakenSeat};
use super::{RoomError, RoomServices};
use crate::Secret;

/// A live game.
pub(super) struct Room {
    /// Fields are dropped in this order, so a follower that loses its channel by a crash finds the
    /// flag set.
    crash_guard: CrashGuard,
    pub(super) id: GameId,
    pub(super) game: Game,
    pub(super) services: RoomServices,
    pub(super) owners: SeatOwners,
    /// The requests that were answered.
    requests: BTreeMap<RequestId, StoredRequest>,
    pub(super) time: GameTime,
    /// What other servers have stored.
    stored_version: StoredVersion,
    /// True when the store may know more than the room. The room closes, and is opened anew.
    is_doubtful: bool,
    pub(super) audience: Audience,
    /// The messages of the last events, up to the game's version.
    recent_events: VecDeque<Utf8Bytes>,
    /// Events that were not sent to the spectators yet.
    spectator_backlog: Vec<Utf8Bytes>,
    pub(super) lag_allowances: ByColor<LagAllowance>,
    pub(super) opponent: Opponent,
    pub(super) idle: IdleTimer,
    pub(super) presences: Presences,
    /// The players on other servers; none where there are none.
    pub(super) remote_players: Option<RoomRemotePlayers>,
    pub(super) seated_accounts: SeatedAccounts,
}

/// A game as it is right now.
#[derive(Clone, Debug)]
pub(crate) struct RoomView {
    pub(crate) game: Game,
    /// The time of the game, for its clocks.
    pub(crate) now: Timestamp,
    /// What the caller may do in it.
    pub(crate) viewer: Viewer,
}

impl Room {
    /// The room of a game that was replayed from the store.
    pub(super) fn new(
        id: GameId,
        game: Game,
        stored: StoredGame,
        time: GameTime,
        services: RoomServices,
    ) -> Room {
        let has_remote_players = services.is_shared && may_be_between_people(&game);
        let remote_players = || RemotePlayers::new(id.clone(), Arc::clone(&services.store));
        let allowance = |color| LagAllowance::new(game.terms().time[color]);
        Room {
            crash_guard: CrashGuard(CrashFlag::default()),
            lag_allowances: ByColor::from_fn(allowance),
            opponent: Opponent::new(&services, &stored.seat_owners),
            audience: Audience::default(),
            recent_events: VecDeque::with_capacity(RECENT_EVENTS),
            spectator_backlog: Vec::new(),
            idle: IdleTimer::default(),
            presences: Presences::new(time.now()),
            remote_players: has_remote_players.then(|| RoomRemotePlayers(remote_players())),
            seated_accounts: SeatedAccounts::new(id.clone(), services.players.clone()),
            time,
            stored_version: StoredVersion::default(),
            is_doubtful: false,
            owners: stored.seat_owners,
            requests: stored.requests,
            id,
            game,
            services,
        }
    }

    /// Whether the room has crashed, for those who wait for it.
    pub(super) fn crash_flag(&self) -> CrashFlag {
        self.crash_guard.0.clone()
    }

    /// Where other servers' changes are announced.
    pub(super) fn stored_version(&self) -> StoredVersion {
        self.stored_version.clone()
    }

    /// Where other servers announce who is connected to them.
    pub(super) fn remote_players(&self) -> Option<RemotePlayers> {
        self.remote_players.as_ref().map(|players| players.0.clone())
    }

    /// Runs until all handles are dropped, the room has been idle for a while, or it does not know
    /// what is stored; then the next room needs its time.
    pub(super) async fn run(mut self, inbox: &mut mpsc::Receiver<RoomMessage>) -> Option<KeptTime> {
        while !self.is_doubtful {
            self.update_engine().await;
            self.flush_to_spectators().await;
            self.update_presence();
            let (alarm, news, presence) = (self.alarm(), self.news(), self.remote_presence());
            tokio::select! {
                biased;
                message = inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return None,
                },
                news = news => self.read(news).await,
                () = presence => {}
                result = self.opponent.result() => self.move_for_engine(result).await,
                alarm = alarm => match alarm {
                    Alarm::Flag => self.flag().await,
                    // A message sent just now finds the channel closed, and the room is reopened.
                    Alarm::Close => return None,
                },
            }
        }
        Some(KeptTime { version: self.game.version(), time: self.time.clone() })
    }

    async fn handle(&mut self, message: RoomMessage) {
        self.idle.touch();
        self.read_pending_news().await;
        match message {
            RoomMessage::Follow(follow, reply) => {
                // A client may have learned from another server what this one has not heard of.
                if follow.last_version > Some(self.game.version()) {
                    self.refresh().await;
                }
                self.follow(follow, reply);
            }
            RoomMessage::Leave(id, departure) => self.leave(id, departure),
            RoomMessage::Request(request) => self.handle_request(request).await,
            // The caller may be gone by now, here and below.
            RoomMessage::Join(join, reply) => drop(reply.send(self.take_open_seat(join).await)),
            RoomMessage::TakeSeats(claim, reply) => drop(reply.send(self.take_seats(claim).await)),
            RoomMessage::Arbitrate(command, reply) => {
                drop(reply.send(self.arbitrate(command).await));
            }
            RoomMessage::View(secret, reply) => drop(reply.send(self.view(secret.as_ref()))),
        }
    }

    /// Does what an arbiter may do; the new status if it has changed. Players who are not back yet
    /// when a game is continued have all the time to come.
    async fn arbitrate(&mut self, command: Command) -> Result<Option<Status>, RoomError> {
        let before = self.game.version();
        let is_continued = command == Command::Continue;
        let version = self.try_act(Actor::Server, command).await?;
        if version == before {
            return Ok(None);
        }
        if is_continued {
            self.presences.restart(self.time.now());
        }
        self.broadcast_presence();
        Ok(Some(self.game.status()))
    }

    fn view(&self, secret: Option<&Secret>) -> Result<RoomView, RoomError> {
        let viewer = seats::viewer(&self.game, &self.owners, secret)?;
        Ok(RoomView { game: self.game.clone(), now: self.time.now(), viewer })
    }

    fn leave(&mut self, id: FollowerId, departure: Departure) {
        if let Some(color) = self.audience.viewer(id).and_then(seats::side) {
            self.presences.note_departure(color, departure);
        }
        self.audience.remove(id);
    }

    /// Adds a follower and brings it up to date. The reply comes first, so that the client knows
    /// its role when the first message arrives.
    fn follow(&mut self, follow: Follow, reply: Reply<Subscription>) {
        let viewer = match seats::viewer(&self.game, &self.owners, follow.secret.as_ref()) {
            Ok(viewer) => viewer,
            Err(error) => return drop(reply.send(Err(error))),
        };
        let id = self.audience.add(viewer, follow.outbox);
        if reply.send(Ok(Subscription { id, viewer })).is_err() {
            return self.audience.remove(id);
        }
        self.opponent.note_follower(follow.client, viewer);
        self.catch_up(id, viewer, follow.last_version);
        self.send_presence(id);
    }

    /// Sends a follower what it has missed: the events if they are few, otherwise the whole game.
    /// A follower that has missed nothing gets the whole game too, as an answer to its hello.
    fn catch_up(&mut self, id: FollowerId, viewer: Viewer, last_version: Option<u32>) {
        let missed = last_version.and_then(|last| self.game.version().checked_sub(last));
        let missed = missed.map(|missed| missed as usize);
        if let Some(count) = missed.filter(|count| (1..=self.recent_events.len()).contains(count)) {
            let first = self.recent_events.len() - count;
            for message in self.recent_events.range(first..).cloned() {
                self.audience.send(id, message);
            }
        } else {
            self.send_full(id, viewer);
        }
        if let Some(error) = self.opponent.error() {
            self.audience.send(id, to_json(&stuck_message(&self.id, error)));
        }
    }

    /// Sends the whole game to a follower.
    fn send_full(&mut self, id: FollowerId, viewer: Viewer) {
        let message = full_message(&self.id, &self.game, self.time.now(), viewer);
        self.audience.send(id, to_json(&message));
    }

    /// Sends the players the game with its clocks as they are, after those in their browsers have
    /// run on while the server's stood still.
    pub(super) fn send_clocks(&mut self) {
        if self.services.clock.is_held() {
            return;
        }
        for (id, viewer) in self.audience.players() {
            self.send_full(id, viewer);
        }
    }

    /// Carries out a follower's request and answers it.
    async fn handle_request(&mut self, request: Request) {
        // A follower that was removed in the meantime asks again when it is back.
        let Some(viewer) = self.audience.viewer(request.from) else { return };
        let id = request.id.as_str();
        let answer = match self.execute(&request, viewer).await {
            Ok(version) => ServerMessage::Ack { id: id.to_owned(), version },
            Err(error) => error.message(Some(id), Some(self.game.version())),
        };
        self.audience.send(request.from, to_json(&answer));
    }

    /// Carries out a request; the version of the game after it.
    async fn execute(&mut self, request: &Request, viewer: Viewer) -> Result<u32, RoomError> {
        let actor = seats::actor(viewer)?;
        let digest = digest(viewer, &request.action);
        // A client may have learned from another server what this one has not heard of.
        if request.base_version > self.game.version() {
            self.refresh().await;
        }
        if let Some(&stored) = self.requests.get(&request.id) {
            return answer_again(stored, digest);
        }
        if request.base_version != self.game.version() {
            self.catch_up(request.from, viewer, Some(request.base_version));
            return Err(self.outdated(&request.action));
        }
        let mover = turn(&self.game);
        let lag = self.lag_allowances[mover].lag(request.round_trip);
        let command = match self.command(&request.action, lag)? {
            Command::Offer(game::Offer::Rematch) => self.rematch(actor).await?,
            command => self.with_absence(command, seats::side(viewer)),
        };
        check_event_count(&self.game, &command)?;
        let at = self.event_time(request.received_at);
        let events = self.game.decide(actor, &command, at)?;
        let is_refused = command.came_too_late(&events);
        let stored = EntryRequest { id: request.id.clone(), digest: Some(digest), is_refused };
        let version = self.commit(events, request.received_at, Some(stored), None).await?;
        if is_refused {
            return Err(GameError::OutOfTime.into());
        }
        if matches!(command, Command::Move { .. }) {
            self.lag_allowances[mover].spend(lag);
        }
        Ok(version)
    }

    /// Why an action for an earlier version is rejected. A move that comes after the flag is late,
    /// whether its sender has heard of the flag or not.
    fn outdated(&self, action: &Action) -> RoomError {
        match (self.game.status(), action) {
            (Status::Over(End::Flagged { .. }), Action::Move { .. }) => GameError::OutOfTime.into(),
            _ => RoomError::Stale,
        }
    }

    /// The game's command for an action, parsed on the current board.
    fn command(&self, action: &Action, lag: Duration) -> Result<Command, RoomError> {
        let board = self.game.board();
        match action {
            Action::Command(command) => Ok(command.to_game(board.position())?),
            Action::Move { ply, .. } if *ply as usize != board.moves().len() => {
                Err(RoomError::Ply { played: board.moves().len(), seen: *ply })
            }
            Action::Move { uci, .. } => Ok(move_command(uci.as_str(), board.position(), lag)?),
        }
    }

    /// Gives the open seat to somebody with the invitation. The seat gets a new secret, because the
    /// invitation was sent around. Whoever has that secret already repeats a join whose answer was
    /// lost.
    async fn take_open_seat(&mut self, join: Join) -> Result<TakenSeat, RoomError> {
        let Join { invitation, secret, name, account } = join;
        if let Some(color) = seats::seat(&self.owners, &secret) {
            let is_open = self.game.terms().seats[color].player == Player::Open;
            // The invitation itself must not become the secret of the seat.
            return if is_open {
                Err(RoomError::WrongSecret)
            } else {
                Ok(TakenSeat { color, secret })
            };
        }
        let color = seats::seat(&self.owners, &invitation).ok_or(RoomError::WrongSecret)?;
        let now = self.services.clock.now();
        let command = Command::Join { color, name: Some(name) };
        let events = self.game.decide(Actor::Player(color), &command, self.event_time(now))?;
        let mut owners = self.owners;
        owners[color] = Some(SeatOwner { secret: secret.hash(), account });
        self.commit(events, now, None, Some(owners)).await?;
        Ok(TakenSeat { color, secret })
    }

    /// Carries out a command that no follower asked for.
    pub(super) async fn try_act(
        &mut self,
        actor: Actor,
        command: Command,
    ) -> Result<u32, RoomError> {
        let now = self.services.clock.now();
        let events = self.game.decide(actor, &command, self.event_time(now))?;
        self.commit(events, now, None, None).await
    }

    /// The color that an engine plays, if exactly one side is an engine.
    pub(super) fn engine_side(&self) -> Option<Color> {
        let seats = &self.game.terms().seats;
        let mut engines = Color::ALL.into_iter().filter(|color| seats[*color].player.is_engine());
        engines.next().filter(|_| engines.next().is_none())
    }
}
