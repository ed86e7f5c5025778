//! How a stored game can contradict what its clients know.

use std::fmt;

use game::ReplayError;

use super::history::Who;

/// A guarantee that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Violation {
    /// A game that was created is missing.
    GameLost,
    /// What is stored cannot have happened: a gap, a number twice, an impossible event.
    InvalidLog(ReplayError),
    /// An acknowledged move is not stored at its version.
    AckLost { id: String, version: u32, stored: Option<u32> },
    /// A move is stored that nobody sent, or that answers no request or several.
    NotSentOnce { version: u32, requests: usize },
    /// A move is stored other than it was sent.
    Changed { id: String, version: u32 },
    /// A rejected move is stored.
    RejectedButStored { id: String, version: u32 },
    /// A move was rejected without a reason.
    NeedlessRejection { id: String, code: String },
    /// A client was shown what is not stored.
    Phantom { who: Who, version: u32 },
    /// A client was not shown something.
    Skipped { who: Who, after: u32, version: u32 },
    /// A client received a message that breaks the protocol.
    Protocol { who: Who, said: String },
    /// A clock lost more than the time in which a server was there, or gained some.
    Clock { version: u32, charged_ms: i128, most_ms: u64 },
    /// Time was granted for an outage that did not happen.
    NeedlessGrace { version: u32 },
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Violation::GameLost => write!(f, "the game was created but is not stored"),
            Violation::InvalidLog(error) => error.fmt(f),
            Violation::AckLost { id, version, stored: None } => {
                write!(f, "{id} was acknowledged as version {version} but is not stored")
            }
            Violation::AckLost { id, version, stored: Some(stored) } => {
                write!(f, "{id} was acknowledged as version {version} but stored as {stored}")
            }
            Violation::NotSentOnce { version, requests } => {
                write!(f, "the move of version {version} answers {requests} requests")
            }
            Violation::Changed { id, version } => {
                write!(f, "{id} was sent as another move than version {version} is")
            }
            Violation::RejectedButStored { id, version } => {
                write!(f, "{id} was rejected but is stored as version {version}")
            }
            Violation::NeedlessRejection { id, code } => {
                write!(f, "{id} was rejected with {code:?}")
            }
            Violation::Phantom { who, version } => {
                write!(f, "{who:?} was shown a version {version} that is not the one stored")
            }
            Violation::Skipped { who, after, version } => {
                write!(f, "{who:?} was shown version {version} right after {after}")
            }
            Violation::Protocol { who, said } => write!(f, "{who:?} received {said}"),
            Violation::Clock { version, charged_ms, most_ms } => {
                write!(f, "version {version} charges {charged_ms} ms; 0 to {most_ms} are right")
            }
            Violation::NeedlessGrace { version } => {
                write!(f, "version {version} resumes a game that was not interrupted")
            }
        }
    }
}
