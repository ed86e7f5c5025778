//! Players without a screen: what a browser does with a game, by thousands in one process.
//!
//! [`Socket`] speaks the messages of `wire` over a socket and [`House`] sets up games over HTTP;
//! [`mod@line`] has legal games to play. Who plays what and when, the tasks that use this decide.

mod heard;
pub(crate) mod house;
pub(crate) mod line;
pub(crate) mod socket;

use std::fmt;

use tokio_tungstenite::tungstenite;

pub(crate) use heard::{Heard, View};
pub(crate) use house::{House, Table};
pub(crate) use socket::Socket;

/// Why a conversation with the server came to an end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Lost {
    /// The server cannot be reached, or no longer.
    Gone(String),
    /// The server said something that no client understands.
    Unclear(String),
    /// The server refused what it should not have.
    Refused(String),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Lost::Gone(reason) => write!(f, "the server is gone: {reason}"),
            Lost::Unclear(said) => write!(f, "the server said what nobody understands: {said}"),
            Lost::Refused(reason) => write!(f, "the server refused: {reason}"),
        }
    }
}

impl std::error::Error for Lost {}

impl From<std::io::Error> for Lost {
    fn from(error: std::io::Error) -> Lost {
        Lost::Gone(error.to_string())
    }
}

impl From<hyper::Error> for Lost {
    fn from(error: hyper::Error) -> Lost {
        Lost::Gone(error.to_string())
    }
}

impl From<tungstenite::Error> for Lost {
    fn from(error: tungstenite::Error) -> Lost {
        Lost::Gone(error.to_string())
    }
}

/// What we say is sound, so this is a mistake of ours.
impl From<serde_json::Error> for Lost {
    fn from(error: serde_json::Error) -> Lost {
        Lost::Unclear(error.to_string())
    }
}

/// A task of ours that broke down.
impl From<tokio::task::JoinError> for Lost {
    fn from(error: tokio::task::JoinError) -> Lost {
        Lost::Unclear(error.to_string())
    }
}
