//! Conversion between the wire's types and the game's. Requests are validated here, once.

mod command;
mod competition;
mod competition_view;
mod ending;
mod error;
mod error_kind;
mod event;
mod position;
mod snapshot;
mod study;
mod terms;

pub use command::move_command;
pub use ending::describe;
pub use error::RequestError;
pub use error_kind::quote;
pub use event::event;
pub use snapshot::{Snapshot, played, played_line};
pub(crate) use terms::name;

/// A null move in UCI notation.
const NULL_MOVE: &str = "0000";
