//! One game of chess between two players, as a fold over its events.
//!
//! Everything that happens to a game is an [`Event`]; the game is what its events make of it. A
//! [`Command`] is what somebody wants; it becomes events or is refused. Nothing here reads a clock
//! or a file: the time is an argument, so that every game replays exactly.

mod command;
mod event;
mod id;
mod seat;
mod terms;
mod time;

pub use command::{Actor, Command, Refusal};
pub use event::{End, Event, Offer, Record};
pub use id::GameId;
pub use seat::{Name, NameError, Player, Seat, Strength};
pub use terms::{Start, Terms};
pub use time::{Bonus, Moment, TimeControl};
