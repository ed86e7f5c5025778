//! Positions that belong to no game on the server: somebody studies them on a board of their own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Side;
use crate::act::MoveText;
use crate::new_game::FenText;
use crate::view::{Legal, PlayedMove, Reason};

/// A position, by where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Where it begins.
    pub start_fen: FenText,
    /// What was played from there, as UCI writes it.
    pub moves: Vec<MoveText>,
}

/// A position, and what may be played in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PositionView {
    /// The position.
    pub fen: String,
    /// Whose turn it is.
    pub turn: Side,
    /// The square of a king in check.
    pub check: Option<String>,
    /// What was played, with both names.
    pub moves: Vec<PlayedMove>,
    /// What may be played; nothing when the game is over.
    pub legal: Legal,
    /// The end that the rules have brought about.
    pub ending: Option<Reason>,
}
