//! Games that are being played.
//!
//! Each has a [`room`]: one task that owns the game, so that nothing about it is ever locked. What
//! somebody wants goes into the room's inbox; what happens is stored first, and only then told to
//! the one who asked and to all who follow. [`rooms`] finds the room of a game and opens it on
//! demand; [`socket`] is how a browser sits in one; [`opponent`] moves for engines.

mod alarm;
mod audience;
mod clock;
mod error;
mod heartbeat;
mod lag;
mod message;
mod messages;
mod opponent;
mod presence;
mod rematch;
mod room;
mod rooms;
mod seats;
mod services;
pub(crate) mod socket;
mod takeover;

pub(crate) use clock::Clock;
pub use error::RoomError;
pub(crate) use heartbeat::{beat, wake_all};
pub(crate) use messages::view;
pub(crate) use rooms::Rooms;
pub(crate) use services::{RoomServices, random_id};
pub(crate) use takeover::Claim;
