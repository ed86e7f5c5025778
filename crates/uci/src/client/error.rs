//! What can go wrong with an engine, and with which one.

use std::fmt;
use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use chess::Quoted;

use crate::OptionError;

/// An engine that failed, and how.
#[derive(Debug, thiserror::Error)]
#[error("engine '{}': {kind}", Quoted(.engine))]
pub struct ClientError {
    /// The engine's name, or its program if it has not reported a name.
    pub engine: String,
    /// What went wrong.
    pub kind: ClientErrorKind,
}

/// What can go wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum ClientErrorKind {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It exited, with this status if one is known.
    #[error("exited unexpectedly{}", Exit(.0))]
    Exited(Option<ExitStatus>),
    /// It did not answer in time.
    #[error("no {expected} within {limit:?}")]
    Timeout {
        /// The reply that was expected.
        expected: &'static str,
        /// The time limit.
        limit: Duration,
    },
    /// Its best move is not a move.
    #[error("played '{}', which is not a move", Quoted(.0))]
    BestMove(String),
    /// It has no such option.
    #[error("no option '{}'; it has {}", Quoted(.name), Known(.known))]
    UnknownOption {
        /// The name of the option.
        name: String,
        /// The options that it has.
        known: Vec<String>,
    },
    /// An option does not accept a value.
    #[error(transparent)]
    Option(OptionError),
}

/// An exit status after the word "exited".
struct Exit<'a>(&'a Option<ExitStatus>);

impl fmt::Display for Exit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        self.0.map_or(Ok(()), |status| write!(f, " with {status}"))
    }
}

/// The names of all options, or "none".
struct Known<'a>(&'a [String]);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if self.0.is_empty() { f.write_str("none") } else { f.write_str(&self.0.join(", ")) }
    }
}
