//! What can be wrong with a stored game, given what its clients know.

use std::fmt;

use game::ReplayError;

use super::history::Who;

/// A promise that was broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// A game that was set up is not there.
    GameLost,
    /// What is stored cannot have happened: a gap, a number twice, an impossible event.
    Impossible(ReplayError),
    /// An acknowledged move is not stored at its version.
    AckLost { id: String, version: u32, stored: Option<u32> },
    /// A move is stored that nobody sent, or that answers no request or several.
    NotSentOnce { version: u32, requests: usize },
    /// A move is stored other than it was sent.
    Changed { id: String, version: u32 },
    /// A refused move is stored.
    RefusedButStored { id: String, version: u32 },
    /// A move was refused without need.
    NeedlessRefusal { id: String, code: String },
    /// A client was shown what is not stored.
    Phantom { who: Who, version: u32 },
    /// A client was not shown something.
    Skipped { who: Who, after: u32, version: u32 },
    /// A client was told something without meaning.
    Unclear { who: Who, said: String },
    /// A clock lost more than the time in which a server was there, or gained some.
    Clock { version: u32, charged_ms: i128, most_ms: u64 },
    /// Time was given for an outage that was none.
    NeedlessGrace { version: u32 },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::GameLost => write!(f, "the game was set up but is not stored"),
            Fault::Impossible(error) => error.fmt(f),
            Fault::AckLost { id, version, stored: None } => {
                write!(f, "{id} was acknowledged as version {version} but is not stored")
            }
            Fault::AckLost { id, version, stored: Some(stored) } => {
                write!(f, "{id} was acknowledged as version {version} but stored as {stored}")
            }
            Fault::NotSentOnce { version, requests } => {
                write!(f, "the move of version {version} answers {requests} requests")
            }
            Fault::Changed { id, version } => {
                write!(f, "{id} was sent as another move than version {version} is")
            }
            Fault::RefusedButStored { id, version } => {
                write!(f, "{id} was refused but is stored as version {version}")
            }
            Fault::NeedlessRefusal { id, code } => write!(f, "{id} was refused with {code:?}"),
            Fault::Phantom { who, version } => {
                write!(f, "{who:?} was shown a version {version} that is not the one stored")
            }
            Fault::Skipped { who, after, version } => {
                write!(f, "{who:?} was shown version {version} right after {after}")
            }
            Fault::Unclear { who, said } => write!(f, "{who:?} was told {said}"),
            Fault::Clock { version, charged_ms, most_ms } => {
                write!(f, "version {version} charges {charged_ms} ms; 0 to {most_ms} are right")
            }
            Fault::NeedlessGrace { version } => {
                write!(f, "version {version} resumes a game that was not interrupted")
            }
        }
    }
}
