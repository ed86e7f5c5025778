//! From the wire's values to the game's and back. What comes in is checked here, once.

mod act;
mod ending;
mod event;
mod fault;
mod position;
mod snapshot;
mod study;
mod terms;

pub use act::move_command;
pub use ending::describe;
pub use event::event;
pub use fault::Fault;
pub use snapshot::{Snapshot, played};
pub(crate) use terms::name;

/// What UCI writes for a null move, which passes the turn.
const NULL_MOVE: &str = "0000";
