//! Games of the engine against itself, from which its evaluation learns.
//!
//! [`Player`] plays a game that follows from its number and the [`Terms`] alone; a [`Record`] is
//! what is kept of it; [`Archive`] writes records to a file that may be cut off anywhere, and
//! [`Reader`] brings them back. What a network is trained on is decided by whoever reads; here is
//! only what it takes to decide, and [`Survey`] counts by the usual rule.

mod archive;
mod block;
mod bytes;
mod fault;
mod judge;
mod player;
mod record;
mod survey;
mod terms;

pub use archive::{Archive, Reader};
pub use fault::{ArchiveError, RecordError};
pub use player::Player;
pub use record::{Record, Winner};
pub use survey::Survey;
pub use terms::Terms;
