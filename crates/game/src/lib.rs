//! A game of chess between two players, as a fold over its events.
//!
//! Everything that happens to a game is an [`Event`]. A [`Command`] asks for something; it becomes
//! events or is rejected with a [`GameError`]. Nothing here reads a clock or a file: the time is an
//! argument, so that every game replays exactly.

mod absence;
mod clock;
mod command;
mod decide;
mod error;
mod event;
mod fold;
mod game;
mod grace;
mod id;
mod name;
mod offers;
mod possible;
mod seat;
#[cfg(feature = "serde")]
mod serde_support;
mod status;
mod terms;
mod time;

pub use absence::{AbandonedResult, Absence, Departure};
pub use command::{Actor, Command};
pub use error::GameError;
pub use event::{End, Event, Offer, Record};
pub use fold::ReplayError;
pub use game::{Game, rematch_terms};
pub use id::{GameId, RequestId};
pub use name::{Name, NameError};
pub use seat::{Player, Seat, Strength};
pub use status::Status;
pub use terms::{Start, Terms, TermsError};
pub use time::{Bonus, TimeControl, Timestamp};
