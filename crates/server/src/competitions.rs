//! Competitions: each is loaded on demand, decided and stored under a lock of its own, and then
//! announced to those who follow it.
//!
//! The log in the store is the truth. Results of games on the server are taken over when the games
//! end, or as soon as possible after that (`results`).

mod error;
mod games;
mod log;
mod pgn;
mod results;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use competition::aggregate::{Actor, Command, Competition, MemberId};
use competition::ratings::{self, RatingHistory, rated_games};
use game::{GameId, RequestId};
use store::{AccountId, CompetitionId, CompetitionSummary, StoreError};
use tokio::sync::{Notify, OnceCell, mpsc, watch};
use wire::competition::{CompetitionHistory, CompetitionView, OwnPairing};

pub use self::error::RejectedCommand;
use self::games::own_pairings;
use self::log::Log;
use crate::live::Rooms;
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App};

/// All competitions. Clones refer to the same ones.
#[derive(Clone)]
pub(crate) struct Competitions(Arc<Inner>);

struct Inner {
    rooms: Rooms,
    open: Mutex<HashMap<CompetitionId, Slot>>,
    /// The competitions of games on the server, as far as they were loaded.
    games: Mutex<HashMap<GameId, CompetitionId>>,
    /// Set once all competitions were loaded, so that all their games are known.
    all_games: OnceCell<()>,
    /// The games that have ended.
    ended: tokio::sync::Mutex<mpsc::UnboundedReceiver<GameId>>,
    /// Notified when games may have ended whose results nobody has taken over.
    missed: Notify,
}

/// A competition that is loaded or being loaded.
type Slot = Arc<OnceCell<LiveCompetition>>;

/// A loaded competition.
struct LiveCompetition {
    log: tokio::sync::Mutex<Log>,
    /// Its version, for those who follow it.
    version: watch::Sender<u32>,
}

impl Competitions {
    /// Competitions whose games are in these rooms, which announce those that have ended.
    pub(crate) fn new(rooms: Rooms, ended: mpsc::UnboundedReceiver<GameId>) -> Competitions {
        let ended = tokio::sync::Mutex::new(ended);
        let (open, games, all_games, missed) = Default::default();
        Competitions(Arc::new(Inner { rooms, open, games, all_games, ended, missed }))
    }

    /// The list of competitions, the last changed one first.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn list(
        &self,
    ) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError> {
        self.0.rooms.services().store.competitions().await
    }

    /// Creates a competition. The same request again finds the one it has created.
    ///
    /// # Errors
    /// When the settings are impossible, or the competition cannot be stored.
    pub(crate) async fn create(
        &self,
        id: CompetitionId,
        competition: Competition,
        request: RequestId,
    ) -> Result<(), ApiError> {
        let services = self.0.rooms.services();
        let log = Log::create(&*services.store, id.clone(), competition, request).await?;
        if let Some(log) = log {
            let slot = self.slot(&id);
            slot.get_or_init(|| async { LiveCompetition::new(log) }).await;
        }
        Ok(())
    }

    /// A competition as a spectator sees it.
    ///
    /// # Errors
    /// When there is no such competition, or it cannot be loaded.
    pub(crate) async fn view(&self, id: &CompetitionId) -> Result<Arc<CompetitionView>, ApiError> {
        let slot = self.open(id).await?;
        Log::view(&loaded(&slot)?.log).await
    }

    /// The latest events of a competition.
    ///
    /// # Errors
    /// As [`Competitions::view`].
    pub(crate) async fn history(&self, id: &CompetitionId) -> Result<CompetitionHistory, ApiError> {
        let slot = self.open(id).await?;
        let (competition, records) = loaded(&slot)?.log.lock().await.snapshot();
        let history = move || CompetitionHistory::new(&competition, &records);
        Ok(tokio::task::spawn_blocking(history).await?)
    }

    /// Something that depends on a competition as it is now.
    ///
    /// # Errors
    /// As [`Competitions::view`].
    pub(crate) async fn with<T>(
        &self,
        id: &CompetitionId,
        read: impl FnOnce(&Competition) -> T,
    ) -> Result<T, ApiError> {
        let slot = self.open(id).await?;
        Ok(read(loaded(&slot)?.log.lock().await.competition()))
    }

    /// Carries out commands, all or none, and announces the change. This goes on when nobody waits
    /// for it any more: a client that goes away must not leave the log behind the store.
    ///
    /// # Errors
    /// When a command is rejected, or the events cannot be stored.
    pub(crate) async fn execute(
        &self,
        id: &CompetitionId,
        actor: Actor,
        commands: Vec<Command>,
        request: Option<RequestId>,
    ) -> Result<(), ApiError> {
        let (competitions, id) = (self.clone(), id.clone());
        let execution = async move {
            let slot = competitions.open(&id).await?;
            competitions.execute_in(&slot, &id, actor, commands, request).await
        };
        uninterrupted(execution).await
    }

    async fn execute_in(
        &self,
        slot: &Slot,
        id: &CompetitionId,
        actor: Actor,
        commands: Vec<Command>,
        request: Option<RequestId>,
    ) -> Result<(), ApiError> {
        let live = loaded(slot)?;
        let mut log = live.log.lock().await;
        let services = self.0.rooms.services();
        let executed = log.execute(services, actor, commands, request).await;
        if log.is_doubtful() {
            // The store may know more than the log: it is loaded again.
            self.forget(id, slot);
        }
        executed?;
        self.note_games(id, &log);
        live.version.send_replace(log.competition().version());
        Ok(())
    }

    /// Undoes an entry of the history.
    ///
    /// # Errors
    /// When it cannot be undone, and as [`Competitions::execute`].
    pub(crate) async fn undo(
        &self,
        id: &CompetitionId,
        version: u32,
        request: RequestId,
    ) -> Result<(), ApiError> {
        let slot = self.open(id).await?;
        let log = loaded(&slot)?.log.lock().await;
        if log.has_answered(&request) {
            return Ok(());
        }
        let (competition, records) = log.snapshot();
        drop(log);
        let undo = move || competition.undo(&records, version);
        let command = tokio::task::spawn_blocking(undo).await?.ok_or(ApiError::CannotUndo)?;
        self.execute(id, Actor::Organizer, vec![command], Some(request)).await
    }

    /// Reads what another server has stored, if a competition is loaded here.
    pub(crate) async fn refresh(&self, id: &CompetitionId) {
        let slot = self.lock().get(id).cloned();
        let Some(slot) = slot else { return };
        let Some(live) = slot.get() else { return };
        let mut log = live.log.lock().await;
        match Log::load(&*self.0.rooms.services().store, id).await {
            Ok(Some(stored)) => {
                if stored.competition().version() > log.competition().version() {
                    *log = stored;
                    self.note_games(id, &log);
                    live.version.send_replace(log.competition().version());
                }
            }
            // It is loaded again, and its followers connect again.
            Ok(None) => self.forget(id, &slot),
            Err(error) => {
                tracing::error!(competition = %id, "it cannot be read again: {error}");
                self.forget(id, &slot);
            }
        }
    }

    /// Reads all loaded competitions again.
    pub(crate) async fn refresh_all(&self) {
        let open: Vec<_> = self.lock().keys().cloned().collect();
        for id in open {
            self.refresh(&id).await;
        }
    }

    /// The versions of a competition as it changes.
    ///
    /// # Errors
    /// As [`Competitions::view`].
    pub(crate) async fn follow(
        &self,
        id: &CompetitionId,
    ) -> Result<watch::Receiver<u32>, ApiError> {
        let slot = self.open(id).await?;
        Ok(loaded(&slot)?.version.subscribe())
    }

    /// The games of a member that are to be played or reported, in all running competitions.
    ///
    /// # Errors
    /// When a competition cannot be loaded.
    pub(crate) async fn own_pairings(
        &self,
        account: AccountId,
    ) -> Result<Vec<OwnPairing>, ApiError> {
        let mut pairings = Vec::new();
        for (id, summary) in self.list().await? {
            if !summary.finished && summary.rounds > 0 {
                let own =
                    |competition: &Competition| own_pairings(&id, competition, member(account));
                pairings.extend(self.with(&id, own).await?);
            }
        }
        Ok(pairings)
    }

    /// The ratings of everybody from all rated games. The roster has the ratings to start with.
    ///
    /// # Errors
    /// When a competition cannot be loaded.
    pub(crate) async fn ratings(
        &self,
        starting: impl Fn(MemberId) -> Option<u16> + Send + 'static,
    ) -> Result<RatingHistory, ApiError> {
        let mut logs = Vec::new();
        for (id, summary) in self.list().await? {
            if summary.rounds > 0 {
                let slot = self.open(&id).await?;
                logs.push(loaded(&slot)?.log.lock().await.snapshot());
            }
        }
        let rate = move || {
            let rated = |(competition, records): &(_, Vec<_>)| rated_games(competition, records);
            let games: Vec<_> = logs.iter().flat_map(rated).collect();
            ratings::history(&games, starting)
        };
        Ok(tokio::task::spawn_blocking(rate).await?)
    }

    /// The competition of an id, which is loaded if necessary.
    async fn open(&self, id: &CompetitionId) -> Result<Slot, ApiError> {
        let slot = self.slot(id);
        let store = &self.0.rooms.services().store;
        let load = async || {
            let log = Log::load(&**store, id).await?;
            log.map(LiveCompetition::new).ok_or(ApiError::NoCompetition(id.to_string()))
        };
        match slot.get_or_try_init(load).await {
            Ok(live) => {
                self.note_games(id, &*live.log.lock().await);
                Ok(Arc::clone(&slot))
            }
            Err(error) => {
                self.forget(id, &slot);
                Err(error)
            }
        }
    }

    fn slot(&self, id: &CompetitionId) -> Slot {
        Arc::clone(self.lock().entry(id.clone()).or_default())
    }

    /// Removes a competition from the map, unless it has been replaced already.
    fn forget(&self, id: &CompetitionId, slot: &Slot) {
        let mut open = self.lock();
        if open.get(id).is_some_and(|current| Arc::ptr_eq(current, slot)) {
            open.remove(id);
        }
    }

    /// Remembers which games belong to a competition.
    fn note_games(&self, id: &CompetitionId, log: &Log) {
        self.games().extend(log.games().map(|game| (game, id.clone())));
    }

    /// A panic cannot leave a map half changed, here and below.
    fn lock(&self) -> MutexGuard<'_, HashMap<CompetitionId, Slot>> {
        self.0.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn games(&self) -> MutexGuard<'_, HashMap<GameId, CompetitionId>> {
        self.0.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LiveCompetition {
    fn new(log: Log) -> LiveCompetition {
        let (version, _) = watch::channel(log.competition().version());
        LiveCompetition { log: tokio::sync::Mutex::new(log), version }
    }
}

/// The competition of a slot that was opened.
fn loaded(slot: &Slot) -> Result<&LiveCompetition, ApiError> {
    slot.get().ok_or_else(|| ApiError::Internal("a competition is not loaded".to_owned()))
}

/// The number of an account as competitions know it.
pub(crate) fn member(AccountId(number): AccountId) -> MemberId {
    MemberId(number)
}

/// The text of all games of a competition as PGN, in the order of rounds and boards.
///
/// # Errors
/// When the competition or a game cannot be loaded.
pub(crate) async fn pgn(app: &App, id: &CompetitionId) -> Result<String, ApiError> {
    let competition = app.competitions().with(id, Clone::clone).await?;
    pgn::write(app, &competition).await
}
