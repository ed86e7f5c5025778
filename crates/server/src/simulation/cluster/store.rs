//! The store as one of the servers sees it: a way to the database that takes time, and may be cut.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
use game::{GameId, Timestamp};
use store::{
    AppendOutcome, AttemptKey, AttemptLimit, Coordination, Entry, GameToImport, GameUpdate, Hint,
    ImportOutcome, Memory, NewGame, OwnedGame, Page, PresenceReport, Query, SeatOwners, ServerId,
    Store, StoreError, StoredGame, StoredLobby,
};
use tokio::sync::{broadcast, watch};
use tokio::time::{Instant, sleep};

use super::database::Database;
use crate::simulation::PlantedFault;
use crate::simulation::server::EPOCH_MS;

/// How long a server waits for an answer at most.
const ANSWER_TIME_MS: usize = 2_000;
/// How often a server that starts asks whether another one has resumed the games.
const START_INTERVAL: Duration = Duration::from_millis(50);

/// The store of one server.
pub(super) struct SharedStore {
    database: Database,
    server: ServerId,
    /// The time of the run when the process of the server began, and its clock then.
    began: (u64, Instant),
    planted: Option<PlantedFault>,
}

impl SharedStore {
    pub(super) fn new(
        database: Database,
        server: ServerId,
        began: (u64, Instant),
        planted: Option<PlantedFault>,
    ) -> SharedStore {
        SharedStore { database, server, began, planted }
    }

    pub(super) fn memory(&self) -> &Memory {
        &self.database.memory
    }

    /// The clock of the database, which shows the time of the run.
    fn time(&self) -> Timestamp {
        let (at, clock) = self.began;
        Timestamp(EPOCH_MS + at).after(clock.elapsed())
    }

    /// The way to the database, or back. One that is cut says so at once, or never, and then the
    /// server gives up.
    async fn travel(&self) -> Result<(), StoreError> {
        let latency = self.database.state().latency();
        sleep(latency).await;
        let patience = {
            let mut state = self.database.state();
            if !state.is_unreachable(self.server) {
                return Ok(());
            }
            if state.random.below(2) == 0 { 1 } else { state.random.below(ANSWER_TIME_MS) }
        };
        sleep(Duration::from_millis(patience as u64)).await;
        Err(StoreError::Database("the database cannot be reached".into()))
    }

    /// Reads something.
    async fn read<T>(
        &self,
        reading: impl Future<Output = Result<T, StoreError>>,
    ) -> Result<T, StoreError> {
        self.travel().await?;
        let found = reading.await?;
        self.travel().await?;
        Ok(found)
    }

    fn announce(&self, hint: Hint) {
        self.database.state().announced.push((self.server, hint));
    }

    /// Whether a fault was planted.
    fn has(&self, fault: PlantedFault) -> bool {
        self.planted == Some(fault)
    }
}

#[async_trait]
impl Store for SharedStore {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.memory().create(game).await
    }

    async fn import(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError> {
        self.memory().import(games).await
    }

    async fn append(&self, entry: Entry) -> Result<AppendOutcome, StoreError> {
        self.travel().await?;
        let hint = Hint::Game(entry.game.clone(), entry.records.last().map(|last| last.version));
        let mut appended = self.memory().append(entry).await?;
        if appended == AppendOutcome::Written {
            self.announce(hint);
        } else if matches!(appended, AppendOutcome::Stale { .. })
            && self.has(PlantedFault::IgnoreLostRace)
        {
            appended = AppendOutcome::Written;
        }
        let unconfirmed = |_| StoreError::Unconfirmed("the connection was lost".into());
        self.travel().await.map_err(unconfirmed)?;
        Ok(appended)
    }

    async fn set_seat_owners(&self, id: &GameId, owners: SeatOwners) -> Result<(), StoreError> {
        self.travel().await?;
        self.memory().set_seat_owners(id, owners).await?;
        self.announce(Hint::Game(id.clone(), None));
        self.travel().await
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        self.memory().remove(id, at).await
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        self.read(self.memory().load(id)).await
    }

    async fn load_since(
        &self,
        id: &GameId,
        version: u32,
    ) -> Result<Option<GameUpdate>, StoreError> {
        let mut update = self.read(self.memory().load_since(id, version)).await?;
        if let Some(update) = update.as_mut().filter(|_| self.has(PlantedFault::ReadNoNews)) {
            update.records.clear();
        }
        Ok(update)
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        self.read(self.memory().list(query)).await
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        self.read(self.memory().ids(query)).await
    }

    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError> {
        self.read(self.memory().games_to_resume()).await
    }

    async fn unstarted_games(
        &self,
        created: Timestamp,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.read(self.memory().unstarted_games(created, limit)).await
    }

    async fn owned_games(&self, status: &str) -> Result<Vec<OwnedGame>, StoreError> {
        self.read(self.memory().owned_games(status)).await
    }

    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        self.database.state().hints_of(self.server)
    }

    fn announce_presence(&self, game: &GameId, report: PresenceReport) {
        self.announce(Hint::Presence(self.server, game.clone(), report));
    }

    async fn begin_serving(&self) -> Result<bool, StoreError> {
        loop {
            self.travel().await?;
            let is_first = {
                let mut state = self.database.state();
                let others = state.servers.iter().filter(|(id, _)| **id < self.server);
                let mut others = others.map(|(_, peer)| peer).filter(|peer| !peer.is_missed);
                let is_first = others.next().is_none();
                let is_waiting = state
                    .servers
                    .iter()
                    .any(|(id, peer)| *id < self.server && !peer.is_missed && peer.is_starting);
                if let Some(own) = state.servers.get_mut(&self.server)
                    && !is_waiting
                {
                    own.is_starting = is_first;
                }
                (!is_waiting).then_some(is_first)
            };
            match is_first {
                Some(is_first) => return Ok(is_first),
                None => sleep(START_INTERVAL).await,
            }
        }
    }

    async fn games_resumed(&self) -> Result<(), StoreError> {
        if let Some(own) = self.database.state().servers.get_mut(&self.server) {
            own.is_starting = false;
        }
        Ok(())
    }

    fn departures(&self) -> Option<watch::Receiver<u64>> {
        self.database.state().departures_of(self.server)
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        self.travel().await?;
        self.database.state().beat(at);
        self.travel().await
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        self.travel().await?;
        Ok(self.database.state().heartbeat)
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.memory().backup(to).await
    }
}

#[async_trait]
impl Coordination for SharedStore {
    fn server_id(&self) -> ServerId {
        self.server
    }

    async fn shared_time(&self) -> Result<Option<Timestamp>, StoreError> {
        self.travel().await?;
        let time = self.time();
        self.travel().await?;
        Ok(Some(time))
    }

    async fn outages(&self) -> Result<Vec<Range<Timestamp>>, StoreError> {
        self.travel().await?;
        Ok(self.database.state().outages.clone())
    }

    async fn lobby_unless(&self, version: u64) -> Result<Option<StoredLobby>, StoreError> {
        self.memory().lobby_unless(version).await
    }

    async fn save_lobby(&self, base: u64, text: &str) -> Result<Option<u64>, StoreError> {
        self.memory().save_lobby(base, text).await
    }

    async fn count_attempt(
        &self,
        key: AttemptKey,
        limit: AttemptLimit,
    ) -> Result<Option<Duration>, StoreError> {
        self.memory().count_attempt(key, limit).await
    }
}
