//! Engines for all games together: few searches at once, a short queue, and nobody's search
//! outlives the one who waits for it.
//!
//! A [`Job`] goes in, a [`SearchResult`] comes out; a study also tells an [`Insight`] at every depth.
//! Our own engine and those of others stand behind the same trait, so that the pool knows neither.
//! Hash and threads are the server's choice, never a client's: one processor is left for people.

mod advice;
mod error;
mod external;
mod insight;
mod job;
mod native;
mod pool;
mod queue;
mod stop;
mod study;

pub use error::EngineError;
pub use insight::{FoundLine, Insight, Stage};
use job::Urgency;
pub use job::{Job, JobKind, SearchResult, Tell, Thinker};
pub use pool::Engines;
pub use stop::Stop;
