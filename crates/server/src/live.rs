//! Live games.
//!
//! Each has a [`room`]: one task that owns the game, so that it needs no lock. Requests go into the
//! room's inbox; their events are stored first, and only then acknowledged and broadcast to all
//! followers. [`rooms`] finds the room of a game and opens it on demand; [`socket`] connects
//! clients to it; [`opponent`] plays for engines; [`hints`] has rooms read what other servers have
//! stored, and [`remote_players`] knows who is connected to those.

mod alarm;
mod audience;
mod clock;
mod crash;
mod downtime;
mod error;
mod game_time;
mod heartbeat;
mod hints;
mod lag;
mod message;
mod messages;
mod opponent;
mod outbox;
mod players;
mod presence;
mod rematch;
mod remote_players;
mod reply_pause;
mod request_digest;
mod room;
mod rooms;
mod seats;
mod services;
pub(crate) mod socket;
mod takeover;
mod unstarted;

pub(crate) use clock::Clock;
#[cfg(feature = "simulation")]
pub(crate) use clock::STALL;
pub(crate) use downtime::Downtime;
pub use error::RoomError;
pub(crate) use heartbeat::{open_games, run_heartbeat, take_over_games};
pub(crate) use hints::follow_hints;
pub(crate) use message::Join;
pub(crate) use messages::game_view;
#[cfg(feature = "simulation")]
pub(crate) use messages::{event_message, to_json};
pub(crate) use players::{PlayerNews, Players};
pub(crate) use room::RoomView;
pub(crate) use rooms::Rooms;
pub use services::random_id;
pub(crate) use services::{EndedGames, GameChanges, RoomServices};
pub(crate) use takeover::Claim;
pub(crate) use unstarted::{UnstartedGames, abort_abandoned};

#[cfg(test)]
mod tests;
