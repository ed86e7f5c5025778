//! From a configuration to a server that runs.

use std::net::SocketAddr;
use std::{fmt, io};

use axum::Router;
use engine::TableTooLarge;
use tokio::net::TcpListener;

use crate::listen::Door;
use crate::security::Origins;
use crate::{App, Closing, Config, ConfigError, lan_address, router};

/// A server that has its port and serves nobody yet.
pub struct Bound {
    listener: TcpListener,
    app: App,
    address: SocketAddr,
}

/// Takes the port. From then on clients can connect; they are answered by [`Bound::serve`].
///
/// # Errors
/// When the server should not be run like this, or cannot have its port or its memory.
pub async fn bind(config: Config) -> Result<Bound, StartError> {
    config.check().map_err(StartError::Config)?;
    let taken = |error| StartError::Port(config.address, error);
    let listener = TcpListener::bind(config.address).await.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    let origins = Origins::new(address, lan_address(), &config.origins);
    Ok(Bound { app: App::new(config, origins)?, listener, address })
}

/// Binds and serves until the future `until` is done; true when everybody had left in time.
///
/// # Errors
/// As for [`bind`].
pub async fn serve(config: Config, until: impl Future<Output = ()>) -> Result<bool, StartError> {
    Ok(bind(config).await?.serve(until).await)
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
        let routes = router(&self.app);
        self.serve_routes(routes, until).await
    }

    /// Serves these routes.
    pub(crate) async fn serve_routes(
        self,
        routes: Router,
        until: impl Future<Output = ()>,
    ) -> bool {
        let closing: Closing = self.app.closing().clone();
        let door = Door {
            routes,
            limits: self.app.config().limits,
            connections: self.app.connections().clone(),
            trusted_proxies: self.app.config().trusted_proxies.clone(),
            closing: closing.clone(),
        };
        let mut serving = std::pin::pin!(door.serve(self.listener));
        tokio::select! {
            left = &mut serving => return left,
            () = until => closing.begin(),
        }
        serving.await
    }
}

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// It should not be run like this.
    Config(ConfigError),
    /// It cannot have its port.
    Port(SocketAddr, io::Error),
    /// It cannot have the memory for its engines.
    Engines(TableTooLarge),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            StartError::Config(error) => error.fmt(f),
            StartError::Port(address, error) => write!(f, "cannot listen on {address}: {error}"),
            StartError::Engines(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for StartError {}

#[cfg(test)]
mod tests;
