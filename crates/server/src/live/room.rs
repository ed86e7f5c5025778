//! One live game and the task that owns it.
//!
//! A wish goes one way: it is decided, stored, applied, and only then acknowledged and told. When
//! it cannot be stored, nothing has happened. The room never waits for a follower, and whatever it
//! does by itself (flags, the engine's moves) takes the same way.

use std::collections::{BTreeMap, VecDeque};

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use game::{Actor, Command, Departure, Event, Game, GameId, Record, Timestamp};
use library::summary::summary;
use store::{Appended, Entry, RequestId, SeatOwner, SeatOwners, StoredGame};
use tokio::sync::{mpsc, oneshot};
use wire::convert::move_command;
use wire::{ServerMessage, Viewer};

use super::alarm::{Alarm, IdleTimer};
use super::audience::{Audience, FollowerId};
use super::lag::Allowance;
use super::message::{Action, Follow, Followed, Join, Request, RoomMessage};
use super::messages::{event, full, stuck, text, turn};
use super::opponent::Opponent;
use super::presence::Presences;
use super::seats::{self, Seated};
use super::{RoomError, RoomServices};
use crate::Secret;

/// How many of the last events a room can tell again. Who has missed more gets the whole game.
const RECENT: usize = 8;

/// A live game.
pub(super) struct Room {
    pub(super) id: GameId,
    pub(super) game: Game,
    pub(super) ground: RoomServices,
    pub(super) seat_owners: SeatOwners,
    /// The wishes that were fulfilled, and the version after each.
    requests: BTreeMap<RequestId, u32>,
    pub(super) audience: Audience,
    /// The last events as they were told; the newest is that of the game's version.
    recent: VecDeque<Utf8Bytes>,
    /// Events that those who look on were not told yet.
    untold: Vec<Utf8Bytes>,
    pub(super) allowances: ByColor<Allowance>,
    pub(super) opponent: Opponent,
    pub(super) pause: IdleTimer,
    pub(super) presences: Presences,
}

/// A game as it is right now.
#[derive(Clone, Debug)]
pub(crate) struct RoomView {
    pub(crate) game: Game,
    /// What the one who looks may do.
    pub(crate) viewer: Viewer,
}

impl Room {
    /// The room of a game that was replayed from what is stored.
    pub(super) fn new(id: GameId, game: Game, stored: StoredGame, ground: RoomServices) -> Room {
        let allowance = |color| Allowance::new(game.terms().time[color]);
        Room {
            allowances: ByColor::from_fn(allowance),
            opponent: Opponent::new(ground.engines.clone()),
            audience: Audience::default(),
            recent: VecDeque::with_capacity(RECENT),
            untold: Vec::new(),
            pause: IdleTimer::default(),
            presences: Presences::new(ground.clock.now()),
            seat_owners: stored.seat_owners,
            requests: stored.requests,
            id,
            game,
            ground,
        }
    }

    /// Lives until nobody holds the inbox any more, or nothing has moved for a while.
    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<RoomMessage>) {
        loop {
            self.attend_engine().await;
            self.tell_spectators().await;
            self.note_presence();
            let alarm = self.alarm();
            tokio::select! {
                biased;
                ask = inbox.recv() => match ask {
                    Some(ask) => self.answer(ask).await,
                    None => return,
                },
                thought = self.opponent.thought() => self.move_for_engine(thought).await,
                alarm = alarm => match alarm {
                    Alarm::Flag => self.flag().await,
                    // Whoever asked just now finds the channel closed and opens the room again.
                    Alarm::Leave => return,
                },
            }
        }
    }

    async fn answer(&mut self, ask: RoomMessage) {
        self.pause.stir();
        match ask {
            RoomMessage::Follow(follow, reply) => self.welcome(follow, reply),
            RoomMessage::Leave(id, departure) => self.part(id, departure),
            RoomMessage::Request(wish) => self.fulfill(wish).await,
            // Whoever asked may have gone away in the meantime, here and below.
            RoomMessage::Join(join, reply) => drop(reply.send(self.seat(join).await)),
            RoomMessage::Take(claim, reply) => drop(reply.send(self.hand_over(claim).await)),
            RoomMessage::CallOff(reply) => {
                drop(reply.send(self.act(Actor::Server, Command::Abort).await));
            }
            RoomMessage::RoomView(secret, reply) => drop(reply.send(self.look(secret.as_ref()))),
        }
    }

    fn look(&self, secret: Option<&Secret>) -> Result<RoomView, RoomError> {
        let viewer = seats::viewer(&self.game, &self.seat_owners, secret)?;
        Ok(RoomView { game: self.game.clone(), viewer })
    }

    /// Lets somebody go.
    fn part(&mut self, id: FollowerId, departure: Departure) {
        if let Some(color) = self.audience.viewer(id).and_then(seats::side) {
            self.presences.note_departure(color, departure);
        }
        self.audience.dismiss(id);
    }

    /// Lets somebody in, and brings them up to date. The reply comes first, so that they know
    /// what they are when the first message reaches them.
    fn welcome(&mut self, follow: Follow, reply: oneshot::Sender<Result<Followed, RoomError>>) {
        let viewer = match seats::viewer(&self.game, &self.seat_owners, follow.secret.as_ref()) {
            Ok(viewer) => viewer,
            Err(denial) => return drop(reply.send(Err(denial))),
        };
        let id = self.audience.welcome(viewer, follow.outlet);
        if reply.send(Ok(Followed { id, viewer })).is_err() {
            return self.audience.dismiss(id);
        }
        self.catch_up(id, viewer, follow.last_version);
        self.tell_presence(id);
    }

    /// Tells a follower what it has missed: events when they are few, otherwise the whole game.
    /// Who has missed nothing gets the game too, and so knows that the room has heard.
    fn catch_up(&mut self, id: FollowerId, viewer: Viewer, last: Option<u32>) {
        let missed = last.and_then(|last| self.game.version().checked_sub(last));
        let few = missed.map(|missed| missed as usize);
        if let Some(few) = few.filter(|few| (1..=self.recent.len()).contains(few)) {
            let first = self.recent.len() - few;
            for text in self.recent.range(first..).cloned() {
                self.audience.tell(id, text);
            }
        } else {
            let now = self.ground.clock.now();
            self.audience.tell(id, text(&full(&self.id, &self.game, now, viewer)));
        }
        if let Some(error) = self.opponent.trouble() {
            self.audience.tell(id, text(&stuck(&self.id, error)));
        }
    }

    /// Does what a follower wants, or says why not.
    async fn fulfill(&mut self, wish: Request) {
        // A follower that was let go in the meantime asks again when it is back.
        let Some(viewer) = self.audience.viewer(wish.from) else { return };
        let is_late = wish.base != self.game.version();
        let answer = match self.attempt(&wish, viewer).await {
            Ok(version) => ServerMessage::Ack { id: wish.request.to_string(), version },
            Err(denial) => {
                // What the store alone knew of was told to everybody as it was found.
                if denial == RoomError::Stale && is_late {
                    self.catch_up(wish.from, viewer, Some(wish.base));
                }
                ServerMessage::Error {
                    id: Some(wish.request.to_string()),
                    code: denial.code(),
                    message: denial.to_string(),
                    version: Some(self.game.version()),
                }
            }
        };
        self.audience.tell(wish.from, text(&answer));
    }

    async fn attempt(&mut self, wish: &Request, viewer: Viewer) -> Result<u32, RoomError> {
        let actor = seats::actor(viewer)?;
        if let Some(&version) = self.requests.get(&wish.request) {
            return Ok(version);
        }
        if wish.base != self.game.version() {
            return Err(RoomError::Stale);
        }
        let mover = turn(&self.game);
        let lag = self.allowances[mover].of(wish.way);
        let command = match self.command(wish, lag)? {
            Command::Offer(game::Offer::Rematch) => self.rematch(actor).await?,
            command => self.with_presence(command, seats::side(viewer)),
        };
        let events = self.game.decide(actor, &command, self.moment(wish.at))?;
        let version = self.happen(events, wish.at, Some(&wish.request), None).await?;
        if matches!(command, Command::Move { .. }) {
            self.allowances[mover].spend(lag);
        }
        Ok(version)
    }

    fn command(&self, wish: &Request, lag: std::time::Duration) -> Result<Command, RoomError> {
        let board = self.game.board();
        match &wish.what {
            Action::Command(command) => Ok(command.to_game(board.position())?),
            Action::Move { ply, .. } if *ply as usize != board.moves().len() => {
                Err(RoomError::Ply { played: board.moves().len(), seen: *ply })
            }
            Action::Move { uci, .. } => Ok(move_command(uci.as_str(), board.position(), lag)?),
        }
    }

    /// Shows the holder of the invitation to the open seat. The seat gets another secret, because
    /// an invitation has been on its way.
    async fn seat(&mut self, join: Join) -> Result<Seated, RoomError> {
        let color =
            seats::seat(&self.seat_owners, &join.invitation).ok_or(RoomError::WrongSecret)?;
        let now = self.moment(self.ground.clock.now());
        let command = Command::Join { color, name: join.name };
        let events = self.game.decide(Actor::Player(color), &command, now)?;
        let secret = Secret::random().map_err(|_| RoomError::Closing)?;
        let mut seat_owners = self.seat_owners;
        seat_owners[color] = Some(SeatOwner { secret: secret.hash(), account: join.account });
        self.happen(events, now, None, Some(seat_owners)).await?;
        Ok(Seated { color, secret })
    }

    /// Does something that no follower asked for.
    pub(super) async fn act(&mut self, actor: Actor, command: Command) -> Result<u32, RoomError> {
        let now = self.moment(self.ground.clock.now());
        let events = self.game.decide(actor, &command, now)?;
        self.happen(events, now, None, None).await
    }

    /// The moment that something is taken to happen at: never before what happened last.
    fn moment(&self, at: Timestamp) -> Timestamp {
        at.max(self.game.last_at())
    }

    /// Stores events, and then lets them happen. The answer is the version after them.
    async fn happen(
        &mut self,
        events: Vec<Event>,
        at: Timestamp,
        request: Option<&RequestId>,
        seat_owners: Option<SeatOwners>,
    ) -> Result<u32, RoomError> {
        let base = self.game.version();
        let at = self.moment(at);
        let mut after = self.game.clone();
        let mut records = Vec::with_capacity(events.len());
        for event in events {
            let record = after.record(event, at);
            after.apply(&record).map_err(|error| impossible(&self.id, &error))?;
            records.push(record);
        }
        if records.is_empty() {
            return Ok(base);
        }
        let entry = Entry {
            game: self.id.clone(),
            base,
            request: request.cloned(),
            records: records.clone(),
            summary: summary(&after),
            seat_owners,
        };
        match self.ground.store.append(entry).await? {
            Appended::Written => {}
            Appended::Repeated { version } => return Ok(version),
            Appended::Stale { missed, .. } => {
                self.let_happen(&missed)?;
                return Err(RoomError::Stale);
            }
        }
        self.seat_owners = seat_owners.unwrap_or(self.seat_owners);
        self.let_happen(&records)?;
        let version = self.game.version();
        self.requests.extend(request.map(|request| (request.clone(), version)));
        Ok(version)
    }

    /// Tells those who look on what has happened. Thousands may, so the players have their answers
    /// by then, and their sockets get to write them first.
    async fn tell_spectators(&mut self) {
        let untold = std::mem::take(&mut self.untold);
        if untold.is_empty() || !self.audience.has_spectators() {
            return;
        }
        tokio::task::yield_now().await;
        for told in untold {
            self.audience.tell_spectators(&told);
        }
    }

    /// Applies what is stored, and tells the players. The others are told before anything else
    /// comes into the room.
    fn let_happen(&mut self, records: &[Record]) -> Result<(), RoomError> {
        for record in records {
            self.game.apply(record).map_err(|error| impossible(&self.id, &error))?;
            let told = text(&event(&self.id, &self.game, record));
            self.audience.tell_players(&told);
            self.untold.push(told.clone());
            if self.recent.len() == RECENT {
                self.recent.pop_front();
            }
            self.recent.push_back(told);
        }
        Ok(())
    }

    /// The color that an engine plays, where exactly one does.
    pub(super) fn engine_side(&self) -> Option<Color> {
        let seats = &self.game.terms().seats;
        let mut engines = Color::ALL.into_iter().filter(|color| seats[*color].player.is_engine());
        engines.next().filter(|_| engines.next().is_none())
    }
}

/// What was decided, or stored, does not fit the game: a mistake of ours, and no wish can be
/// fulfilled until it is found.
fn impossible(id: &GameId, error: &game::ReplayError) -> RoomError {
    tracing::error!(game = %id, "a stored event does not fit its game: {error}");
    RoomError::Stale
}
