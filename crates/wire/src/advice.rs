//! What the engine says about a position.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::view::PlayedMove;

/// A move to consider.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Hint {
    /// The version of the game that it is about.
    pub version: u32,
    /// The move.
    pub play: PlayedMove,
}

/// What a position is worth.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Evaluation {
    /// The version of the game that it is about.
    pub version: u32,
    /// Its worth for White.
    pub value: Value,
    /// White's chances.
    pub chances: Chances,
    /// How many half-moves were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// Best play for both sides.
    pub line: Vec<PlayedMove>,
}

/// The worth of a position for White.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Value {
    /// In hundredths of a pawn.
    Centipawns {
        /// How many.
        amount: i32,
    },
    /// There is a forced mate.
    Mate {
        /// In how many moves; negative when White is mated.
        moves: i32,
    },
}

/// Chances in thousandths; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Chances {
    /// That White wins.
    pub white: u16,
    /// That nobody does.
    pub draw: u16,
    /// That Black wins.
    pub black: u16,
}
