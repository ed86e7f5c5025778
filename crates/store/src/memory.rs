//! A store that keeps nothing past its own life: for tests, and for games nobody wants to keep.

mod accounts;
mod reviews;
mod studies;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;
use game::{GameId, Timestamp};

use self::accounts::Register;
use self::reviews::Shelf;
use crate::{
    Appended, Entry, Fingerprint, ImportGame, Imported, Listed, NewGame, Page, Query, SeatOwners,
    Source, Store, StoreError, StoredGame,
};

/// Games in memory.
#[derive(Debug, Default)]
pub struct Memory(Mutex<Library>);

#[derive(Debug, Default)]
struct Library {
    games: BTreeMap<GameId, Kept>,
    heartbeat: Option<Timestamp>,
    register: Register,
    reviews: Shelf,
    studies: studies::Shelf,
}

#[derive(Debug)]
struct Kept {
    game: StoredGame,
    listed: Listed,
    removed: bool,
    fingerprint: Option<Fingerprint>,
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
        let NewGame { id, records, holders, summary, details } = game;
        let (source, fingerprint) = from.unzip();
        let game = StoredGame { records, holders, requests: BTreeMap::new(), source };
        let listed = Listed { id: id.clone(), summary, details };
        self.games.insert(id, Kept { game, listed, removed: false, fingerprint });
        Ok(())
    }

    fn import(&mut self, import: ImportGame) -> Result<Imported, StoreError> {
        let ImportGame { game, format, text, fingerprint } = import;
        let same = |kept: &&mut Kept| kept.fingerprint == Some(fingerprint);
        if let Some(kept) = self.games.values_mut().find(same) {
            let id = kept.listed.id.clone();
            let was_removed = std::mem::take(&mut kept.removed);
            return Ok(if was_removed { Imported::Restored(id) } else { Imported::Duplicate(id) });
        }
        let source = Source { format, text, records: game.records.len() as u32 };
        self.add(game, Some((source, fingerprint)))?;
        Ok(Imported::Added)
    }

    /// The games that a query asks for, in its order.
    fn find(&self, query: &Query) -> Vec<&Listed> {
        let kept = self.games.values().filter(|kept| kept.removed == query.removed);
        let found = kept.filter(|kept| query.matches(&kept.listed, &kept.game.holders));
        let mut games: Vec<&Listed> = found.map(|kept| &kept.listed).collect();
        games.sort_by(|a, b| query.sort.compare(a, b));
        games
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
        self.listed.summary = entry.summary;
        Appended::Written
    }
}

#[async_trait]
impl Store for Memory {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.library().add(game, None)
    }

    async fn import(&self, games: Vec<ImportGame>) -> Result<Vec<Imported>, StoreError> {
        let mut library = self.library();
        games.iter().try_for_each(|game| library.check(&game.game))?;
        games.into_iter().map(|game| library.import(game)).collect()
    }

    async fn append(&self, entry: Entry) -> Result<Appended, StoreError> {
        entry.check()?;
        match self.library().games.get_mut(&entry.game) {
            Some(kept) => Ok(kept.append(entry)),
            None => Err(StoreError::Unknown(entry.game)),
        }
    }

    async fn reseat(&self, id: &GameId, holders: SeatOwners) -> Result<(), StoreError> {
        let mut library = self.library();
        library.kept(id)?.game.holders = holders;
        Ok(())
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let mut library = self.library();
        library.kept(id)?.removed = at.is_some();
        Ok(())
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        Ok(self.library().games.get(id).map(|kept| kept.game.clone()))
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        let library = self.library();
        let games = library.find(query);
        let page = games.iter().skip(query.offset as usize).take(query.page_size() as usize);
        let listed = page.map(|&listed| listed.clone()).collect();
        Ok(Page { total: games.len() as u64, games: listed })
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        let library = self.library();
        Ok(library.find(query).into_iter().map(|listed| listed.id.clone()).collect())
    }

    async fn unfinished(&self) -> Result<Vec<GameId>, StoreError> {
        let library = self.library();
        let waiting = library.games.iter().filter(|(_, kept)| kept.listed.summary.wants_waking);
        Ok(waiting.map(|(id, _)| id.clone()).collect())
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
