//! Why an engine does not answer.

use std::fmt;

use axum::http::StatusCode;
use tracing::Level;
use wire::Code;

/// Why there is no thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// Too many wait already.
    Busy,
    /// The engine thinks about this game already.
    Thinking,
    /// No engine has this name.
    Unknown(String),
    /// No engine plays to this rating.
    Rating(u16),
    /// There is no move to find.
    NoMove,
    /// Something more urgent took its place.
    Interrupted,
    /// It broke down, and says why.
    Failed(String),
    /// The server is about to end.
    Closed,
}

impl EngineError {
    /// A short word for programs; it never changes.
    pub fn code(&self) -> Code {
        match self {
            EngineError::Busy => Code::EnginesBusy,
            EngineError::Thinking => Code::EngineThinking,
            EngineError::Unknown(_) => Code::UnknownEngine,
            EngineError::Rating(_) => Code::BadRating,
            EngineError::NoMove => Code::NoMove,
            EngineError::Interrupted => Code::EngineInterrupted,
            EngineError::Failed(_) => Code::EngineFailed,
            EngineError::Closed => Code::Closing,
        }
    }

    /// What is told to those who follow a game. Why a program broke down stands in the log: that
    /// is about the computer it runs on, and nobody else's business.
    pub(crate) fn told(&self) -> String {
        match self {
            EngineError::Failed(_) => "the engine broke down".to_owned(),
            error => error.to_string(),
        }
    }

    pub(crate) fn status(&self) -> StatusCode {
        match self {
            EngineError::Busy | EngineError::Closed | EngineError::Interrupted => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            EngineError::Thinking | EngineError::NoMove => StatusCode::CONFLICT,
            EngineError::Unknown(_) | EngineError::Rating(_) => StatusCode::BAD_REQUEST,
            EngineError::Failed(_) => StatusCode::BAD_GATEWAY,
        }
    }

    pub(crate) fn level(&self) -> Level {
        match self {
            EngineError::Failed(_) => Level::ERROR,
            EngineError::Busy => Level::WARN,
            _ => Level::INFO,
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            EngineError::Busy => f.write_str("all engines are busy; try again in a moment"),
            EngineError::Thinking => f.write_str("the engine thinks about this game already"),
            EngineError::Unknown(name) => write!(f, "there is no engine {name:?} here"),
            EngineError::Rating(rating) => write!(
                f,
                "no engine plays to the rating {rating}; {} to {} can be had",
                engine::Level::MIN.rating().unwrap_or_default(),
                engine::Level::TOP.rating().unwrap_or_default(),
            ),
            EngineError::NoMove => f.write_str("there is no move to find: the game is over"),
            EngineError::Interrupted => f.write_str("something more urgent came; ask again"),
            EngineError::Failed(reason) => write!(f, "the engine broke down: {reason}"),
            EngineError::Closed => f.write_str("the server is about to end"),
        }
    }
}

impl std::error::Error for EngineError {}
