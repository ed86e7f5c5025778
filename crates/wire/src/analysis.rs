//! Live analysis: an engine searches a position of the analysis board and reports as it goes.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ErrorBody;
use crate::advice::{Chances, Value};
use crate::command::MoveText;
use crate::new_game::{FenText, NameText};
use crate::position::PositionPath;
use crate::view::NotatedMove;

/// A position to analyze.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// The starting position.
    pub start_fen: FenText,
    /// The moves played from there, in UCI notation.
    pub moves: Vec<MoveText>,
    /// The number of lines to show.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub lines: LineCount,
    /// The name of an external engine; none for Tabiya itself.
    pub engine: Option<NameText>,
}

impl AnalysisRequest {
    /// The position to analyze.
    pub fn variation(&self) -> PositionPath {
        PositionPath { start_fen: self.start_fen.clone(), moves: self.moves.clone() }
    }
}

/// The number of lines that an engine shows: 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(try_from = "u8")]
#[ts(as = "u8")]
pub struct LineCount(u8);

impl LineCount {
    /// The maximum. More lines are hard to follow, and each costs depth.
    pub const MAX: u8 = 5;

    /// The number.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl TryFrom<u8> for LineCount {
    type Error = LineCountError;

    fn try_from(number: u8) -> Result<LineCount, LineCountError> {
        match number {
            1..=LineCount::MAX => Ok(LineCount(number)),
            _ => Err(LineCountError(number)),
        }
    }
}

/// A number of lines outside the allowed range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot show {0} lines; choose 1 to {most}", most = LineCount::MAX)]
pub struct LineCountError(pub u8);

/// An event of a live analysis. The last one is `done`, `no_move` or `failed`.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisEvent {
    /// Waiting for a free engine.
    Waiting {},
    /// An engine searches again after a wait.
    Thinking {},
    /// New lines. Their depth never decreases.
    Update {
        /// The search depth in half-moves.
        depth: u32,
        /// The number of nodes searched.
        nodes: u64,
        /// Nodes per second.
        nodes_per_second: u64,
        /// The lines, best first.
        lines: Vec<AnalysisLine>,
    },
    /// The time is up, or the engine cannot search deeper.
    Done {},
    /// There is no move to search: the game is over.
    NoMove {},
    /// The analysis has failed.
    Failed {
        /// The error.
        error: ErrorBody,
    },
}

/// A line found by an engine.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct AnalysisLine {
    /// Its value from White's point of view.
    pub value: Value,
    /// Win, draw and loss probabilities, if the engine reports them.
    pub chances: Option<Chances>,
    /// White's winning chances in percent, as in reviews.
    pub win_percent: f64,
    /// The moves.
    pub moves: Vec<NotatedMove>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_to_five_lines_are_accepted() {
        for (number, accepted) in [("0", false), ("1", true), ("5", true), ("6", false)] {
            let read = serde_json::from_str::<LineCount>(number);
            assert_eq!(read.is_ok(), accepted, "{number}");
        }
        let error = serde_json::from_str::<LineCount>("6").expect_err("too many");
        assert!(error.to_string().contains("cannot show 6 lines; choose 1 to 5"), "{error}");
    }

    #[test]
    fn events_carry_their_case_in_type() {
        let line = AnalysisLine {
            value: Value::Centipawns { amount: 31 },
            chances: None,
            win_percent: 52.5,
            moves: vec![NotatedMove { uci: "e2e4".into(), san: "e4".into() }],
        };
        let update =
            AnalysisEvent::Update { depth: 9, nodes: 80, nodes_per_second: 40, lines: vec![line] };
        let expected = json!({
            "type": "update", "depth": 9, "nodes": 80, "nodes_per_second": 40,
            "lines": [{
                "value": { "type": "centipawns", "amount": 31 }, "chances": null,
                "win_percent": 52.5, "moves": [{ "uci": "e2e4", "san": "e4" }],
            }],
        });
        for (event, expected) in [
            (AnalysisEvent::Waiting {}, json!({ "type": "waiting" })),
            (AnalysisEvent::NoMove {}, json!({ "type": "no_move" })),
            (update, expected),
        ] {
            assert_eq!(serde_json::to_value(&event).expect("JSON"), expected);
        }
    }
}
