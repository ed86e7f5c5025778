//! Why a search has no result.

use wire::ErrorCode;

use crate::error::Classify;

/// Why a search has no result.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineError {
    /// The queue is full.
    #[error("all engines are busy; try again in a moment")]
    Busy,
    /// The game has a job already.
    #[error("the engine is already thinking about this game")]
    Thinking,
    /// There is no engine of this name.
    #[error("no such engine: {0:?}")]
    Unknown(String),
    /// No engine plays at this rating.
    #[error("no engine plays at rating {0}; choose {min} to {max}",
        min = engine::Level::MIN.rating().unwrap_or_default(),
        max = engine::Level::MAX_RATED.rating().unwrap_or_default())]
    Rating(u16),
    /// There is no legal move.
    #[error("no move to find: the game is over")]
    NoMove,
    /// A more urgent job took over the engine.
    #[error("interrupted by a more urgent search; try again")]
    Interrupted,
    /// The engine crashed. The reason is for the log only: it may tell about the computer.
    #[error("the engine crashed")]
    Failed(String),
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closed,
}

impl EngineError {
    /// The code for programs; it never changes.
    pub fn code(&self) -> ErrorCode {
        self.class().code
    }
}
