//! A store in memory, for tests and for games that need not be saved.

mod accounts;
mod audit;
mod competitions;
mod demonstrations;
mod lessons;
mod reviews;
mod roster;
mod simuls;
mod studies;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use chess::ByColor;
use game::{GameId, Timestamp};

use self::accounts::AccountTable;
use self::audit::AuditTable;
use self::competitions::CompetitionTable;
use self::demonstrations::DemonstrationTable;
use self::lessons::RuleTable;
use self::reviews::ReviewTable;
use self::simuls::SimulTable;
use self::studies::StudyTable;
use crate::coordination::LocalCoordination;
use crate::{
    AppendOutcome, Cursor, Entry, Fingerprint, GameToImport, ImportOutcome, ListedGame, NewGame,
    OwnedGame, Page, Query, SeatOwners, Source, Store, StoreError, StoredGame,
};

/// Games in memory.
#[derive(Debug, Default)]
pub struct Memory {
    library: Mutex<Library>,
    pub(crate) coordination: LocalCoordination,
}

#[derive(Debug, Default)]
struct Library {
    games: BTreeMap<GameId, MemoryGame>,
    heartbeat: Option<Timestamp>,
    accounts: AccountTable,
    audit: AuditTable,
    competitions: CompetitionTable,
    rules: RuleTable,
    demonstrations: DemonstrationTable,
    reviews: ReviewTable,
    simuls: SimulTable,
    studies: StudyTable,
}

#[derive(Debug)]
struct MemoryGame {
    stored: StoredGame,
    listed: ListedGame,
    removed: bool,
    fingerprint: Option<Fingerprint>,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// A poisoned lock is fine: nothing that can panic comes between two changes.
    fn library(&self) -> MutexGuard<'_, Library> {
        self.library.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library {
    fn game_mut(&mut self, id: &GameId) -> Result<&mut MemoryGame, StoreError> {
        self.games.get_mut(id).ok_or_else(|| StoreError::Unknown(id.clone()))
    }

    fn check(&self, game: &NewGame) -> Result<(), StoreError> {
        game.check()?;
        if self.games.contains_key(&game.id) {
            return Err(StoreError::Exists(game.id.clone()));
        }
        Ok(())
    }

    fn add(
        &mut self,
        game: NewGame,
        from: Option<(Source, Fingerprint)>,
    ) -> Result<(), StoreError> {
        self.check(&game)?;
        let NewGame { id, records, seat_owners, summary, details } = game;
        let (source, fingerprint) = from.unzip();
        let imported = source.is_some();
        let listed = ListedGame { id: id.clone(), summary, details, imported };
        let stored = StoredGame { records, seat_owners, requests: BTreeMap::new(), source };
        self.games.insert(id, MemoryGame { stored, listed, removed: false, fingerprint });
        Ok(())
    }

    fn import(&mut self, import: GameToImport) -> Result<ImportOutcome, StoreError> {
        let GameToImport { game, format, text, fingerprint } = import;
        let same = |game: &&mut MemoryGame| game.fingerprint == Some(fingerprint);
        if let Some(game) = self.games.values_mut().find(same) {
            let id = game.listed.id.clone();
            let was_removed = std::mem::take(&mut game.removed);
            return Ok(if was_removed {
                ImportOutcome::Restored(id)
            } else {
                ImportOutcome::Duplicate(id)
            });
        }
        let source = Source { format, text, records: game.records.len() as u32 };
        self.add(game, Some((source, fingerprint)))?;
        Ok(ImportOutcome::Added)
    }

    /// The games that match a query, each with its place, in the order of the query.
    fn find<'a>(&'a self, query: &Query) -> Vec<(Cursor, &'a ListedGame)> {
        let games = self.games.values().filter(|game| game.removed == query.removed);
        let found = games.filter(|game| query.matches(&game.listed, &game.stored.seat_owners));
        let place = |game: &'a MemoryGame| (query.sort.cursor(&game.listed), &game.listed);
        let mut games: Vec<(Cursor, &ListedGame)> = found.map(place).collect();
        games.sort_by(|(a, _), (b, _)| query.sort.compare(a, b));
        games
    }
}

impl MemoryGame {
    fn version(&self) -> u32 {
        self.stored.records.last().map_or(0, |record| record.version)
    }

    fn append(&mut self, entry: Entry) -> AppendOutcome {
        let version = self.version();
        let request = entry.request.as_ref();
        let stored = request.and_then(|request| self.stored.requests.get(&request.id));
        if let Some(&stored) = stored {
            return AppendOutcome::Repeated(stored);
        }
        if entry.base != version {
            let missed = self.stored.records.iter().skip(entry.base as usize).cloned().collect();
            return AppendOutcome::Stale { version, missed };
        }
        let version = entry.version();
        let request = entry.request.map(|request| (request.id.clone(), request.stored(version)));
        self.stored.requests.extend(request);
        self.stored.records.extend(entry.records);
        self.stored.seat_owners = entry.seat_owners.unwrap_or(self.stored.seat_owners);
        self.listed.summary = entry.summary;
        AppendOutcome::Written
    }
}

#[async_trait]
impl Store for Memory {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.library().add(game, None)
    }

    async fn import(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError> {
        let mut library = self.library();
        games.into_iter().map(|game| library.import(game)).collect()
    }

    async fn append(&self, entry: Entry) -> Result<AppendOutcome, StoreError> {
        entry.check()?;
        match self.library().games.get_mut(&entry.game) {
            Some(game) => Ok(game.append(entry)),
            None => Err(StoreError::Unknown(entry.game)),
        }
    }

    async fn set_seat_owners(
        &self,
        id: &GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), StoreError> {
        let mut library = self.library();
        library.game_mut(id)?.stored.seat_owners = seat_owners;
        Ok(())
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let mut library = self.library();
        library.game_mut(id)?.removed = at.is_some();
        Ok(())
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.library().games.get(id).map(|game| game.stored.clone()))
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        let library = self.library();
        let mut games = library.find(query);
        let total = games.len() as u64;
        if query.start.reads_backward() {
            games.reverse();
        }
        let page = games.into_iter().filter(|(cursor, _)| query.is_beyond_start(cursor));
        let page = page.skip(query.skipped() as usize).take(query.page_size() as usize);
        let mut games: Vec<_> = page.map(|(_, listed)| listed.clone()).collect();
        if query.start.reads_backward() {
            games.reverse();
        }
        Ok(Page { total, is_estimate: false, games })
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        let library = self.library();
        Ok(library.find(query).into_iter().map(|(cursor, _)| cursor.id).collect())
    }

    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError> {
        let library = self.library();
        let waiting = library.games.iter().filter(|(_, game)| game.listed.summary.resume_on_start);
        Ok(waiting.map(|(id, _)| id.clone()).collect())
    }

    async fn unstarted_games(
        &self,
        created: Timestamp,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        let is_unstarted = |game: &&MemoryGame| {
            let summary = &game.listed.summary;
            let is_owned = game.stored.seat_owners.iter().any(|(_, owner)| owner.is_some());
            let is_open = ["waiting", "playing"].contains(&summary.status.as_str());
            summary.plies == 0 && is_open && summary.created <= created && is_owned
        };
        let library = self.library();
        let games = library.games.values().filter(is_unstarted).take(limit as usize);
        Ok(games.map(|game| game.listed.id.clone()).collect())
    }

    async fn owned_games(&self, status: &str) -> Result<Vec<OwnedGame>, StoreError> {
        let library = self.library();
        let found = library.games.values().filter(|game| {
            let is_owned = game.stored.seat_owners.iter().any(|(_, owner)| owner.is_some());
            is_owned && !game.removed && game.listed.summary.status == status
        });
        let owned = found.map(|game| OwnedGame {
            id: game.listed.id.clone(),
            accounts: ByColor::from_fn(|color| game.stored.seat_owners[color]?.account),
        });
        Ok(owned.collect())
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        self.library().heartbeat = Some(at);
        Ok(())
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.library().heartbeat)
    }

    async fn backup(&self, _to: &Path) -> Result<(), StoreError> {
        Err(StoreError::NoFile)
    }
}
