//! The engines of all games: a few searches at once, a bounded queue, and no search that outlives
//! the one who waits for it.
//!
//! A [`Job`] goes in, a [`JobResult`] comes out; live analysis also reports an [`AnalysisUpdate`]
//! at every depth. Engines are shared by client: all clients that wait take turns, whatever the
//! number of their jobs. Tabiya and external engines implement the same trait, so the pool does not
//! tell them apart. Hash size and threads are the server's choice, never a client's, and one
//! processor is left for serving people.

mod advice;
mod analyze;
mod error;
mod external;
mod job;
mod lane;
mod native;
mod pool;
mod queue;
mod stop;
mod update;

pub use error::EngineError;
use job::Priority;
pub use job::{Job, JobKind, JobResult, OnUpdate, Thinker};
pub use pool::Engines;
pub use stop::StopHandle;
pub use update::{AnalysisLine, AnalysisStage, AnalysisUpdate};
