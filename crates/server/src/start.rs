//! Starts a server from its configuration.

use std::convert::Infallible;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use engine::HashTooLarge;
use store::{Store, StoreError};
use tokio::net::{TcpListener, TcpSocket};
use tokio::time::{sleep, timeout};
use tokio_util::task::AbortOnDropHandle;

use crate::listen::Listener;
use crate::live::{
    Rooms, abort_abandoned, follow_hints, open_games, run_heartbeat, take_over_games,
};
use crate::refresh::follow_topics;
use crate::security::Origins;
use crate::{App, Closing, Config, ConfigError, lan_address, router};

/// The backlog of the listening socket. The limit of the system wins.
const BACKLOG: u32 = 16_384;
/// How much the system may receive of a connection before the server reads it, in bytes. It would
/// be megabytes otherwise, for each of the many connections of a hostile client.
const RECEIVE_BUFFER: u32 = 256 << 10;
/// How long rooms may take to close after all clients have left.
const ROOM_TIMEOUT: Duration = Duration::from_secs(5);

/// A server that is bound to its port but does not serve yet.
pub struct Bound {
    listener: TcpListener,
    app: App,
    address: SocketAddr,
    /// Built before the address is printed, because it compresses the files of the app.
    routes: Router,
}

/// Binds the port. Clients can connect from then on; [`Bound::serve`] answers them.
///
/// # Errors
/// When the configuration is unsafe, the port is taken, or there is not enough memory.
pub async fn bind(config: Config, store: Arc<dyn Store>) -> Result<Bound, StartError> {
    config.check()?;
    let taken = |error| StartError::Port(config.address, error);
    let listener = listen(config.address).map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let origins = Origins::new(address, lan_address(), &config.origins);
    let app = App::new(config, origins, store).await?;
    let routes = router(&app);
    Ok(Bound { listener, app, address, routes })
}

/// Listens on a port, with a backlog for all clients that reconnect at once after a restart: one
/// that finds it full waits a second before it tries again.
fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Elsewhere this would let two programs have the same port.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.set_recv_buffer_size(RECEIVE_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Binds and serves until the future `until` completes; true when all clients left in time.
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
    /// The address that it is bound to.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The state of its handlers.
    pub fn app(&self) -> &App {
        &self.app
    }

    /// Serves until the future `until` completes; true when all clients left in time.
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
        let clock = &self.app.rooms().services().clock;
        let watched = clock.clone();
        // A task of its own, so that it runs whenever any thread of the server does.
        let _watching = AbortOnDropHandle::new(tokio::spawn(async move { watched.watch().await }));
        let listener = Listener {
            routes,
            limits: self.app.config().limits,
            connections: self.app.connections().clone(),
            trusted_proxies: self.app.config().trusted_proxies.clone(),
            closing: closing.clone(),
        };
        let serving = async {
            let mut serving = std::pin::pin!(listener.serve(self.listener));
            let announced = async {
                until.await;
                closing.announce();
                sleep(self.app.config().limits.shutdown_delay).await;
            };
            tokio::select! {
                left = &mut serving => return left,
                () = announced => {}
            }
            clock.stop();
            closing.begin();
            serving.await
        };
        let left = tokio::select! {
            left = serving => left,
            never = run_games(self.app.rooms()) => match never {},
            never = follow_hints(self.app.rooms()) => match never {},
            never = follow_topics(&self.app) => match never {},
            never = enforce_limits(&self.app) => match never {},
            never = self.app.backups().run(clock) => match never {},
            never = self.app.competitions().run() => match never {},
            never = self.app.demonstrations().run() => match never {},
            never = self.app.lobby().run() => match never {},
        };
        // Clients that are still connected are cut off.
        let ended = timeout(ROOM_TIMEOUT, self.app.rooms().close()).await.is_ok();
        left && ended
    }
}

/// Resumes the games that were going on before a downtime, and only then stores heartbeats: the
/// clocks of games that are not open yet depend on the last heartbeat of the previous server.
pub(crate) async fn run_games(rooms: &Rooms) -> Infallible {
    if rooms.follows_downtime() {
        if let Err(error) = open_games(rooms).await {
            tracing::error!("games in progress could not be opened: {error}");
        }
        if let Err(error) = rooms.services().store.games_resumed().await {
            tracing::error!("other servers may have to wait: {error}");
        }
    }
    tokio::select! {
        biased;
        never = run_heartbeat(rooms) => never,
        never = take_over_games(rooms) => never,
    }
}

/// Aborts games that nobody has begun, and watches how much is stored.
async fn enforce_limits(app: &App) -> Infallible {
    let rooms = app.rooms();
    tokio::select! {
        never = abort_abandoned(rooms, app.config().limits.unstarted_time) => never,
        never = app.storage().watch(&*rooms.services().store) => never,
    }
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The configuration is unsafe.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The port is not available.
    #[error("cannot listen on {0}: {1}")]
    Port(SocketAddr, io::Error),
    /// There is not enough memory for the engines.
    #[error(transparent)]
    Engines(#[from] HashTooLarge),
    /// The games cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The accounts cannot be used.
    #[error("the accounts cannot be used: {0}")]
    Accounts(String),
}

#[cfg(test)]
mod tests;
