//! Commands of a player other than moves.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::new_game::NameText;
use crate::{BoundedString, Side};

/// A move in UCI notation.
pub type MoveText = BoundedString<5>;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Command {
    /// Make an offer, or accept the same offer of the opponent.
    Offer {
        /// The offer.
        offer: Offer,
    },
    /// Decline an offer, or withdraw one's own.
    Decline {
        /// The offer.
        offer: Offer,
    },
    /// Claim a draw by threefold repetition or the fifty-move rule.
    Claim {
        /// The move that would bring the draw about, if the position is not drawn already.
        #[serde(default)]
        with: Option<MoveText>,
    },
    /// Claim a game that the opponent has abandoned.
    ClaimAbandoned {
        /// The claimed result.
        result: AbandonedResult,
    },
    /// Take back moves without asking.
    Undo {},
    /// Redo moves that were taken back.
    Redo {},
    /// Resign.
    Resign {},
    /// Abort the game.
    Abort {},
    /// Give the opponent time.
    GiveTime {
        /// The amount in milliseconds.
        ms: u64,
    },
    /// Change a name.
    Rename {
        /// The seat.
        side: Side,
        /// The new name.
        #[serde(default)]
        name: Option<NameText>,
    },
}

/// The result that is claimed for an abandoned game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum AbandonedResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// An offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback of the last move.
    Takeback,
    /// A rematch with colors swapped.
    Rematch,
}
