//! The listener: accepts connections, limits each of them, and shuts down gracefully.
//!
//! `axum::serve` has no timeout for request headers, so the accept loop is our own. On shutdown it
//! stops accepting, lets running requests finish, and waits for open connections for a limited
//! time.

mod idle_timeout;
mod measured;
mod tcp_info;

use std::io;
use std::net::IpAddr;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use self::idle_timeout::IdleTimeout;
use self::measured::MeasuredStream;
use crate::config::Limits;
use crate::security::{ClientKey, Network, Peer, Permit, Permits};

pub(crate) use self::measured::KernelRoundTrip;

/// The maximum size of request headers, in bytes.
const MAX_HEADER_SIZE: usize = 16 << 10;
/// The maximum number of headers in a request.
const MAX_HEADERS: usize = 64;
/// The delay after the system is out of resources for a connection.
const ACCEPT_DELAY: Duration = Duration::from_millis(50);

/// The shutdown signal, and the tasks to wait for. Clones refer to the same signal.
#[derive(Clone, Debug, Default)]
pub struct Closing {
    announced: CancellationToken,
    token: CancellationToken,
    tasks: TaskTracker,
}

impl Closing {
    /// Announces the shutdown: from now on the health check fails, so that load balancers send no
    /// new clients.
    pub fn announce(&self) {
        self.announced.cancel();
    }

    /// Whether the shutdown was announced.
    pub fn is_announced(&self) -> bool {
        self.announced.is_cancelled()
    }

    /// Starts the shutdown. Returns at once.
    pub fn begin(&self) {
        self.token.cancel();
    }

    /// Waits until the shutdown starts.
    pub async fn begun(&self) {
        self.token.cancelled().await;
    }

    /// The tasks to wait for: connections, and the WebSocket tasks that outlive them.
    pub fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }
}

/// Serves connections.
pub(crate) struct Listener {
    pub(crate) routes: Router,
    pub(crate) limits: Limits,
    pub(crate) connections: Permits,
    pub(crate) trusted_proxies: Vec<Network>,
    pub(crate) closing: Closing,
}

impl Listener {
    /// Serves until the shutdown; true when all connections ended in time.
    pub(crate) async fn serve(self, listener: TcpListener) -> bool {
        tokio::select! {
            () = self.accept(&listener) => {}
            () = self.closing.begun() => {}
        }
        // From now on the system refuses new connections.
        drop(listener);
        self.closing.tasks.close();
        timeout(self.limits.drain_time, self.closing.tasks.wait()).await.is_ok()
    }

    /// Accepts connections, forever.
    async fn accept(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.spawn(stream, peer.ip()),
                Err(error) if is_client_error(&error) => {}
                Err(error) => {
                    tracing::error!("cannot accept a connection: {error}");
                    sleep(ACCEPT_DELAY).await;
                }
            }
        }
    }

    /// Serves a connection in its own task, unless there are too many.
    fn spawn(&self, stream: TcpStream, peer: IpAddr) {
        let is_trusted = self.trusted_proxies.iter().any(|network| network.contains(peer));
        let client = (!is_trusted).then(|| ClientKey::from(peer));
        let Ok(permit) = self.connections.admit(client) else {
            tracing::warn!(%peer, "too many connections; closing one");
            return;
        };
        // Moves are small and should go out at once; a socket without this option still works.
        let _ = stream.set_nodelay(true);
        let (routes, limits, closing) = (self.routes.clone(), self.limits, self.closing.clone());
        let stream = MeasuredStream::new(stream, !is_trusted);
        self.closing.tasks.spawn(serve(stream, peer, permit, routes, limits, closing));
    }
}

/// Serves one connection to its end. The permit stays with the stream, so that an upgraded
/// WebSocket is still counted.
async fn serve(
    stream: MeasuredStream,
    peer: IpAddr,
    permit: Permit,
    routes: Router,
    limits: Limits,
    closing: Closing,
) {
    let round_trip = stream.round_trip().clone();
    let stream = TokioIo::new(IdleTimeout::new(stream, limits.idle_time, permit));
    let service = routes.map_request(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request.extensions_mut().insert(round_trip.clone());
        request.map(Body::new)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(MAX_HEADER_SIZE)
        .max_headers(MAX_HEADERS);
    let connection =
        http.serve_connection(stream, TowerToHyperService::new(service)).with_upgrades();
    let mut connection = std::pin::pin!(connection);
    let served = tokio::select! {
        served = connection.as_mut() => served,
        () = closing.begun() => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%peer, "a connection failed: {error}");
    }
}

/// True when the client gave up before the connection was accepted.
fn is_client_error(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}
