//! A store that keeps nothing past its own life: for tests, and for games nobody wants to keep.

mod accounts;
mod reviews;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use game::{GameId, Moment};

use self::accounts::Register;
use self::reviews::Shelf;
use crate::{
    Appended, Entry, Holders, Listed, NewGame, Page, Query, Store, StoreError, StoredGame, Summary,
};

/// Games in memory.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Library>);

#[derive(Debug, Default)]
struct Library {
    games: BTreeMap<GameId, Kept>,
    heartbeat: Option<Moment>,
    register: Register,
    reviews: Shelf,
}

#[derive(Debug)]
struct Kept {
    game: StoredGame,
    summary: Summary,
    removed: bool,
}

impl Memory {
    /// An empty store.
    pub fn new() -> Memory {
        Memory::default()
    }

    /// Whoever panicked with the lock had not begun to change anything: changes are made last.
    fn library(&self) -> MutexGuard<'_, Library> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Library {
    fn kept(&mut self, id: &GameId) -> Result<&mut Kept, StoreError> {
        self.games.get_mut(id).ok_or_else(|| StoreError::Unknown(id.clone()))
    }
}

impl Kept {
    fn version(&self) -> u32 {
        self.game.records.last().map_or(0, |record| record.version)
    }

    fn append(&mut self, entry: Entry) -> Appended {
        let version = self.version();
        let answered = entry.request.as_ref().and_then(|request| self.game.requests.get(request));
        if let Some(&version) = answered {
            return Appended::Repeated { version };
        }
        if entry.base != version {
            let missed = self.game.records.iter().skip(entry.base as usize).cloned().collect();
            return Appended::Stale { version, missed };
        }
        let version = entry.version();
        self.game.requests.extend(entry.request.map(|request| (request, version)));
        self.game.records.extend(entry.records);
        self.game.holders = entry.holders.unwrap_or(self.game.holders);
        self.summary = entry.summary;
        Appended::Written
    }
}

#[async_trait]
impl Store for Memory {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        game.check()?;
        let mut library = self.library();
        if library.games.contains_key(&game.id) {
            return Err(StoreError::Exists(game.id));
        }
        let NewGame { id, records, holders, summary } = game;
        let game = StoredGame { records, holders, requests: BTreeMap::new() };
        library.games.insert(id, Kept { game, summary, removed: false });
        Ok(())
    }

    async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        entry.check()?;
        match self.library().games.get_mut(&entry.game) {
            Some(kept) => Ok(kept.append(entry)),
            None => Err(StoreError::Unknown(entry.game)),
        }
    }

    async fn reseat(&self, id: &GameId, holders: Holders) -> Result<(), StoreError> {
        let mut library = self.library();
        library.kept(id)?.game.holders = holders;
        Ok(())
    }

    async fn remove(&self, id: &GameId, at: Option<Moment>) -> Result<(), StoreError> {
        let mut library = self.library();
        library.kept(id)?.removed = at.is_some();
        Ok(())
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.library().games.get(id).map(|kept| kept.game.clone()))
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        let library = self.library();
        let asked_for = |id: &GameId, kept: &Kept| {
            kept.removed == query.removed && query.matches(id, &kept.summary, &kept.game.holders)
        };
        let found = library.games.iter().filter(|(id, kept)| asked_for(id, kept));
        let mut games: Vec<(&GameId, &Summary)> =
            found.map(|(id, kept)| (id, &kept.summary)).collect();
        games.sort_by(|a, b| query.sort.compare(*a, *b));
        let page = games.iter().skip(query.offset as usize).take(query.page_size() as usize);
        let listed = page.map(|&(id, summary)| Listed { id: id.clone(), summary: summary.clone() });
        Ok(Page { total: games.len() as u64, games: listed.collect() })
    }

    async fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let library = self.library();
        let waiting = library.games.iter().filter(|(_, kept)| kept.summary.wants_waking);
        Ok(waiting.map(|(id, _)| id.clone()).collect())
    }

    async fn heartbeat(&self, at: Moment) -> Result<(), StoreError> {
        self.library().heartbeat = Some(at);
        Ok(())
    }

    async fn last_heartbeat(&self) -> Result<Option<Moment>, StoreError> {
        Ok(self.library().heartbeat)
    }

    async fn backup(&self, _to: &Path) -> Result<(), StoreError> {
        Err(StoreError::NoFile)
    }
}
