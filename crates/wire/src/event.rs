//! What happened to a game, as told to those who watch it.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::view::{PlayedMove, Reason};
use crate::{Offer, Side, Sides};

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// The game was set up.
    Created {},
    /// Somebody sat down.
    Joined {
        /// The seat.
        side: Side,
        /// What the player is called.
        name: Option<String>,
    },
    /// A player got another name.
    Renamed {
        /// The seat.
        side: Side,
        /// The new name.
        name: Option<String>,
    },
    /// A move was made.
    Moved {
        /// How many half-moves there are now.
        ply: u32,
        /// The move.
        #[serde(flatten)]
        played: PlayedMove,
    },
    /// A player offered something.
    Offered {
        /// Who.
        by: Side,
        /// What.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// Who said no.
        by: Side,
        /// What.
        offer: Offer,
    },
    /// Both want a draw.
    DrawAgreed {},
    /// A draw was claimed.
    Claimed {
        /// Who.
        by: Side,
        /// By which rule.
        reason: Reason,
    },
    /// Half-moves were taken back.
    TakenBack {
        /// How many.
        plies: u16,
    },
    /// Half-moves that had been taken back were played again.
    Redone {
        /// Which, in order.
        played: Vec<PlayedMove>,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        by: Side,
    },
    /// The game was called off.
    Aborted {
        /// Who; none when the server did.
        by: Option<Side>,
    },
    /// A side's time was over.
    Flagged {
        /// Whose.
        side: Side,
    },
    /// A player was gone, and the other claimed the game.
    Abandoned {
        /// Who was gone.
        by: Side,
    },
    /// A player was given time.
    TimeGiven {
        /// To whom.
        to: Side,
        /// How much, in milliseconds.
        ms: u64,
    },
    /// The server was away; the time until now is charged to nobody.
    Resumed {
        /// What each side is given, in milliseconds.
        grace_ms: u64,
    },
    /// A result was recorded without a reason.
    ResultRecorded {
        /// Who won; none for a draw.
        winner: Option<Side>,
    },
    /// The players went on with another game.
    Rematched {
        /// Its id.
        next: String,
    },
}

/// What the clocks show at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Clocks {
    /// What is left to each side, in milliseconds; none without a clock.
    pub remaining_ms: Sides<Option<u64>>,
    /// Whose clock runs.
    pub running: Option<Side>,
}
