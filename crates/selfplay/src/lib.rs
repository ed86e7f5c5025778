//! Self-play games as training data.
//!
//! [`Player`] plays games, each determined by its number and the [`DatagenSettings`]; a [`Record`]
//! is one game; [`Archive`] writes records to a file that may be truncated anywhere, and [`Reader`]
//! reads them. The trainer decides which positions to use; [`GameStatistics`] counts by the usual
//! rule.

mod adjudicator;
mod archive;
mod block;
mod bytes;
mod error;

mod player;
mod record;
mod settings;
mod statistics;

pub use archive::{Archive, Reader};
pub use error::{ArchiveError, RecordError};
pub use player::Player;
pub use record::{Record, Winner};
pub use settings::DatagenSettings;
pub use statistics::GameStatistics;
