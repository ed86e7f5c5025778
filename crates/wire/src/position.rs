//! Positions on the analysis board, which belong to no game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Side;
use crate::command::MoveText;
use crate::new_game::FenText;
use crate::view::{LegalMoves, NotatedMove, Reason};

/// A position, by the moves that lead to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PositionPath {
    /// The starting position.
    pub start_fen: FenText,
    /// The moves from there in UCI notation; `0000` is a null move.
    pub moves: Vec<MoveText>,
}

/// A position and its legal moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PositionView {
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// The square of the king in check.
    pub check: Option<String>,
    /// The moves since the last null move.
    pub moves: Vec<NotatedMove>,
    /// The legal moves; empty when the game is over.
    pub legal: LegalMoves,
    /// Why the game is over, if it is.
    pub ending: Option<Reason>,
    /// The verdict of the endgame tables, if they cover the position.
    pub table: Option<TablebaseResult>,
}

/// The verdict of endgame tables, taking the fifty-move rule and repetitions into account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TablebaseResult {
    /// The outcome for the side to move with best play.
    pub outcome: TablebaseOutcome,
    /// The maximum number of half-moves to the next capture, pawn move or mate with best play
    /// (DTZ); none for a draw, or if the tables do not know.
    pub distance: Option<u32>,
    /// All legal moves, best first.
    pub moves: Vec<TablebaseMove>,
}

/// The verdict of endgame tables on a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TablebaseMove {
    /// The move.
    pub play: NotatedMove,
    /// The outcome for the side that plays it.
    pub outcome: TablebaseOutcome,
    /// The distance as for the position, including this move.
    pub distance: Option<u32>,
}

/// The outcome with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TablebaseOutcome {
    /// Win.
    Win,
    /// A win that the fifty-move rule turns into a draw.
    CursedWin,
    /// Draw.
    Draw,
    /// A loss that the fifty-move rule turns into a draw.
    BlessedLoss,
    /// Loss.
    Loss,
}
