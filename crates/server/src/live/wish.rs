//! What comes into a room.

use std::time::Duration;

use chess::ByColor;
use game::{Departure, Moment, Name};
use store::{AccountId, RequestId};
use tokio::sync::oneshot;
use wire::act::MoveText;
use wire::{Act, Viewer};

use super::Denial;
use super::audience::{FollowerId, Outlet};
use super::room::Look;
use super::seats::Seated;
use super::takeover::Claim;
use crate::Secret;

/// Something asked of a room.
pub(super) enum Ask {
    /// To be told what happens.
    Follow(Follow, oneshot::Sender<Result<Followed, Denial>>),
    /// To be told no more. Whatever was asked before is answered first.
    Leave(FollowerId, Departure),
    /// To do something in the game.
    Wish(Wish),
    /// To sit down on the open seat.
    Join(Join, oneshot::Sender<Result<Seated, Denial>>),
    /// To get new secrets for seats.
    Take(Claim, oneshot::Sender<Result<ByColor<Option<Secret>>, Denial>>),
    /// To call the game off for everybody.
    CallOff(oneshot::Sender<Result<u32, Denial>>),
    /// To see the game as it is.
    Look(Option<Secret>, oneshot::Sender<Result<Look, Denial>>),
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
pub(super) struct Wish {
    pub(super) from: FollowerId,
    /// What the client calls it.
    pub(super) request: RequestId,
    /// The version that the client has on its screen.
    pub(super) base: u32,
    pub(super) what: What,
    /// When it arrived.
    pub(super) at: Moment,
    /// How long its way is, there and back.
    pub(super) way: Duration,
}

/// The thing itself, still as text where the board is needed to read it.
pub(super) enum What {
    /// A move.
    Move {
        /// How many half-moves were played before.
        ply: u32,
        /// The move.
        uci: MoveText,
    },
    /// Anything else.
    Act(Act),
}
