//! A store that fails when a test wants it to.

use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use chess::Color;
use game::{Event, GameId, Name, Record, Timestamp};
use store::{
    Account, AccountId, Accounts, AppendOutcome, AttemptKey, AttemptLimit, Audit, AuditEntry,
    AuditQuery, Card, CardCode, CompetitionEntry, CompetitionId, CompetitionOutcome,
    CompetitionSummary, Competitions, Coordination, Demonstration, DemonstrationId,
    DemonstrationMetadata, DemonstrationOutcome, Demonstrations, Entry, GameToImport, GroupRules,
    Hint, ImportOutcome, Lessons, Memory, NewAccount, NewGame, OwnedGame, Page, PasswordHash,
    PresenceReport, Query, ReviewKey, Reviews, Roster, RosterDetails, RosterImport, RuleScope,
    SeatOwners, SecretHash, ServerId, Session, Simul, SimulId, SimulState, Simuls, Store,
    StoreError, StoredCompetition, StoredEvaluation, StoredGame, StoredLobby, Studies, Study,
    StudyChange, StudyId, StudyPage, StudyQuery, StudySave, StudySaveOutcome, Topic,
};
use tokio::sync::{broadcast, watch};

/// A store that works, until a test has it fail.
pub(crate) struct FailingStore {
    inner: Arc<dyn Store>,
    /// How it fails.
    pub(crate) failure: Mutex<Failure>,
    /// How often it was asked to append to a game.
    pub(crate) appends: AtomicUsize,
    /// How often it did.
    pub(crate) written: AtomicUsize,
    /// How often it was asked for a list of games.
    pub(crate) lists: AtomicUsize,
    /// How often it was asked to import games.
    pub(crate) imports: AtomicUsize,
    /// Learn what is stored in games.
    pub(crate) hints: broadcast::Sender<Hint>,
    /// The id of this server, and the hints of another one with the same store.
    pub(crate) peer: Mutex<Option<(ServerId, broadcast::Sender<Hint>)>>,
    /// How often the games of other servers needed care.
    pub(crate) departures: watch::Sender<u64>,
    /// The time of the clock that all servers share, where there is one.
    pub(crate) shared_time: Mutex<Option<Timestamp>>,
    /// When no server could store anything, by that clock.
    pub(crate) outages: Mutex<Vec<Range<Timestamp>>>,
    /// How long an append takes.
    pub(crate) delay: Mutex<Duration>,
    /// Everything in it seems to have happened this long before it did.
    pub(crate) age: Duration,
}

/// How a [`FailingStore`] fails.
#[allow(dead_code, reason = "each suite of tests needs some of them")]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It does not.
    #[default]
    None,
    /// Nothing can be written.
    DiskFull,
    /// No list of games can be read.
    Unreadable,
    /// After a moment it turns out that a game cannot be read; afterwards it works again.
    UnreadableOnce,
    /// It says that another event came first, which the game cannot have.
    Impossible,
    /// It has lost the last event of every game.
    Behind,
    /// It panics when it is asked to append to a game.
    Panic,
    /// Imports are never done.
    HoldImports,
    /// It stores what is appended, says once that it does not know, and works again.
    UnconfirmedOnce,
    /// It stores what is appended, says once that it does not know, and then nothing can be
    /// written.
    UnconfirmedThenFull,
    /// It stores what is appended, and says that it does not know.
    Unconfirmed,
    /// Its clock does not answer.
    SilentClock,
    /// No competition can be written.
    CompetitionsFull,
}

impl FailingStore {
    /// A store in memory.
    pub(crate) fn new() -> Arc<FailingStore> {
        FailingStore::over(Arc::new(Memory::new()), Duration::ZERO)
    }

    /// A store over another one, whose content seems to be this old.
    pub(crate) fn over(inner: Arc<dyn Store>, age: Duration) -> Arc<FailingStore> {
        let (failure, appends, written, lists, imports, peer, delay) = Default::default();
        let (departures, shared_time, outages) = Default::default();
        let hints = broadcast::channel(64).0;
        Arc::new(FailingStore {
            inner,
            failure,
            appends,
            written,
            lists,
            imports,
            hints,
            peer,
            departures,
            shared_time,
            outages,
            delay,
            age,
        })
    }

    /// The same store for another server, which has its own hints.
    #[allow(dead_code, reason = "only some suites have several servers")]
    pub(crate) fn beside(&self) -> Arc<FailingStore> {
        let other = FailingStore::over(Arc::clone(&self.inner), self.age);
        *other.peer.lock().expect("no panic") = Some((ServerId(2), self.hints.clone()));
        *self.peer.lock().expect("no panic") = Some((ServerId(1), other.hints.clone()));
        other
    }

    /// Tells the other server something, or whoever listens where there is none.
    fn hint(&self, hint: Hint) {
        let peer = self.peer.lock().expect("no panic");
        let to = peer.as_ref().map_or(&self.hints, |(_, hints)| hints);
        // Mostly nobody listens.
        let _ = to.send(hint);
    }

    pub(crate) fn fail(&self, failure: Failure) {
        *self.failure.lock().expect("no panic") = failure;
    }

    /// Every append takes this long from now on.
    pub(crate) fn slow_down(&self, delay: Duration) {
        *self.delay.lock().expect("no panic") = delay;
    }

    pub(crate) fn failure(&self) -> Failure {
        *self.failure.lock().expect("no panic")
    }

    fn aged(&self, at: Timestamp) -> Timestamp {
        Timestamp(at.0.saturating_sub(self.age.as_millis() as u64))
    }
}

#[async_trait]
impl Store for FailingStore {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        self.inner.create(game).await
    }

    async fn import(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError> {
        self.imports.fetch_add(1, Ordering::SeqCst);
        while self.failure() == Failure::HoldImports {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.inner.import(games).await
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        self.lists.fetch_add(1, Ordering::SeqCst);
        self.inner.ids(query).await
    }

    async fn append(&self, entry: Entry) -> Result<AppendOutcome, StoreError> {
        self.appends.fetch_add(1, Ordering::SeqCst);
        match self.failure() {
            Failure::None
            | Failure::Unreadable
            | Failure::UnreadableOnce
            | Failure::HoldImports
            | Failure::Unconfirmed
            | Failure::UnconfirmedThenFull
            | Failure::UnconfirmedOnce
            | Failure::SilentClock
            | Failure::CompetitionsFull => {}
            Failure::DiskFull => return Err(StoreError::Database("the disk is full".into())),
            Failure::Impossible => {
                let event = Event::Flagged { color: Color::Black };
                let version = entry.base + 1;
                let missed = vec![Record { version, at: entry.records[0].at, event }];
                return Ok(AppendOutcome::Stale { version, missed });
            }
            Failure::Behind => {
                let (version, missed) = (entry.base - 1, Vec::new());
                return Ok(AppendOutcome::Stale { version, missed });
            }
            Failure::Panic => panic!("as the test wants it"),
        }
        let hint = Hint::Game(entry.game.clone(), entry.records.last().map(|last| last.version));
        let appended = self.inner.append(entry).await?;
        if appended == AppendOutcome::Written {
            self.hint(hint);
        }
        self.written.fetch_add(usize::from(appended == AppendOutcome::Written), Ordering::SeqCst);
        let delay = *self.delay.lock().expect("no panic");
        tokio::time::sleep(delay).await;
        match self.failure() {
            Failure::UnconfirmedOnce => self.fail(Failure::None),
            Failure::UnconfirmedThenFull => self.fail(Failure::DiskFull),
            Failure::Unconfirmed => {}
            _ => return Ok(appended),
        }
        Err(StoreError::Unconfirmed("fsync failed".into()))
    }

    async fn set_seat_owners(
        &self,
        id: &GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), StoreError> {
        self.inner.set_seat_owners(id, seat_owners).await?;
        self.hint(Hint::Game(id.clone(), None));
        Ok(())
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        self.inner.remove(id, at).await
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        if self.failure() == Failure::UnreadableOnce {
            self.fail(Failure::None);
            tokio::time::sleep(Duration::from_millis(10)).await;
            return Err(StoreError::Busy);
        }
        let mut stored = self.inner.load(id).await?;
        for record in stored.iter_mut().flat_map(|stored| &mut stored.records) {
            record.at = self.aged(record.at);
        }
        Ok(stored)
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        self.lists.fetch_add(1, Ordering::SeqCst);
        if self.failure() == Failure::Unreadable {
            return Err(StoreError::Database("the disk is gone".into()));
        }
        self.inner.list(query).await
    }

    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError> {
        if self.failure() == Failure::Unreadable {
            return Err(StoreError::Database("the disk is gone".into()));
        }
        self.inner.games_to_resume().await
    }

    async fn unstarted_games(
        &self,
        created: Timestamp,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        self.inner.unstarted_games(created, limit).await
    }

    async fn owned_games(&self, status: &str) -> Result<Vec<OwnedGame>, StoreError> {
        self.inner.owned_games(status).await
    }

    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        let is_shared = self.peer.lock().expect("no panic").is_some();
        is_shared.then(|| self.hints.subscribe())
    }

    fn departures(&self) -> Option<watch::Receiver<u64>> {
        Some(self.departures.subscribe())
    }

    fn announce_presence(&self, game: &GameId, report: PresenceReport) {
        let server = self.peer.lock().expect("no panic").as_ref().map(|(server, _)| *server);
        if let Some(server) = server {
            self.hint(Hint::Presence(server, game.clone(), report));
        }
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        if self.failure() == Failure::DiskFull {
            return Err(StoreError::Database("the disk is full".into()));
        }
        self.inner.heartbeat(at).await
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        Ok(self.inner.last_heartbeat().await?.map(|at| self.aged(at)))
    }

    async fn backup(&self, to: &Path) -> Result<(), StoreError> {
        self.inner.backup(to).await
    }
}

#[async_trait]
impl Lessons for FailingStore {
    async fn set_rules(
        &self,
        scope: RuleScope,
        rules: Option<GroupRules>,
    ) -> Result<(), StoreError> {
        self.inner.set_rules(scope, rules).await?;
        match self.failure() {
            Failure::Unconfirmed => Err(StoreError::Unconfirmed("the answer is lost".into())),
            _ => Ok(()),
        }
    }

    async fn rules(&self) -> Result<Vec<(RuleScope, GroupRules)>, StoreError> {
        self.inner.rules().await
    }
}

#[async_trait]
impl Reviews for FailingStore {
    async fn save_evaluation(
        &self,
        key: &ReviewKey,
        evaluation: StoredEvaluation,
    ) -> Result<(), StoreError> {
        self.inner.save_evaluation(key, evaluation).await
    }

    async fn evaluations(&self, key: &ReviewKey) -> Result<Vec<StoredEvaluation>, StoreError> {
        self.inner.evaluations(key).await
    }
}

#[async_trait]
impl Studies for FailingStore {
    async fn save_study(&self, save: StudySave) -> Result<StudySaveOutcome, StoreError> {
        if self.failure() == Failure::DiskFull {
            return Err(StoreError::Database("the disk is full".into()));
        }
        self.inner.save_study(save).await
    }

    async fn change_study(&self, id: &StudyId, change: StudyChange) -> Result<bool, StoreError> {
        self.inner.change_study(id, change).await
    }

    async fn study(&self, id: &StudyId) -> Result<Option<Study>, StoreError> {
        self.inner.study(id).await
    }

    async fn study_ids(&self, query: &StudyQuery) -> Result<Vec<StudyId>, StoreError> {
        self.inner.study_ids(query).await
    }

    async fn list_studies(&self, query: &StudyQuery) -> Result<StudyPage, StoreError> {
        self.inner.list_studies(query).await
    }
}

#[async_trait]
impl Competitions for FailingStore {
    async fn append_to_competition(
        &self,
        entry: CompetitionEntry,
    ) -> Result<CompetitionOutcome, StoreError> {
        if matches!(self.failure(), Failure::DiskFull | Failure::CompetitionsFull) {
            return Err(StoreError::Database("the disk is full".into()));
        }
        let appended = self.inner.append_to_competition(entry).await?;
        self.written.fetch_add(1, Ordering::SeqCst);
        let delay = *self.delay.lock().expect("no panic");
        tokio::time::sleep(delay).await;
        Ok(appended)
    }

    async fn competition(
        &self,
        id: &CompetitionId,
    ) -> Result<Option<StoredCompetition>, StoreError> {
        self.inner.competition(id).await
    }

    async fn competitions(&self) -> Result<Vec<(CompetitionId, CompetitionSummary)>, StoreError> {
        self.inner.competitions().await
    }
}

#[async_trait]
impl Coordination for FailingStore {
    fn server_id(&self) -> ServerId {
        let peer = self.peer.lock().expect("no panic");
        peer.as_ref().map_or_else(ServerId::default, |(id, _)| *id)
    }

    async fn shared_time(&self) -> Result<Option<Timestamp>, StoreError> {
        if self.failure() == Failure::SilentClock {
            return std::future::pending().await;
        }
        Ok(*self.shared_time.lock().expect("no panic"))
    }

    async fn outages(&self) -> Result<Vec<Range<Timestamp>>, StoreError> {
        Ok(self.outages.lock().expect("no panic").clone())
    }

    async fn lobby_unless(&self, version: u64) -> Result<Option<StoredLobby>, StoreError> {
        self.inner.lobby_unless(version).await
    }

    async fn save_lobby(&self, base: u64, text: &str) -> Result<Option<u64>, StoreError> {
        let saved = self.inner.save_lobby(base, text).await;
        self.hint(Hint::Changed(Topic::Lobby));
        saved
    }

    async fn count_attempt(
        &self,
        key: AttemptKey,
        limit: AttemptLimit,
    ) -> Result<Option<Duration>, StoreError> {
        self.inner.count_attempt(key, limit).await
    }
}

#[async_trait]
impl Demonstrations for FailingStore {
    async fn save_demonstration(
        &self,
        base: u32,
        demonstration: Demonstration,
    ) -> Result<DemonstrationOutcome, StoreError> {
        if self.failure() == Failure::DiskFull {
            return Err(StoreError::Database("the disk is full".into()));
        }
        self.inner.save_demonstration(base, demonstration).await
    }

    async fn remove_demonstration(&self, id: &DemonstrationId) -> Result<bool, StoreError> {
        self.inner.remove_demonstration(id).await
    }

    async fn demonstration(
        &self,
        id: &DemonstrationId,
    ) -> Result<Option<Demonstration>, StoreError> {
        self.inner.demonstration(id).await
    }

    async fn demonstrations(&self) -> Result<Vec<DemonstrationMetadata>, StoreError> {
        self.inner.demonstrations().await
    }
}

#[async_trait]
impl Simuls for FailingStore {
    async fn create_simul(&self, simul: Simul) -> Result<bool, StoreError> {
        self.inner.create_simul(simul).await
    }

    async fn set_simul_state(&self, id: &SimulId, state: SimulState) -> Result<bool, StoreError> {
        self.inner.set_simul_state(id, state).await
    }

    async fn simul(&self, id: &SimulId) -> Result<Option<Simul>, StoreError> {
        self.inner.simul(id).await
    }

    async fn simuls(&self) -> Result<Vec<Simul>, StoreError> {
        self.inner.simuls().await
    }
}

#[async_trait]
impl Accounts for FailingStore {
    async fn add_account(&self, account: NewAccount) -> Result<AccountId, StoreError> {
        self.inner.add_account(account).await
    }

    async fn account(&self, name: &Name) -> Result<Option<Account>, StoreError> {
        self.inner.account(name).await
    }

    async fn accounts_like(&self, name: &Name) -> Result<Vec<Account>, StoreError> {
        self.inner.accounts_like(name).await
    }

    async fn accounts(&self) -> Result<Vec<Account>, StoreError> {
        self.inner.accounts().await
    }

    async fn change_password(
        &self,
        id: AccountId,
        password: PasswordHash,
    ) -> Result<bool, StoreError> {
        self.inner.change_password(id, password).await
    }

    async fn remove_account(&self, id: AccountId) -> Result<bool, StoreError> {
        self.inner.remove_account(id).await
    }

    async fn begin_session(&self, session: Session, most: u32) -> Result<bool, StoreError> {
        self.inner.begin_session(session, most).await
    }

    async fn session(&self, token: SecretHash) -> Result<Option<(Session, Account)>, StoreError> {
        self.inner.session(token).await
    }

    async fn extend_session(
        &self,
        token: SecretHash,
        last_used: Timestamp,
        expires: Timestamp,
    ) -> Result<(), StoreError> {
        self.inner.extend_session(token, last_used, expires).await
    }

    async fn end_session(&self, token: SecretHash) -> Result<bool, StoreError> {
        self.inner.end_session(token).await
    }

    async fn remember_device(
        &self,
        device: SecretHash,
        account: AccountId,
        at: Timestamp,
        most: u32,
    ) -> Result<(), StoreError> {
        self.inner.remember_device(device, account, at, most).await
    }

    async fn knows_device(
        &self,
        device: SecretHash,
        account: AccountId,
    ) -> Result<bool, StoreError> {
        self.inner.knows_device(device, account).await
    }
}

#[async_trait]
impl Roster for FailingStore {
    async fn import_roster(&self, import: RosterImport) -> Result<Vec<AccountId>, StoreError> {
        self.inner.import_roster(import).await
    }

    async fn update_account(
        &self,
        id: AccountId,
        details: RosterDetails,
    ) -> Result<bool, StoreError> {
        self.inner.update_account(id, details).await
    }

    async fn issue_cards(&self, cards: Vec<Card>) -> Result<(), StoreError> {
        self.inner.issue_cards(cards).await
    }

    async fn replace_card(&self, card: Card) -> Result<bool, StoreError> {
        self.inner.replace_card(card).await
    }

    async fn revoke_card(&self, account: AccountId) -> Result<bool, StoreError> {
        self.inner.revoke_card(account).await
    }

    async fn account_of_card(&self, code: &CardCode) -> Result<Option<Account>, StoreError> {
        self.inner.account_of_card(code).await
    }

    async fn cards(&self) -> Result<Vec<Card>, StoreError> {
        self.inner.cards().await
    }
}

#[async_trait]
impl Audit for FailingStore {
    async fn add_audit(&self, entry: AuditEntry, most: u32) -> Result<(), StoreError> {
        self.inner.add_audit(entry, most).await
    }

    async fn audit(&self, query: &AuditQuery) -> Result<Vec<(i64, AuditEntry)>, StoreError> {
        self.inner.audit(query).await
    }
}
