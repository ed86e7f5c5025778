//! Engines for all games together: few searches at once, a short queue, and nobody's search
//! outlives the one who waits for it.
//!
//! A [`Job`] goes in, a [`Thought`] comes out. Our own engine and those of others stand behind the
//! same trait, so that the pool knows neither. Hash and threads are the server's choice.

mod advice;
mod error;
mod external;
mod job;
mod native;
mod pool;
mod queue;
mod stop;

pub use error::EngineError;
use job::Urgency;
pub use job::{Job, Mind, Thought, Wish};
pub use pool::Engines;
pub use stop::Stop;
