//! The door: accepts connections, bounds what each may take, and closes in an orderly way.
//!
//! `axum::serve` waits for ever for the head of a request, so the loop is our own. When it is told
//! to stop it lets nobody in, lets requests that are under way end, and waits for those who are
//! still there, but not for ever.

mod patient;

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

use self::patient::Patient;
use crate::config::Limits;
use crate::security::{Connections, Network, Pass, Peer};

/// The most bytes of the head of a request.
const LARGEST_HEAD: usize = 16 << 10;
/// The most headers of a request.
const MOST_HEADERS: usize = 64;
/// How long to wait when the system has nothing left to accept a connection with.
const BREATHER: Duration = Duration::from_millis(50);

/// Tells everybody when the server is to end, and knows who is still there. Clones are one.
#[derive(Clone, Debug, Default)]
pub struct Closing {
    token: CancellationToken,
    tasks: TaskTracker,
}

impl Closing {
    /// Begins to close. Returns at once.
    pub fn begin(&self) {
        self.token.cancel();
    }

    /// Waits until it begins. Sockets say goodbye then.
    pub async fn begun(&self) {
        self.token.cancelled().await;
    }

    /// The tasks that are waited for at the end: connections, and sockets that outlive them.
    pub fn tasks(&self) -> &TaskTracker {
        &self.tasks
    }
}

/// What connections are served with.
pub(crate) struct Listener {
    pub(crate) routes: Router,
    pub(crate) limits: Limits,
    pub(crate) connections: Connections,
    pub(crate) trusted_proxies: Vec<Network>,
    pub(crate) closing: Closing,
}

impl Listener {
    /// Serves until it is told to close; true when everybody had left in time.
    pub(crate) async fn serve(self, listener: TcpListener) -> bool {
        tokio::select! {
            () = self.accept(&listener) => {}
            () = self.closing.begun() => {}
        }
        // From now on new connections are refused by the system.
        drop(listener);
        self.closing.tasks.close();
        timeout(self.limits.drain_time, self.closing.tasks.wait()).await.is_ok()
    }

    /// Lets people in, for ever.
    async fn accept(&self, listener: &TcpListener) {
        loop {
            match listener.accept().await {
                Ok((stream, peer)) => self.welcome(stream, peer.ip()),
                Err(error) if is_their_fault(&error) => {}
                Err(error) => {
                    tracing::error!("a connection could not be accepted: {error}");
                    sleep(BREATHER).await;
                }
            }
        }
    }

    /// Serves a connection in a task of its own, unless there are too many.
    fn welcome(&self, stream: TcpStream, peer: IpAddr) {
        let is_trusted = self.trusted_proxies.iter().any(|network| network.contains(peer));
        let Some(pass) = self.connections.admit(peer, is_trusted) else {
            tracing::warn!(%peer, "too many connections; one more was closed");
            return;
        };
        // Moves are small and should not wait for more to send; a socket that cannot do this works.
        let _ = stream.set_nodelay(true);
        let (routes, limits, closing) = (self.routes.clone(), self.limits, self.closing.clone());
        self.closing.tasks.spawn(attend(stream, peer, pass, routes, limits, closing));
    }
}

/// Serves one connection to its end. The pass stays with the stream, so that a socket which has
/// taken it over is still counted.
async fn attend(
    stream: TcpStream,
    peer: IpAddr,
    pass: Pass,
    routes: Router,
    limits: Limits,
    closing: Closing,
) {
    let stream = TokioIo::new(Patient::new(stream, limits.idle_time, pass));
    let service = routes.map_request(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(Peer(peer));
        request.map(Body::new)
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(limits.header_time)
        .max_buf_size(LARGEST_HEAD)
        .max_headers(MOST_HEADERS);
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
        tracing::debug!(%peer, "a connection ended early: {error}");
    }
}

/// True for errors of a connection that was gone before it was there.
fn is_their_fault(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    )
}
