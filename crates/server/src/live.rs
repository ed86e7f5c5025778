//! Games that are being played.
//!
//! Each has a [`room`]: one task that owns the game, so that nothing about it is ever locked. What
//! somebody wants goes into the room's inbox; what happens is stored first, and only then told to
//! the one who asked and to all who follow. [`rooms`] finds the room of a game and opens it on
//! demand; [`socket`] is how a browser sits in one; [`opponent`] moves for engines.

mod alarm;
mod audience;
mod clock;
mod denial;
mod ground;
mod lag;
mod opponent;
mod presence;
mod pulse;
mod rematch;
mod room;
mod rooms;
mod seats;
pub(crate) mod socket;
mod takeover;
mod telling;
mod wish;

pub(crate) use clock::Clock;
pub use denial::Denial;
pub(crate) use ground::{Ground, random_id};
pub(crate) use pulse::{beat, wake_all};
pub(crate) use rooms::Rooms;
pub(crate) use takeover::Claim;
pub(crate) use telling::view;
