//! What can go wrong with an engine, and which one it was.

use std::process::ExitStatus;
use std::time::Duration;
use std::{fmt, io};

use chess::Quoted;

use crate::OptionError;

/// An engine and what is wrong with it.
#[derive(Debug)]
pub struct ClientError {
    /// The engine's name, or its program where it has not said its name.
    pub engine: String,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with an engine.
#[derive(Debug)]
pub enum Fault {
    /// It cannot be started.
    Start(io::Error),
    /// It has ended, with this status where one is known.
    Died(Option<ExitStatus>),
    /// It did not say what was waited for.
    Silent {
        /// The word that was waited for.
        wanted: &'static str,
        /// How long.
        limit: Duration,
    },
    /// What it says it plays is no move.
    BestMove(String),
    /// It has no such option.
    UnknownOption {
        /// The name that was asked for.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// An option does not take a value.
    Option(OptionError),
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "engine '{}': ", Quoted(&self.engine))?;
        match &self.fault {
            Fault::Start(error) => write!(f, "it cannot be started: {error}"),
            Fault::Died(None) => f.write_str("it has ended"),
            Fault::Died(Some(status)) => write!(f, "it has ended with {status}"),
            Fault::Silent { wanted, limit } => write!(f, "no {wanted} within {limit:?}"),
            Fault::BestMove(text) => write!(f, "it plays '{}', which is no move", Quoted(text)),
            Fault::UnknownOption { name, known } if known.is_empty() => {
                write!(f, "it has no option '{}', nor any other", Quoted(name))
            }
            Fault::UnknownOption { name, known } => {
                write!(f, "it has no option '{}' but {}", Quoted(name), known.join(", "))
            }
            Fault::Option(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ClientError {}
