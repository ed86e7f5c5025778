//! The messages in a room's inbox.

use std::time::Duration;

use chess::ByColor;
use game::{Command, Departure, Name, Status, Timestamp};
use store::{AccountId, RequestId};
use tokio::sync::oneshot;
use wire::Viewer;
use wire::command::MoveText;

use super::RoomError;
use super::audience::FollowerId;
use super::outbox::Outbox;
use super::room::RoomView;
use super::seats::TakenSeat;
use super::takeover::Claim;
use crate::Secret;
use crate::security::ClientKey;

/// Where the room sends its answer.
pub(super) type Reply<T> = oneshot::Sender<Result<T, RoomError>>;

/// A message to a room.
pub(super) enum RoomMessage {
    /// Receive everything that happens from now on.
    Follow(Follow, Reply<Subscription>),
    /// Stop following. Requests sent before are answered first.
    Leave(FollowerId, Departure),
    /// Act in the game.
    Request(Request),
    /// Take the open seat.
    Join(Join, Reply<TakenSeat>),
    /// Get new secrets for seats.
    TakeSeats(Claim, Reply<ByColor<Option<Secret>>>),
    /// Abort, adjourn or continue the game for somebody who may; the reply is its status if that
    /// has changed.
    Arbitrate(Command, Reply<Option<Status>>),
    /// Get the game as it is.
    View(Option<Secret>, Reply<RoomView>),
}

/// A client that wants to follow the game.
#[derive(Clone)]
pub(super) struct Follow {
    pub(super) client: ClientKey,
    pub(super) secret: Option<Secret>,
    /// The last version of the game that the client has seen.
    pub(super) last_version: Option<u32>,
    pub(super) outbox: Outbox,
}

/// A client that follows the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Subscription {
    pub(super) id: FollowerId,
    pub(super) viewer: Viewer,
}

/// Somebody with an invitation.
#[derive(Clone)]
pub(crate) struct Join {
    pub(crate) invitation: Secret,
    /// The secret that the seat gets. A client that repeats a join sends the same one, and gets
    /// the seat that it has.
    pub(crate) secret: Secret,
    pub(crate) name: Name,
    pub(crate) account: Option<AccountId>,
}

/// A client's request to act in the game.
pub(super) struct Request {
    pub(super) from: FollowerId,
    pub(super) id: RequestId,
    /// The version of the game that the client shows.
    pub(super) base_version: u32,
    pub(super) action: Action,
    pub(super) received_at: Timestamp,
    /// The round-trip time of the client's connection.
    pub(super) round_trip: Duration,
}

/// What a request asks for. A move stays text until the room parses it on its board.
pub(super) enum Action {
    /// A move.
    Move {
        /// The number of half-moves played before it.
        ply: u32,
        /// The move in UCI notation.
        uci: MoveText,
    },
    /// Any other command.
    Command(wire::Command),
}
