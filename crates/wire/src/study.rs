//! A game with its variations, as an analysis board has it: a list of moves that name the move
//! before them, so that no depth of variations is too deep to read.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A game with all that is written beside its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyTree {
    /// Who played, where and when, in the order of the file.
    pub tags: Vec<StudyTag>,
    /// Where it begins.
    pub start_fen: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// The comments about the whole game.
    pub comments: Vec<String>,
    /// The moves, each after the one that it follows. Of those that follow the same move, the
    /// first is the main line and the others are variations.
    pub nodes: Vec<StudyNode>,
}

/// A tag of PGN.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyTag {
    /// Such as `White`.
    pub name: String,
    /// Such as `Ada`.
    pub value: String,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyNode {
    /// The place in the list of the move before; none at the start.
    pub parent: Option<u32>,
    /// As UCI writes it; `0000` for a null move, which passes the turn.
    pub uci: String,
    /// As people write it, `--` for a null move. It is told, and not read.
    pub san: String,
    /// Glyphs by their numbers in PGN.
    pub nags: Vec<u8>,
    /// The comments before it, commands such as `[%cal Ge2e4]` included.
    pub before: Vec<String>,
    /// The comments after it.
    pub comments: Vec<String>,
}
