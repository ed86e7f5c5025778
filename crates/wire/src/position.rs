//! Positions that belong to no game on the server: somebody studies them on a board of their own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::Side;
use crate::command::MoveText;
use crate::new_game::FenText;
use crate::view::{Legal, PlayedMove, Reason};

/// A position, by where it comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Where it begins.
    pub start_fen: FenText,
    /// What was played from there, as UCI writes it; `0000` for a null move.
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
    /// What was played since the last null move, with both names.
    pub moves: Vec<PlayedMove>,
    /// What may be played; nothing when the game is over.
    pub legal: Legal,
    /// The end that the rules have brought about.
    pub ending: Option<Reason>,
    /// What endgame tables say; nothing where the server has none that know the position.
    pub table: Option<TableVerdict>,
}

/// What endgame tables say of a position, the fifty-move rule and repetitions included.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TableVerdict {
    /// What the side to move reaches with best play.
    pub outcome: TableOutcome,
    /// Half-moves to the next capture, pawn move or mate in best play, at the most; nothing for a
    /// draw, or where the tables do not know.
    pub distance: Option<u32>,
    /// Every legal move, best first.
    pub moves: Vec<TableMove>,
}

/// What endgame tables say of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct TableMove {
    /// The move.
    pub play: PlayedMove,
    /// What the side that plays it reaches with it.
    pub outcome: TableOutcome,
    /// As that of the position, this move included.
    pub distance: Option<u32>,
}

/// What a side reaches with best play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableOutcome {
    /// It wins.
    Win,
    /// It would win, but the fifty-move rule saves the other side.
    CursedWin,
    /// A draw.
    Draw,
    /// It would lose, but the fifty-move rule saves it.
    BlessedLoss,
    /// It loses.
    Loss,
}
