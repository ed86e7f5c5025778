//! The events of a game, for its followers.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::view::{NotatedMove, Reason};
use crate::{Offer, Side, Sides};

/// An event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was created.
    Created {},
    /// A player took the open seat.
    Joined {
        /// The seat.
        side: Side,
        /// The player's name.
        name: Option<String>,
    },
    /// A player changed their name.
    Renamed {
        /// The seat.
        side: Side,
        /// The new name.
        name: Option<String>,
    },
    /// A move was made.
    Moved {
        /// The number of half-moves after it.
        ply: u32,
        /// The move.
        #[serde(flatten)]
        played: NotatedMove,
    },
    /// A player made an offer.
    Offered {
        /// The player.
        by: Side,
        /// The offer.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// Who declined or withdrew it.
        by: Side,
        /// The offer.
        offer: Offer,
    },
    /// The players agreed to a draw.
    DrawAgreed {},
    /// A draw was claimed.
    Claimed {
        /// The player.
        by: Side,
        /// By which rule.
        reason: Reason,
    },
    /// Moves were taken back.
    TakenBack {
        /// The number of half-moves.
        plies: u16,
    },
    /// Moves that were taken back were redone.
    Redone {
        /// The moves.
        played: Vec<NotatedMove>,
    },
    /// A player resigned.
    Resigned {
        /// The player.
        by: Side,
    },
    /// The game was aborted.
    Aborted {
        /// The player; none when it was the server.
        by: Option<Side>,
    },
    /// A player ran out of time.
    Flagged {
        /// The side.
        side: Side,
    },
    /// A player left, and the opponent claimed the game.
    Abandoned {
        /// Who left.
        by: Side,
    },
    /// A player was given time.
    TimeGiven {
        /// To whom.
        to: Side,
        /// The amount in milliseconds.
        ms: u64,
    },
    /// The server was restarted; nobody is charged for the downtime.
    Resumed {
        /// Extra time for each side, in milliseconds.
        grace_ms: u64,
    },
    /// An arbiter adjourned the game.
    Adjourned {},
    /// An adjourned game was continued.
    Continued {},
    /// A result was recorded without a reason.
    ResultRecorded {
        /// The winner; none for a draw.
        winner: Option<Side>,
    },
    /// The rematch has started.
    Rematched {
        /// The id of the new game.
        next: String,
    },
}

/// The clocks at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Clocks {
    /// The remaining time of each side in milliseconds; none without a clock.
    pub remaining_ms: Sides<Option<u64>>,
    /// The side whose clock runs.
    pub running: Option<Side>,
}
