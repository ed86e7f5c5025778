//! From a configuration to a server that runs.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use std::{fmt, io};

use axum::Router;
use engine::HashTooLarge;
use store::{Store, StoreError};
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::timeout;

use crate::listen::Listener;
use crate::live::{beat, wake_all};
use crate::security::Origins;
use crate::{App, Closing, Config, ConfigError, lan_address, router};

/// How many may wait to be let in. Systems have a limit of their own, which wins.
const WAITING: u32 = 16_384;
/// How long rooms have to end after everybody has left.
const ROOM_TIME: Duration = Duration::from_secs(5);

/// A server that has its port and serves nobody yet.
pub struct Bound {
    listener: TcpListener,
    app: App,
    address: SocketAddr,
    /// Made before anybody is told the address: the files of the app are compressed first.
    routes: Router,
}

/// Takes the port. From then on clients can connect; they are answered by [`Bound::serve`].
///
/// # Errors
/// When the server should not be run like this, or cannot have its port or its memory.
pub async fn bind(config: Config, store: Arc<dyn Store>) -> Result<Bound, StartError> {
    config.check().map_err(StartError::Config)?;
    let taken = |error| StartError::Port(config.address, error);
    let listener = listen(config.address).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let origins = Origins::new(address, lan_address(), &config.origins);
    let last_there = store.last_heartbeat().await.map_err(StartError::Store)?;
    let app = App::new(config, origins, store, last_there).await?;
    let routes = router(&app);
    Ok(Bound { listener, app, address, routes })
}

/// Takes a port, with room for everybody who comes back at once after the server was away: whoever
/// finds the queue full tries again only a second later.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Elsewhere this would let two programs have the same port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Binds and serves until the future `until` is done; true when everybody had left in time.
///
/// # Errors
/// As for [`bind`].
pub async fn serve(
    config: Config,
    store: Arc<dyn Store>,
    until: impl Future<Output = ()>,
) -> Result<bool, StartError> {
    Ok(bind(config, store).await?.serve(until).await)
}

impl Bound {
    /// Where clients find it.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What its handlers share.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Serves until the future `until` is done; true when everybody had left in time.
    pub async fn serve(self, until: impl Future<Output = ()>) -> bool {
        let routes = self.routes.clone();
        self.serve_routes(routes, until).await
    }

    /// Serves these routes.
    pub(crate) async fn serve_routes(
        self,
        routes: Router,
        until: impl Future<Output = ()>,
    ) -> bool {
        let closing: Closing = self.app.closing().clone();
        let door = Listener {
            routes,
            limits: self.app.config().limits,
            connections: self.app.connections().clone(),
            trusted_proxies: self.app.config().trusted_proxies.clone(),
            closing: closing.clone(),
        };
        let serving = async {
            let mut serving = std::pin::pin!(door.serve(self.listener));
            tokio::select! {
                left = &mut serving => return left,
                () = until => closing.begin(),
            }
            serving.await
        };
        let left = tokio::select! {
            left = serving => left,
            never = live(&self.app) => match never {},
        };
        // Whoever has not left by now is cut off, and with them what they had in mind.
        let ended = timeout(ROOM_TIME, self.app.rooms().close()).await.is_ok();
        left && ended
    }
}

/// Wakes the games that were going on, and then notes that the server is there. Not earlier: a
/// game that is not awake yet counts on when a server was there before.
async fn live(app: &App) -> std::convert::Infallible {
    if let Err(error) = wake_all(app.rooms()).await {
        tracing::error!("the games that were going on could not be woken: {error}");
    }
    beat(app.rooms()).await
}

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// It should not be run like this.
    Config(ConfigError),
    /// It cannot have its port.
    Port(SocketAddr, io::Error),
    /// It cannot have the memory for its engines.
    Engines(HashTooLarge),
    /// It cannot read its games.
    Store(StoreError),
    /// It cannot use its accounts.
    Accounts(String),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StartError::Config(error) => error.fmt(f),
            StartError::Port(address, error) => write!(f, "cannot listen on {address}: {error}"),
            StartError::Engines(error) => error.fmt(f),
            StartError::Store(error) => error.fmt(f),
            StartError::Accounts(reason) => write!(f, "the accounts cannot be used: {reason}"),
        }
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests;
