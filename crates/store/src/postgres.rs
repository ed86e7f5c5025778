//! A store in a `PostgreSQL` database, which many servers may use at once.
//!
//! `PostgreSQL` is the only truth; nothing is cached here. An append locks the row of its game,
//! compares the version, and writes: of two servers one wins, and the other is told what it missed.
//! Appends that wait at the same time share a transaction (`appends`, `group`), and games that
//! another server has changed are read again together (`updates`). Both have connections of their
//! own, so that neither a search of the library nor an import ever makes a move wait for one. What
//! was written is then announced to the other servers (`hints`, `session`), each of which is known
//! by its locks (`servers`).
//!
//! When a connection is lost in the middle of a commit, the outcome is read over a new one. Only
//! when that fails too is it unknown, and [`StoreError::Unconfirmed`](crate::StoreError).
//!
//! A standby may answer queries of the library (`standby`).

mod accounts;
mod address;
mod appends;
mod audit;
mod chain;
mod competitions;
mod connect;
mod coordination;
mod demonstrations;
mod games;
mod group;
mod heartbeat;
mod hints;
mod lessons;
mod library;
mod migrations;
mod names;
mod queries;
mod queue;
mod read;
mod reviews;
mod roster;
mod run;
mod servers;
mod session;
mod simuls;
mod standby;
mod studies;
mod task;
mod texts;
mod tls;
pub(crate) mod transfer;
mod unfinished;
mod updates;
mod values;
mod waiting;
mod words;

use std::fmt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use deadpool_postgres::{Client, Pool, Transaction};
use game::{GameId, Timestamp};
use tokio::sync::{Semaphore, broadcast, watch};

use self::appends::Appends;
use self::connect::Role;
use self::games::PreparedImport;
use self::hints::Hints;
use self::queries::Queries;
use self::run::{Lock, begin};
use self::session::Session;
use self::standby::Standby;
use self::updates::Updates;
use self::values::Value;
use crate::columns::timestamp_column;
use crate::{
    AppendOutcome, Entry, GameToImport, GameUpdate, Hint, ImportOutcome, NewGame, OwnedGame, Page,
    PresenceReport, Query, SeatOwners, ServerId, Store, StoreError, StoredGame, Topic,
};

pub use address::PostgresAddress;
pub use connect::ConnectError;

/// Sizes of pools, queues and groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostgresSettings {
    /// How many appends may wait; more are refused. As many games may wait to be read again; more
    /// wait for room.
    pub queue: usize,
    /// The maximum number of appends in a transaction, and of games that are read again at once.
    pub group: usize,
    /// The number of connections that write moves.
    pub writers: usize,
    /// The number of connections that read moves of other servers.
    pub readers: usize,
    /// The number of connections for everything else.
    pub connections: usize,
    /// How long a statement may take.
    pub statement_timeout: Duration,
    /// How long a commit may take, with the standbys that it waits for.
    pub commit_timeout: Duration,
}

impl Default for PostgresSettings {
    fn default() -> PostgresSettings {
        PostgresSettings {
            queue: 4096,
            group: 256,
            writers: 2,
            readers: 2,
            connections: 12,
            statement_timeout: Duration::from_secs(30),
            commit_timeout: Duration::from_secs(30),
        }
    }
}

/// How many games of an import share a transaction.
const IMPORT_GROUP: usize = 32;

/// A store in a `PostgreSQL` database.
pub struct Postgres {
    settings: PostgresSettings,
    appends: Appends,
    updates: Updates,
    pool: Pool,
    /// A connection for heartbeats and the time, which must not wait for anything else.
    clock_pool: Pool,
    queries: Queries,
    /// Imports take turns, so that they leave connections for others.
    imports: Semaphore,
    hints: Arc<Hints>,
    session: Session,
    address: String,
    finds_words_by_index: bool,
    unsafe_settings: Vec<String>,
    standby: Option<Standby>,
}

impl fmt::Debug for Postgres {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "Postgres({})", self.address)
    }
}

impl Postgres {
    /// Connects to a database, and creates or updates its tables.
    ///
    /// # Errors
    /// When the database cannot be reached or used; it is left unchanged.
    pub async fn connect(address: &PostgresAddress) -> Result<Postgres, ConnectError> {
        Postgres::connect_with(address, PostgresSettings::default()).await
    }

    /// Like [`Postgres::connect`], with settings.
    ///
    /// # Errors
    /// When the database cannot be reached or used; it is left unchanged.
    pub async fn connect_with(
        address: &PostgresAddress,
        settings: PostgresSettings,
    ) -> Result<Postgres, ConnectError> {
        let timeout = settings.statement_timeout;
        let pool = connect::pool(address, settings.connections, timeout, Role::Primary)?;
        let mut client = connect::first_client(&pool, address).await?;
        if unfinished::is_abandoned(&client).await? {
            return Err(ConnectError::Unfinished(address.to_string()));
        }
        let finds_words_by_index = migrations::apply(&mut client, address).await?;
        let unsafe_settings = connect::unsafe_settings(&client).await?;
        drop(client);
        let connections = settings.writers + settings.readers;
        let moves = connect::pool(address, connections, timeout, Role::Moves)?;
        let most_queries = settings.connections - settings.connections / 3;
        let random = getrandom::u32().map_err(|error| ConnectError::Other(error.to_string()))?;
        let hints = Arc::new(Hints::new(ServerId(random)));
        Ok(Postgres {
            settings,
            session: Session::start(address, timeout, Arc::clone(&hints)).await?,
            appends: Appends::start(&moves, settings, &hints),
            updates: Updates::start(&moves, settings),
            queries: Queries::new(pool.clone(), address, most_queries)?,
            pool,
            clock_pool: connect::pool(address, 1, timeout, Role::Primary)?,
            imports: Semaphore::new(1),
            hints,
            address: address.to_string(),
            finds_words_by_index,
            unsafe_settings,
            standby: None,
        })
    }

    /// Lets a standby of the database answer queries of the library, with as many connections and
    /// as much time as the primary has for them.
    ///
    /// # Errors
    /// When its certificates cannot be read, or the primary fails. That it cannot be reached is no
    /// error: then the log has a warning, and the primary answers.
    pub async fn with_standby(self, address: &PostgresAddress) -> Result<Postgres, ConnectError> {
        let PostgresSettings { connections, statement_timeout, .. } = self.settings;
        let standby = Standby::new(address, connections, statement_timeout)?;
        standby.try_out(&standby::written(&self.client().await?).await?).await;
        Ok(Postgres { standby: Some(standby), ..self })
    }

    /// The address of the database, without its password.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Whether words are found by an index. Without the extension `pg_trgm` they are not, and a
    /// search reads all words; the log says why.
    pub fn finds_words_by_index(&self) -> bool {
        self.finds_words_by_index
    }

    /// The settings with which a crash of `PostgreSQL` may take something with it that was
    /// acknowledged.
    pub fn unsafe_settings(&self) -> &[String] {
        &self.unsafe_settings
    }

    async fn client(&self) -> Result<Client, StoreError> {
        connect::client(&self.pool).await
    }

    /// The connection for heartbeats and the time.
    async fn clock_client(&self) -> Result<Client, StoreError> {
        connect::client(&self.clock_pool).await
    }

    /// Commits a transaction, within its time.
    async fn commit(&self, transaction: Transaction<'_>) -> Result<(), StoreError> {
        run::commit(transaction, self.settings.commit_timeout).await
    }

    /// Announces what has changed of a game beside its records.
    fn announce_game(&self, committed: &Result<(), StoreError>, id: &GameId) {
        if may_be_stored(committed) {
            self.hints.announce([(id.clone(), None)]);
        }
    }

    /// Commits what has changed of something other than a game, and announces it.
    async fn commit_topic(
        &self,
        transaction: Transaction<'_>,
        topic: Topic,
    ) -> Result<(), StoreError> {
        let committed = self.commit(transaction).await;
        if may_be_stored(&committed) {
            self.hints.announce_topic(topic);
        }
        committed
    }

    /// Runs a statement as a transaction of its own; true when it changed something.
    async fn change(&self, sql: &str, values: &[Value]) -> Result<bool, StoreError> {
        let client = self.client().await?;
        let limit = self.settings.commit_timeout;
        Ok(run::execute_alone(&client, sql, values, limit).await? > 0)
    }

    /// A page of the library from the standby; none when the primary has to answer.
    async fn list_on_standby(&self, query: &Query) -> Option<Result<Page, StoreError>> {
        let standby = self.standby.as_ref().filter(|standby| standby.is_asked())?;
        let written = standby::written(&self.client().await.ok()?).await.ok()?;
        standby.list(query, &written).await
    }

    /// Imports games in one transaction. Should one fail, those before it are stored.
    async fn import_group(
        &self,
        games: &[PreparedImport],
        outcomes: &mut Vec<ImportOutcome>,
    ) -> Result<(), StoreError> {
        let mut client = self.client().await?;
        // Two imports of the same game must not miss each other.
        let transaction = begin(&mut client, Lock::Id("import")).await?;
        let (before, mut failure) = (outcomes.len(), None);
        for game in games {
            match game.write(&transaction).await {
                Ok(outcome) => outcomes.push(outcome),
                Err(error @ StoreError::Exists(_)) => {
                    failure = Some(error);
                    break;
                }
                Err(error) => return Err(error),
            }
        }
        let committed = self.commit(transaction).await;
        let restored = outcomes[before..].iter().filter_map(|outcome| match outcome {
            ImportOutcome::Restored(id) => Some((id.clone(), None)),
            _ => None,
        });
        if may_be_stored(&committed) {
            self.hints.announce(restored);
        }
        committed?;
        failure.map_or(Ok(()), Err)
    }
}

/// Whether others may find what was committed.
fn may_be_stored<T>(committed: &Result<T, StoreError>) -> bool {
    matches!(committed, Ok(_) | Err(StoreError::Unconfirmed(_)))
}

#[async_trait]
impl Store for Postgres {
    async fn create(&self, game: NewGame) -> Result<(), StoreError> {
        let game = games::PreparedGame::new(&game)?;
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        game.write(&transaction).await?;
        self.commit(transaction).await
    }

    async fn import(&self, games: Vec<GameToImport>) -> Result<Vec<ImportOutcome>, StoreError> {
        let games: Vec<_> = games.iter().map(PreparedImport::new).collect::<Result<_, _>>()?;
        let _turn = self.imports.acquire().await.map_err(|_| StoreError::Closed)?;
        let mut outcomes = Vec::with_capacity(games.len());
        for group in games.chunks(IMPORT_GROUP) {
            self.import_group(group, &mut outcomes).await?;
        }
        Ok(outcomes)
    }

    async fn append(&self, entry: Entry) -> Result<AppendOutcome, StoreError> {
        self.appends.append(entry).await
    }

    async fn set_seat_owners(
        &self,
        id: &GameId,
        seat_owners: SeatOwners,
    ) -> Result<(), StoreError> {
        let client = self.client().await?;
        let Some(number) = games::number_of(&client, id).await? else {
            return Err(StoreError::Unknown(id.clone()));
        };
        let values = games::new_owners(number, seat_owners);
        let limit = self.settings.commit_timeout;
        let changed = run::execute_alone(&client, games::UPDATE_OWNERS, &values, limit).await;
        let changed = changed.map(drop);
        self.announce_game(&changed, id);
        changed
    }

    async fn remove(&self, id: &GameId, at: Option<Timestamp>) -> Result<(), StoreError> {
        let at = at.map(timestamp_column).transpose()?;
        let mut client = self.client().await?;
        let transaction = client.transaction().await?;
        games::remove(&transaction, id, at).await?;
        let committed = self.commit(transaction).await;
        self.announce_game(&committed, id);
        committed
    }

    async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        read::load(&self.client().await?, id).await
    }

    async fn load_since(
        &self,
        id: &GameId,
        version: u32,
    ) -> Result<Option<GameUpdate>, StoreError> {
        self.updates.read(id.clone(), version).await
    }

    async fn list(&self, query: &Query) -> Result<Page, StoreError> {
        if let Some(found) = self.list_on_standby(query).await {
            return found;
        }
        let running = self.queries.begin().await?;
        running.list(query, self.settings.statement_timeout).await
    }

    async fn ids(&self, query: &Query) -> Result<Vec<GameId>, StoreError> {
        let mut running = self.queries.begin().await?;
        let ids = library::ids(running.client()?, query).await;
        running.end();
        ids
    }

    async fn games_to_resume(&self) -> Result<Vec<GameId>, StoreError> {
        read::games_to_resume(&self.client().await?).await
    }

    async fn unstarted_games(
        &self,
        created: Timestamp,
        limit: u32,
    ) -> Result<Vec<GameId>, StoreError> {
        read::unstarted(&self.client().await?, timestamp_column(created)?, limit).await
    }

    async fn owned_games(&self, status: &str) -> Result<Vec<OwnedGame>, StoreError> {
        read::owned(&self.client().await?, status).await
    }

    async fn size(&self) -> Result<u64, StoreError> {
        read::size(&self.client().await?).await
    }

    fn hints(&self) -> Option<broadcast::Receiver<Hint>> {
        Some(self.hints.subscribe())
    }

    fn announce_presence(&self, game: &GameId, report: PresenceReport) {
        self.hints.announce_presence(game, report);
    }

    async fn begin_serving(&self) -> Result<bool, StoreError> {
        self.session.begin_serving().await
    }

    async fn games_resumed(&self) -> Result<(), StoreError> {
        self.session.share().await
    }

    fn departures(&self) -> Option<watch::Receiver<u64>> {
        Some(self.session.departures())
    }

    async fn heartbeat(&self, at: Timestamp) -> Result<(), StoreError> {
        heartbeat::beat(&self.clock_client().await?, timestamp_column(at)?).await
    }

    async fn last_heartbeat(&self) -> Result<Option<Timestamp>, StoreError> {
        heartbeat::last(&self.clock_client().await?).await
    }

    async fn backup(&self, _to: &Path) -> Result<(), StoreError> {
        Err(StoreError::ExternalBackup)
    }
}
