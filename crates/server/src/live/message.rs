//! What comes into a room.

use std::time::Duration;

use chess::ByColor;
use game::{Departure, Name, Timestamp};
use store::{AccountId, RequestId};
use tokio::sync::oneshot;
use wire::Viewer;
use wire::command::MoveText;

use super::RoomError;
use super::audience::{FollowerId, Outlet};
use super::room::RoomView;
use super::seats::Seated;
use super::takeover::Claim;
use crate::Secret;

/// Something asked of a room.
pub(super) enum RoomMessage {
    /// To be told what happens.
    Follow(Follow, oneshot::Sender<Result<Followed, RoomError>>),
    /// To be told no more. Whatever was asked before is answered first.
    Leave(FollowerId, Departure),
    /// To do something in the game.
    Request(Request),
    /// To sit down on the open seat.
    Join(Join, oneshot::Sender<Result<Seated, RoomError>>),
    /// To get new secrets for seats.
    Take(Claim, oneshot::Sender<Result<ByColor<Option<Secret>>, RoomError>>),
    /// To call the game off for everybody.
    CallOff(oneshot::Sender<Result<u32, RoomError>>),
    /// To see the game as it is.
    RoomView(Option<Secret>, oneshot::Sender<Result<RoomView, RoomError>>),
}

/// Somebody who wants to follow.
#[derive(Clone)]
pub(super) struct Follow {
    pub(super) secret: Option<Secret>,
    pub(super) last_version: Option<u32>,
    pub(super) outlet: Outlet,
}

/// What a follower is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Followed {
    pub(super) id: FollowerId,
    pub(super) viewer: Viewer,
}

/// Somebody who has an invitation.
#[derive(Clone)]
pub(super) struct Join {
    pub(super) invitation: Secret,
    pub(super) name: Option<Name>,
    pub(super) account: Option<AccountId>,
}

/// What a follower wants to do.
pub(super) struct Request {
    pub(super) from: FollowerId,
    /// What the client calls it.
    pub(super) request: RequestId,
    /// The version that the client has on its screen.
    pub(super) base: u32,
    pub(super) what: Action,
    /// When it arrived.
    pub(super) at: Timestamp,
    /// How long its way is, there and back.
    pub(super) way: Duration,
}

/// The thing itself, still as text where the board is needed to read it.
pub(super) enum Action {
    /// A move.
    Move {
        /// How many half-moves were played before.
        ply: u32,
        /// The move.
        uci: MoveText,
    },
    /// Anything else.
    Command(wire::Command),
}
