//! A game with variations on the analysis board: a flat list of moves with their parents, so that
//! variations can be nested to any depth.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// A game with variations and annotations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyTree {
    /// The PGN tags, in the order of the file.
    pub tags: Vec<StudyTag>,
    /// The starting position.
    pub start_fen: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: String,
    /// Comments before the first move.
    pub comments: Vec<String>,
    /// The moves, each after its parent. The first child of a move continues its line, and the
    /// others are variations.
    pub nodes: Vec<StudyNode>,
}

/// A PGN tag.
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
    /// The index of the previous move; none at the start.
    pub parent: Option<u32>,
    /// In UCI notation; `0000` is a null move.
    pub uci: String,
    /// In SAN, `--` for a null move. The server ignores it in requests.
    pub san: String,
    /// Numeric annotation glyphs.
    pub nags: Vec<u8>,
    /// Comments before it, including commands such as `[%cal Ge2e4]`.
    pub before: Vec<String>,
    /// Comments after it.
    pub comments: Vec<String>,
}
