//! Headless clients: what a browser does with a game, by the thousand in one process.
//!
//! [`Socket`] exchanges the messages of `wire`, [`ApiClient`] creates games over HTTP, and
//! [`mod@line`] has legal games to play. Which client plays what and when is up to the tasks.

pub(crate) mod api;
pub(crate) mod line;
mod received;
pub(crate) mod socket;

use tokio_tungstenite::tungstenite;

pub(crate) use api::{ApiClient, CreatedGame};
pub(crate) use received::{Received, View};
pub(crate) use socket::Socket;

/// Why a client cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ClientError {
    /// The server cannot be reached, or the connection is lost.
    #[error("the connection to the server is lost: {0}")]
    Disconnected(String),
    /// A message does not follow the protocol.
    #[error("unexpected message: {0}")]
    Protocol(String),
    /// The server rejected a valid request.
    #[error("the server rejected a request: {0}")]
    Rejected(String),
}

impl From<std::io::Error> for ClientError {
    fn from(error: std::io::Error) -> ClientError {
        ClientError::Disconnected(error.to_string())
    }
}

impl From<hyper::Error> for ClientError {
    fn from(error: hyper::Error) -> ClientError {
        ClientError::Disconnected(error.to_string())
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> ClientError {
        ClientError::Disconnected(error.to_string())
    }
}

/// Our own messages are valid, so this is a bug here.
impl From<serde_json::Error> for ClientError {
    fn from(error: serde_json::Error) -> ClientError {
        ClientError::Protocol(error.to_string())
    }
}

/// A task that panicked.
impl From<tokio::task::JoinError> for ClientError {
    fn from(error: tokio::task::JoinError) -> ClientError {
        ClientError::Protocol(error.to_string())
    }
}
