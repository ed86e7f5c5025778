//! Engine advice about a game.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::view::NotatedMove;

/// A hint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Hint {
    /// The version of the game.
    pub version: u32,
    /// The move.
    pub play: NotatedMove,
}

/// An evaluation of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Evaluation {
    /// The version of the game.
    pub version: u32,
    /// The value from White's point of view.
    pub value: Value,
    /// Win, draw and loss probabilities.
    pub chances: Chances,
    /// The search depth in half-moves.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The principal variation.
    pub line: Vec<NotatedMove>,
}

/// A value from White's point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Value {
    /// In centipawns.
    Centipawns {
        /// The value.
        amount: i32,
    },
    /// A forced mate.
    Mate {
        /// The number of moves; negative when White is mated.
        moves: i32,
    },
}

/// Probabilities in thousandths; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Chances {
    /// White wins.
    pub white: u16,
    /// Draw.
    pub draw: u16,
    /// Black wins.
    pub black: u16,
}
