//! The state that all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use store::Store;
use tokio_util::task::TaskTracker;

use crate::accounts::Accounts;
use crate::backups::Backups;
use crate::competitions::Competitions;
use crate::demonstrations::Demonstrations;
use crate::engines::Engines;
use crate::imports::Imports;
use crate::lessons::Lessons;
use crate::listen::Closing;
use crate::live::{
    Clock, Downtime, EndedGames, GameChanges, Players, RoomServices, Rooms, UnstartedGames,
};
use crate::live_analysis::LiveAnalysis;
use crate::lobby::Lobby;
use crate::metrics::Metrics;
use crate::reviews::Reviews;
use crate::security::{Origins, Permits, Rates};
use crate::simuls::Simuls;
use crate::storage::Storage;
use crate::{Config, OwnerAccess, StartError};

/// How many exports run at once, in total and of one client. Each holds the ids of its games.
const MAX_EXPORTS: usize = 16;
const MAX_EXPORTS_PER_CLIENT: usize = 2;

/// The state of a server. Clones refer to the same state.
#[derive(Clone)]
pub struct App(Arc<AppState>);

/// The state behind [`App`].
pub struct AppState {
    config: Config,
    origins: Origins,
    accounts: Accounts,
    backups: Backups,
    competitions: Competitions,
    demonstrations: Demonstrations,
    engines: Engines,
    lobby: Lobby,
    rooms: Rooms,
    reviews: Reviews,
    simuls: Simuls,
    live_analysis: LiveAnalysis,
    imports: Imports,
    lessons: Lessons,
    exports: Permits,
    storage: Arc<Storage>,
    closing: Closing,
    rates: Rates,
    connections: Permits,
    metrics: Metrics,
    started: Instant,
}

impl App {
    /// The state of a server that is about to start. Its games are in the store.
    ///
    /// # Errors
    /// When the configuration is unsafe, the store cannot be read, or there is not enough memory
    /// for the engines.
    pub async fn new(
        config: Config,
        origins: Origins,
        store: Arc<dyn Store>,
    ) -> Result<App, StartError> {
        config.check()?;
        let downtime = Downtime::of(&*store).await?;
        let engines = Engines::start(&config.engines)?;
        let clock = Clock::of(&*store, downtime.is_none()).await?;
        let accounts = Accounts::open(&config, Arc::clone(&store), clock.shared_now()).await?;
        let lessons = Lessons::open(Arc::clone(&store)).await?;
        let reviews = Reviews::new(Arc::clone(&store), engines.clone());
        let live_analysis = LiveAnalysis::new(engines.clone(), &config.engines);
        let (ended_games, ended) = EndedGames::new();
        let (players, player_news) = Players::new();
        let services = RoomServices {
            is_shared: store.hints().is_some(),
            store,
            engines: engines.clone(),
            clock,
            unstarted: UnstartedGames::default(),
            ended_games,
            players,
            changes: GameChanges::default(),
            tasks: TaskTracker::new(),
            claim_wait: config.limits.claim_wait,
            engine_pause: config.engines.pause,
        };
        let limits = config.limits;
        let storage = Arc::new(Storage::new(&limits));
        let rooms = Rooms::new(services, downtime);
        let competitions = Competitions::new(rooms.clone(), ended);
        let grace = limits.lobby_grace;
        Ok(App(Arc::new(AppState {
            origins,
            accounts,
            backups: Backups::new(config.backups.clone()),
            engines,
            lobby: Lobby::new(rooms.clone(), competitions.clone(), grace, player_news),
            competitions,
            demonstrations: Demonstrations::new(rooms.clone()),
            simuls: Simuls::new(rooms.clone()),
            rooms,
            reviews,
            live_analysis,
            lessons,
            exports: Permits::new(MAX_EXPORTS, MAX_EXPORTS_PER_CLIENT),
            imports: Imports::new(Arc::clone(&storage)),
            storage,
            closing: Closing::default(),
            rates: Rates::new(&limits),
            connections: Permits::new(limits.connections, limits.connections_per_address),
            metrics: Metrics::default(),
            started: Instant::now(),
            config,
        })))
    }
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl AppState {
    /// The configuration.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The origins that may use the server.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// The path of the owner's link; none where the admin logs in.
    pub fn owner_path(&self) -> Option<String> {
        self.accounts.owner().map(OwnerAccess::path)
    }

    /// The accounts.
    pub(crate) fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The backups by schedule.
    pub(crate) fn backups(&self) -> &Backups {
        &self.backups
    }

    /// The competitions.
    pub(crate) fn competitions(&self) -> &Competitions {
        &self.competitions
    }

    /// The lobby.
    pub(crate) fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// The demonstration boards.
    pub(crate) fn demonstrations(&self) -> &Demonstrations {
        &self.demonstrations
    }

    /// The engines.
    pub fn engines(&self) -> &Engines {
        &self.engines
    }

    /// The live games.
    pub(crate) fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// The game reviews.
    pub(crate) fn reviews(&self) -> &Reviews {
        &self.reviews
    }

    /// What groups may use.
    pub(crate) fn lessons(&self) -> &Lessons {
        &self.lessons
    }

    /// The simuls.
    pub(crate) fn simuls(&self) -> &Simuls {
        &self.simuls
    }

    /// The running imports.
    pub(crate) fn imports(&self) -> &Imports {
        &self.imports
    }

    /// The running exports.
    pub(crate) fn exports(&self) -> &Permits {
        &self.exports
    }

    /// How much is stored, and who pays for it.
    pub(crate) fn storage(&self) -> &Storage {
        &self.storage
    }

    /// The live analyses.
    pub(crate) fn live_analysis(&self) -> &LiveAnalysis {
        &self.live_analysis
    }

    /// The shutdown signal.
    pub fn closing(&self) -> &Closing {
        &self.closing
    }

    /// When the server started.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    pub(crate) fn rates(&self) -> &Rates {
        &self.rates
    }

    pub(crate) fn connections(&self) -> &Permits {
        &self.connections
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
