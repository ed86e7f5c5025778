//! What a room decides is stored, and only then applied and broadcast.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use chess::{ByColor, Color};
use game::{Event, GameId, Record, ReplayError, Status, Timestamp};
use library::summary::summary;
use store::{AppendOutcome, Entry, EntryRequest, SeatOwners, StoreError, StoredRequest};
use tokio::time::{Instant, sleep};

use super::Room;
use crate::live::RoomError;
use crate::live::game_time::GameTime;
use crate::live::messages::{event_message, to_json};
use crate::live::request_digest::answer_again;

/// How many of the last events a room can send again. A client that has missed more gets the whole
/// game.
pub(super) const RECENT_EVENTS: usize = 8;
/// The delays after which an unconfirmed append is repeated, which tells whether it was stored.
const CONFIRM_DELAYS: [Duration; 4] = [
    Duration::from_millis(20),
    Duration::from_millis(100),
    Duration::from_millis(400),
    Duration::from_millis(1_500),
];
/// How long after the first attempt an unconfirmed append is still repeated. The room does nothing
/// else meanwhile, and the next room can be asked as well.
const CONFIRM_TIME: Duration = Duration::from_secs(20);
/// The delays after which a failed read is repeated.
const READ_DELAYS: [Duration; 4] = [
    Duration::from_millis(50),
    Duration::from_millis(200),
    Duration::from_millis(500),
    Duration::from_millis(1_500),
];

impl Room {
    /// The time of the game at which something arrived: never before the last event.
    pub(super) fn event_time(&self, arrived: Timestamp) -> Timestamp {
        self.time.at(arrived).max(self.game.last_at())
    }

    /// The time in the record of an event. A turn starts at a time that all servers share, so that
    /// the delays of earlier turns do not add up.
    fn record_time(&self, event: &Event, arrived: Timestamp) -> Timestamp {
        let at = self.event_time(arrived);
        if event.starts_turn() { at.max(self.services.clock.to_shared(arrived)) } else { at }
    }

    /// Stores the events of something that arrived at this time of the server, and then applies and
    /// broadcasts them; the version of the game after them.
    pub(super) async fn commit(
        &mut self,
        events: Vec<Event>,
        arrived: Timestamp,
        request: Option<EntryRequest>,
        owners: Option<SeatOwners>,
    ) -> Result<u32, RoomError> {
        let base = self.game.version();
        let mut after = self.game.clone();
        let mut records = Vec::with_capacity(events.len());
        for event in events {
            let at = self.record_time(&event, arrived);
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
            request: request.clone(),
            records: records.clone(),
            summary: summary(&after),
            seat_owners: owners,
        };
        match self.append(entry).await? {
            AppendOutcome::Written => {}
            // Somebody else wrote it, so there is more in the store than the room knows.
            AppendOutcome::Repeated(stored) => {
                self.refresh().await;
                let digest = request.and_then(|request| request.digest).or(stored.digest);
                return digest.map_or(Ok(stored.version), |digest| answer_again(stored, digest));
            }
            AppendOutcome::Stale { version, .. } if version < base => {
                let id = &self.id;
                tracing::error!(game = %id, "the store has lost what came after version {version}");
                self.is_doubtful = true;
                return Err(RoomError::Stale);
            }
            AppendOutcome::Stale { missed, .. } => {
                self.apply(&missed)?;
                self.refresh().await;
                return Err(RoomError::Stale);
            }
        }
        self.owners = owners.unwrap_or(self.owners);
        self.apply(&records)?;
        let version = self.game.version();
        self.requests.extend(request.map(|EntryRequest { id, digest, is_refused }| {
            (id, StoredRequest { version, digest, is_refused })
        }));
        Ok(version)
    }

    /// Reads what another server has stored. If that fails again and again, the next room reads it.
    pub(in crate::live) async fn refresh(&mut self) {
        let mut read = self.read_news().await;
        for delay in READ_DELAYS {
            if !read.as_ref().is_err_and(may_be_read_again) {
                break;
            }
            sleep(spread(delay, &self.id)).await;
            read = self.read_news().await;
        }
        if let Err(error) = read {
            self.doubt(&error);
        }
    }

    /// The same once, where nothing is known to be missing.
    pub(in crate::live) async fn refresh_if_possible(&mut self) {
        match self.read_news().await {
            Err(error) if may_be_read_again(&error) => {
                tracing::warn!(game = %self.id, "cannot look for what was stored: {error:?}");
            }
            Err(error) => self.doubt(&error),
            Ok(()) => {}
        }
    }

    /// What is stored is not known, and the next room has to read it.
    fn doubt(&mut self, error: &RoomError) {
        tracing::error!(game = %self.id, "cannot read what was stored: {error:?}");
        self.is_doubtful = true;
    }

    async fn read_news(&mut self) -> Result<(), RoomError> {
        self.stored_version.clear();
        let stored = self.services.store.load_since(&self.id, self.game.version()).await?;
        let stored = stored.ok_or_else(|| RoomError::no_game(&self.id))?;
        let taken = ByColor::from_fn(|color| {
            self.owners[color].is_some() && self.owners[color] != stored.seat_owners[color]
        });
        self.owners = stored.seat_owners;
        self.requests.extend(stored.requests);
        if !stored.records.is_empty() {
            self.apply(&stored.records)?;
            self.set_time_of_news();
        }
        // Their secrets are no longer valid.
        if taken[Color::White] || taken[Color::Black] {
            self.audience.remove_players(taken);
        }
        Ok(())
    }

    /// A turn starts when the move before it is made known. Where nobody follows the game, that was
    /// on another server, long ago perhaps.
    fn set_time_of_news(&mut self) {
        if self.audience.is_empty() {
            self.time = GameTime::new(self.services.clock.clone(), self.time.turn());
        }
    }

    /// Appends an entry. If the store does not know whether it was written, the same entry again
    /// tells: it is either written now, or found. Until then the outcome is unknown, also when the
    /// store cannot even be asked.
    async fn append(&mut self, entry: Entry) -> Result<AppendOutcome, RoomError> {
        let begun = Instant::now();
        let appended = self.services.store.append(entry.clone()).await;
        let Err(StoreError::Unconfirmed(mut reason)) = appended else { return Ok(appended?) };
        for delay in CONFIRM_DELAYS {
            if begun.elapsed() > CONFIRM_TIME {
                break;
            }
            tracing::error!(reason, "a commit was not confirmed; asking the store again");
            sleep(delay).await;
            match self.services.store.append(entry.clone()).await {
                Ok(appended) if is_same(&appended, &entry) => return Ok(AppendOutcome::Written),
                Ok(appended) => return Ok(appended),
                Err(error) => reason = error.to_string(),
            }
        }
        self.is_doubtful = true;
        Err(StoreError::Unconfirmed(reason).into())
    }

    /// Applies stored events and sends them to the players. The spectators follow before the next
    /// message is handled.
    fn apply(&mut self, records: &[Record]) -> Result<(), RoomError> {
        for record in records {
            self.game.apply(record).map_err(|error| replay_failed(&error))?;
            if record.event.starts_turn() {
                self.time.start_turn(record.at);
            }
            let message = to_json(&event_message(&self.id, &self.game, record));
            self.audience.send_to_players(&message);
            self.spectator_backlog.push(message.clone());
            if self.recent_events.len() == RECENT_EVENTS {
                self.recent_events.pop_front();
            }
            self.recent_events.push_back(message);
        }
        self.services.changes.announce(&self.id);
        let is_over = matches!(self.game.status(), Status::Over(_));
        if is_over {
            self.services.ended_games.announce(&self.id);
            self.services.players.announce_end(&self.id);
        }
        // Not only after the first move: a commit in doubt may have stored that one.
        if is_over || !self.game.board().moves().is_empty() {
            self.services.unstarted.remove(&self.id);
        }
        Ok(())
    }

    /// Sends the latest events to the spectators. There may be thousands, so the sockets of the
    /// players get to write their answers first.
    pub(super) async fn flush_to_spectators(&mut self) {
        let backlog = std::mem::take(&mut self.spectator_backlog);
        if backlog.is_empty() || !self.audience.has_spectators() {
            return;
        }
        tokio::task::yield_now().await;
        for message in backlog {
            self.audience.send_to_spectators(&message);
        }
    }
}

/// Whether the store may answer when it is asked again.
fn may_be_read_again(error: &RoomError) -> bool {
    matches!(error, RoomError::Store(StoreError::Busy | StoreError::Database(_)))
}

/// A delay that differs between games by a factor of up to three, because all rooms may have failed
/// at once.
fn spread(delay: Duration, id: &GameId) -> Duration {
    let mut hasher = DefaultHasher::new();
    id.hash(&mut hasher);
    delay / 2 + delay.mul_f64((hasher.finish() % 1024) as f64 / 1024.0)
}

/// Whether the store found an entry that it had not confirmed.
fn is_same(appended: &AppendOutcome, entry: &Entry) -> bool {
    match appended {
        AppendOutcome::Written => true,
        // The same request may have been carried out by another server, at another time.
        AppendOutcome::Repeated(_) => false,
        AppendOutcome::Stale { missed, .. } => missed.starts_with(&entry.records),
    }
}

/// An event that was decided or stored does not fit the game. Only a bug can cause this, so the
/// client must not be told to try again.
fn replay_failed(error: &ReplayError) -> RoomError {
    RoomError::Internal(format!("an event does not fit its game: {error}"))
}
