//! What all handlers share.

use std::ops::Deref;
use std::sync::Arc;
use std::time::Instant;

use game::Timestamp;
use store::Store;

use crate::accounts::Accounts;
use crate::engines::Engines;
use crate::imports::Imports;
use crate::listen::Closing;
use crate::live::{Clock, RoomServices, Rooms};
use crate::live_analysis::LiveAnalysis;
use crate::metrics::Metrics;
use crate::reviews::Reviews;
use crate::security::{Connections, Origins, Rates};
use crate::{Config, StartError};

/// The state of a server. Clones share it.
#[derive(Clone)]
pub struct App(Arc<Shared>);

/// What [`App`] shares.
pub struct Shared {
    config: Config,
    origins: Origins,
    accounts: Accounts,
    engines: Engines,
    rooms: Rooms,
    reviews: Reviews,
    insights: LiveAnalysis,
    imports: Imports,
    closing: Closing,
    rates: Rates,
    connections: Connections,
    metrics: Metrics,
    started: Instant,
}

impl App {
    /// The state of a server that is about to start. Its games are in the store; a server was
    /// there before at the moment `last_there`, if ever.
    ///
    /// # Errors
    /// When it should not be run like this, its accounts cannot be used, or there is not enough
    /// memory for its engines.
    pub async fn new(
        config: Config,
        origins: Origins,
        store: Arc<dyn Store>,
        last_there: Option<Timestamp>,
    ) -> Result<App, StartError> {
        config.check().map_err(StartError::Config)?;
        let engines = Engines::start(&config.engines).map_err(StartError::Engines)?;
        let clock = Clock::system();
        let accounts = Accounts::open(&config, Arc::clone(&store), clock.now()).await?;
        let reviews = Reviews::new(Arc::clone(&store), engines.clone());
        let insights = LiveAnalysis::new(engines.clone(), &config.engines);
        let ground = RoomServices {
            store,
            engines: engines.clone(),
            clock,
            claim_wait: config.limits.claim_wait,
        };
        let limits = config.limits;
        Ok(App(Arc::new(Shared {
            origins,
            accounts,
            engines,
            rooms: Rooms::new(ground, last_there),
            reviews,
            insights,
            imports: Imports::default(),
            closing: Closing::default(),
            rates: Rates::new(&limits),
            connections: Connections::new(limits.connections, limits.connections_per_address),
            metrics: Metrics::default(),
            started: Instant::now(),
            config,
        })))
    }
}

impl Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl Shared {
    /// How the server is run.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The pages that may use it.
    pub fn origins(&self) -> &Origins {
        &self.origins
    }

    /// Those who can log in.
    pub(crate) fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The engines.
    pub fn engines(&self) -> &Engines {
        &self.engines
    }

    /// The games that are being played.
    pub(crate) fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// The reviews of games that are over.
    pub(crate) fn reviews(&self) -> &Reviews {
        &self.reviews
    }

    /// The imports that are running.
    pub(crate) fn imports(&self) -> &Imports {
        &self.imports
    }

    /// The positions that somebody has an engine think about.
    pub(crate) fn insights(&self) -> &LiveAnalysis {
        &self.insights
    }

    /// How it is told to end.
    pub fn closing(&self) -> &Closing {
        &self.closing
    }

    /// When it was started.
    pub(crate) fn started(&self) -> Instant {
        self.started
    }

    pub(crate) fn rates(&self) -> &Rates {
        &self.rates
    }

    pub(crate) fn connections(&self) -> &Connections {
        &self.connections
    }

    pub(crate) fn metrics(&self) -> &Metrics {
        &self.metrics
    }
}
