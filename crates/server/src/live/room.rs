//! One live game and the task that owns it.
//!
//! Every request takes the same path: it is decided, stored, applied, and only then acknowledged
//! and broadcast. If it cannot be stored, nothing has changed. The room never waits for a follower.
//! What it does on its own (flags, the engine's moves) takes the same path.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use chess::{ByColor, Color};
use game::{
    Actor, Command, Departure, Event, Game, GameId, Record, ReplayError, Status, Timestamp,
};
use library::summary::summary;
use store::{AppendOutcome, Entry, RequestId, SeatOwner, SeatOwners, StoredGame};
use tokio::sync::mpsc;
use wire::convert::move_command;
use wire::{ServerMessage, Viewer};

use super::alarm::{Alarm, IdleTimer};
use super::audience::{Audience, FollowerId};
use super::crash::{CrashFlag, CrashGuard};
use super::lag::LagAllowance;
use super::message::{Action, Follow, Join, Reply, Request, RoomMessage, Subscription};
use super::messages::{event_message, full_message, stuck_message, to_json, turn};
use super::opponent::Opponent;
use super::presence::Presences;
use super::seats::{self, TakenSeat};
use super::{RoomError, RoomServices};
use crate::Secret;

/// How many of the last events a room can send again. A client that has missed more gets the whole
/// game.
const RECENT_EVENTS: usize = 8;

/// How many events a game may have besides its moves.
const MAX_OTHER_EVENTS: usize = 2_000;

/// A live game.
pub(super) struct Room {
    /// Fields are dropped in this order, so a follower that loses its channel by a crash finds the
    /// flag set.
    crash_guard: CrashGuard,
    pub(super) id: GameId,
    pub(super) game: Game,
    pub(super) services: RoomServices,
    pub(super) owners: SeatOwners,
    /// The requests that were carried out, and the version after each.
    requests: BTreeMap<RequestId, u32>,
    pub(super) audience: Audience,
    /// The messages of the last events, up to the game's version.
    recent_events: VecDeque<Utf8Bytes>,
    /// Events that were not sent to the spectators yet.
    spectator_backlog: Vec<Utf8Bytes>,
    pub(super) lag_allowances: ByColor<LagAllowance>,
    pub(super) opponent: Opponent,
    pub(super) idle: IdleTimer,
    pub(super) presences: Presences,
}

/// A game as it is right now.
#[derive(Clone, Debug)]
pub(crate) struct RoomView {
    pub(crate) game: Game,
    /// What the caller may do in it.
    pub(crate) viewer: Viewer,
}

impl Room {
    /// The room of a game that was replayed from the store.
    pub(super) fn new(id: GameId, game: Game, stored: StoredGame, services: RoomServices) -> Room {
        let allowance = |color| LagAllowance::new(game.terms().time[color]);
        Room {
            crash_guard: CrashGuard(CrashFlag::default()),
            lag_allowances: ByColor::from_fn(allowance),
            opponent: Opponent::new(services.engines.clone(), &stored.seat_owners),
            audience: Audience::default(),
            recent_events: VecDeque::with_capacity(RECENT_EVENTS),
            spectator_backlog: Vec::new(),
            idle: IdleTimer::default(),
            presences: Presences::new(services.clock.now()),
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

    /// Runs until all handles are dropped, or the room has been idle for a while.
    pub(super) async fn run(mut self, inbox: &mut mpsc::Receiver<RoomMessage>) {
        loop {
            self.update_engine().await;
            self.flush_to_spectators().await;
            self.update_presence();
            let alarm = self.alarm();
            tokio::select! {
                biased;
                message = inbox.recv() => match message {
                    Some(message) => self.handle(message).await,
                    None => return,
                },
                result = self.opponent.result() => self.move_for_engine(result).await,
                alarm = alarm => match alarm {
                    Alarm::Flag => self.flag().await,
                    // A message sent just now finds the channel closed, and the room is reopened.
                    Alarm::Close => return,
                },
            }
        }
    }

    async fn handle(&mut self, message: RoomMessage) {
        self.idle.touch();
        match message {
            RoomMessage::Follow(follow, reply) => self.follow(follow, reply),
            RoomMessage::Leave(id, departure) => self.leave(id, departure),
            RoomMessage::Request(request) => self.handle_request(request).await,
            // The caller may be gone by now, here and below.
            RoomMessage::Join(join, reply) => drop(reply.send(self.take_open_seat(join).await)),
            RoomMessage::TakeSeats(claim, reply) => drop(reply.send(self.take_seats(claim).await)),
            RoomMessage::Abort(reply) => {
                drop(reply.send(self.try_act(Actor::Server, Command::Abort).await));
            }
            RoomMessage::View(secret, reply) => drop(reply.send(self.view(secret.as_ref()))),
        }
    }

    fn view(&self, secret: Option<&Secret>) -> Result<RoomView, RoomError> {
        let viewer = seats::viewer(&self.game, &self.owners, secret)?;
        Ok(RoomView { game: self.game.clone(), viewer })
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
            let now = self.services.clock.now();
            self.audience.send(id, to_json(&full_message(&self.id, &self.game, now, viewer)));
        }
        if let Some(error) = self.opponent.error() {
            self.audience.send(id, to_json(&stuck_message(&self.id, error)));
        }
    }

    /// Carries out a follower's request and answers it.
    async fn handle_request(&mut self, request: Request) {
        // A follower that was removed in the meantime asks again when it is back.
        let Some(viewer) = self.audience.viewer(request.from) else { return };
        let is_outdated = request.base_version != self.game.version();
        let id = request.id.as_str();
        let answer = match self.execute(&request, viewer).await {
            Ok(version) => ServerMessage::Ack { id: id.to_owned(), version },
            Err(error) => {
                // Events that only the store had were broadcast when they were found.
                if error == RoomError::Stale && is_outdated {
                    self.catch_up(request.from, viewer, Some(request.base_version));
                }
                error.message(Some(id), Some(self.game.version()))
            }
        };
        self.audience.send(request.from, to_json(&answer));
    }

    /// Carries out a request; the version of the game after it.
    async fn execute(&mut self, request: &Request, viewer: Viewer) -> Result<u32, RoomError> {
        let actor = seats::actor(viewer)?;
        if let Some(&version) = self.requests.get(&request.id) {
            return Ok(version);
        }
        if request.base_version != self.game.version() {
            return Err(RoomError::Stale);
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
        let version = self.commit(events, at, Some(&request.id), None).await?;
        if matches!(command, Command::Move { .. }) {
            self.lag_allowances[mover].spend(lag);
        }
        Ok(version)
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
    /// invitation was sent around.
    async fn take_open_seat(&mut self, join: Join) -> Result<TakenSeat, RoomError> {
        let color = seats::seat(&self.owners, &join.invitation).ok_or(RoomError::WrongSecret)?;
        let now = self.event_time(self.services.clock.now());
        let command = Command::Join { color, name: join.name };
        let events = self.game.decide(Actor::Player(color), &command, now)?;
        let secret = Secret::random()?;
        let mut owners = self.owners;
        owners[color] = Some(SeatOwner { secret: secret.hash(), account: join.account });
        self.commit(events, now, None, Some(owners)).await?;
        Ok(TakenSeat { color, secret })
    }

    /// Carries out a command that no follower asked for.
    pub(super) async fn try_act(
        &mut self,
        actor: Actor,
        command: Command,
    ) -> Result<u32, RoomError> {
        let now = self.event_time(self.services.clock.now());
        let events = self.game.decide(actor, &command, now)?;
        self.commit(events, now, None, None).await
    }

    /// The time of a new event: never before the last one.
    fn event_time(&self, at: Timestamp) -> Timestamp {
        at.max(self.game.last_at())
    }

    /// Stores events, and then applies and broadcasts them; the version of the game after them.
    async fn commit(
        &mut self,
        events: Vec<Event>,
        at: Timestamp,
        request: Option<&RequestId>,
        owners: Option<SeatOwners>,
    ) -> Result<u32, RoomError> {
        let base = self.game.version();
        let mut after = self.game.clone();
        let mut records = Vec::with_capacity(events.len());
        for event in events {
            let record = after.record(event, at);
            after.apply(&record).map_err(|error| replay_failed(&error))?;
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
            seat_owners: owners,
        };
        match self.services.store.append(entry).await? {
            AppendOutcome::Written => {}
            AppendOutcome::Repeated { version } => return Ok(version),
            AppendOutcome::Stale { missed, .. } => {
                self.apply(&missed)?;
                return Err(RoomError::Stale);
            }
        }
        self.owners = owners.unwrap_or(self.owners);
        self.apply(&records)?;
        let version = self.game.version();
        self.requests.extend(request.map(|request| (request.clone(), version)));
        Ok(version)
    }

    /// Applies stored events and sends them to the players. The spectators follow before the next
    /// message is handled.
    fn apply(&mut self, records: &[Record]) -> Result<(), RoomError> {
        for record in records {
            self.game.apply(record).map_err(|error| replay_failed(&error))?;
            let message = to_json(&event_message(&self.id, &self.game, record));
            self.audience.send_to_players(&message);
            self.spectator_backlog.push(message.clone());
            if self.recent_events.len() == RECENT_EVENTS {
                self.recent_events.pop_front();
            }
            self.recent_events.push_back(message);
        }
        let is_over = matches!(self.game.status(), Status::Over(_));
        if is_over || self.game.board().moves().len() == 1 {
            self.services.unstarted.remove(&self.id);
        }
        Ok(())
    }

    /// Sends the latest events to the spectators. There may be thousands, so the sockets of the
    /// players get to write their answers first.
    async fn flush_to_spectators(&mut self) {
        let backlog = std::mem::take(&mut self.spectator_backlog);
        if backlog.is_empty() || !self.audience.has_spectators() {
            return;
        }
        tokio::task::yield_now().await;
        for message in backlog {
            self.audience.send_to_spectators(&message);
        }
    }

    /// The color that an engine plays, if exactly one side is an engine.
    pub(super) fn engine_side(&self) -> Option<Color> {
        let seats = &self.game.terms().seats;
        let mut engines = Color::ALL.into_iter().filter(|color| seats[*color].player.is_engine());
        engines.next().filter(|_| engines.next().is_none())
    }
}

/// Rejects what could go on forever once a game has many events besides its moves. Moves, and
/// everything that ends a game, are always possible.
fn check_event_count(game: &Game, command: &Command) -> Result<(), RoomError> {
    let is_endless = matches!(
        command,
        Command::Rename { .. }
            | Command::Offer(_)
            | Command::Decline(_)
            | Command::Undo
            | Command::Redo
            | Command::GiveTime(_)
    );
    let others = (game.version() as usize).saturating_sub(game.board().moves().len());
    if is_endless && others >= MAX_OTHER_EVENTS { Err(RoomError::TooManyEvents) } else { Ok(()) }
}

/// An event that was decided or stored does not fit the game. Only a bug can cause this, so the
/// client must not be told to try again.
fn replay_failed(error: &ReplayError) -> RoomError {
    RoomError::Internal(format!("an event does not fit its game: {error}"))
}

#[cfg(test)]
mod tests {
    use chess::{Move, Square};
    use game::{Offer, Player, Seat, Start, Terms};

    use super::*;

    fn new_game() -> Game {
        let seat = Seat { name: None, player: Player::Person };
        let terms = Terms {
            start: Start::Standard,
            seats: ByColor::new(seat.clone(), seat),
            time: ByColor::new(None, None),
            shared: true,
            automatic_draws: false,
        };
        Game::new(terms, Timestamp(0)).expect("sound terms")
    }

    #[test]
    fn a_game_with_too_many_events_can_only_be_played_on_or_ended() {
        let mut game = new_game();
        let rename = Command::Rename { color: Color::White, name: None };
        let play =
            Command::Move { play: Move::normal(Square::E2, Square::E4), lag: Duration::ZERO };
        while check_event_count(&game, &rename).is_ok() {
            let event = Event::Renamed { color: Color::White, name: None };
            let record = game.record(event, Timestamp(0));
            game.apply(&record).expect("a name can change");
        }
        assert_eq!(game.version() as usize, MAX_OTHER_EVENTS);
        for command in [Command::Undo, Command::Redo, Command::Offer(Offer::Draw)] {
            assert_eq!(check_event_count(&game, &command), Err(RoomError::TooManyEvents));
        }
        for command in [play, Command::Resign, Command::Abort, Command::Flag] {
            assert_eq!(check_event_count(&game, &command), Ok(()), "{command:?}");
        }
    }
}
