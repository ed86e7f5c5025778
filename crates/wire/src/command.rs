//! What a player may want besides a move.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::new_game::NameText;
use crate::{Side, Text};

/// A move as UCI writes it.
pub type MoveText = Text<5>;

/// Something that a player wants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// To offer something, or to accept what the other side has offered.
    Offer {
        /// What.
        offer: Offer,
    },
    /// To decline an offer, or to withdraw one's own.
    Decline {
        /// What.
        offer: Offer,
    },
    /// To claim a draw by repetition or by fifty moves.
    Claim {
        /// The move that would complete it, where it is not complete already.
        #[serde(default)]
        with: Option<MoveText>,
    },
    /// To claim the game of an opponent who has been gone for long enough.
    ClaimAbandoned {
        /// What is claimed.
        result: AbandonedResult,
    },
    /// To take back moves without asking.
    Undo {},
    /// To play again what was taken back.
    Redo {},
    /// To give up.
    Resign {},
    /// To call the game off.
    Abort {},
    /// To give the other side time.
    GiveTime {
        /// How much, in milliseconds.
        ms: u64,
    },
    /// To be called something else.
    Rename {
        /// The seat.
        side: Side,
        /// The new name.
        #[serde(default)]
        name: Option<NameText>,
    },
}

/// What somebody claims whose opponent is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbandonedResult {
    /// The win.
    Win,
    /// A draw.
    Draw,
}

/// What a player can offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back the last move.
    Takeback,
    /// To play again with colors swapped.
    Rematch,
}
