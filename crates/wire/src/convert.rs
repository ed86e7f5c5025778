//! From the wire's values to the game's and back. What comes in is checked here, once.

mod command;
mod ending;
mod error;
mod event;
mod position;
mod snapshot;
mod study;
mod terms;

pub use command::move_command;
pub use ending::describe;
pub use error::RequestError;
pub use event::event;
pub use snapshot::{Snapshot, played, played_line};
pub(crate) use terms::name;

/// What UCI writes for a null move, which passes the turn.
const NULL_MOVE: &str = "0000";
