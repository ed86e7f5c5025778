//! An engine that is watched while it thinks about a position of the analysis board.

use std::fmt;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ErrorBody;
use crate::advice::{Chances, Value};
use crate::command::MoveText;
use crate::new_game::{FenText, NameText};
use crate::position::Variation;
use crate::view::PlayedMove;

/// What an engine shall think about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnalysisRequest {
    /// Where the game begins.
    pub start_fen: FenText,
    /// What was played from there, as UCI writes it.
    pub moves: Vec<MoveText>,
    /// How many lines it shall find.
    #[schema(value_type = u8, minimum = 1, maximum = 5)]
    pub lines: LineCount,
    /// One of the server's other engines; none for our own.
    pub engine: Option<NameText>,
}

impl AnalysisRequest {
    /// The position alone.
    pub fn variation(&self) -> Variation {
        Variation { start_fen: self.start_fen.clone(), moves: self.moves.clone() }
    }
}

/// How many lines an engine finds at once: 1 to 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(try_from = "u8")]
#[ts(as = "u8")]
pub struct LineCount(u8);

impl LineCount {
    /// The most lines. More would be read by nobody, and each costs depth.
    pub const MOST: u8 = 5;

    /// The number.
    pub fn number(self) -> usize {
        usize::from(self.0)
    }
}

impl TryFrom<u8> for LineCount {
    type Error = BadLineCount;

    fn try_from(number: u8) -> Result<LineCount, BadLineCount> {
        match number {
            1..=LineCount::MOST => Ok(LineCount(number)),
            _ => Err(BadLineCount(number)),
        }
    }
}

/// A number of lines that nobody can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BadLineCount(pub u8);

impl fmt::Display for BadLineCount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} lines cannot be had, but 1 to {}", self.0, LineCount::MOST)
    }
}

impl std::error::Error for BadLineCount {}

/// What is told while an engine thinks. `done`, `no_move` and `failed` come last.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AnalysisEvent {
    /// No engine is free; it goes on by itself when one is.
    Waiting {},
    /// An engine thinks again after a wait.
    Thinking {},
    /// Something new was found. It is never less deep than what was told before.
    Insight {
        /// How many half-moves were looked ahead.
        depth: u32,
        /// How many positions were looked at.
        nodes: u64,
        /// How many a second.
        nodes_per_second: u64,
        /// The best lines, the very best first.
        lines: Vec<AnalysisLine>,
    },
    /// The time is up, or the engine can look no deeper.
    Done {},
    /// There is nothing to search: the game is over.
    NoMove {},
    /// There will be no more.
    Failed {
        /// Why.
        problem: ErrorBody,
    },
}

/// A line that an engine believes in.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct AnalysisLine {
    /// What it leads to is worth this for White.
    pub value: Value,
    /// The same as chances, from an engine that tells them.
    pub chances: Option<Chances>,
    /// White's chances in percent, by the measure of reviews.
    pub win_percent: f64,
    /// Best play for both sides.
    pub moves: Vec<PlayedMove>,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn one_to_five_lines_can_be_had() {
        for (number, accepted) in [("0", false), ("1", true), ("5", true), ("6", false)] {
            let read = serde_json::from_str::<LineCount>(number);
            assert_eq!(read.is_ok(), accepted, "{number}");
        }
        let refused = serde_json::from_str::<LineCount>("6").expect_err("too many");
        assert!(refused.to_string().contains("6 lines cannot be had, but 1 to 5"), "{refused}");
    }

    #[test]
    fn events_carry_their_case_in_type() {
        let line = AnalysisLine {
            value: Value::Centipawns { amount: 31 },
            chances: None,
            win_percent: 52.5,
            moves: vec![PlayedMove { uci: "e2e4".into(), san: "e4".into() }],
        };
        let insight =
            AnalysisEvent::Insight { depth: 9, nodes: 80, nodes_per_second: 40, lines: vec![line] };
        let told = json!({
            "type": "insight", "depth": 9, "nodes": 80, "nodes_per_second": 40,
            "lines": [{
                "value": { "type": "centipawns", "amount": 31 }, "chances": null,
                "win_percent": 52.5, "moves": [{ "uci": "e2e4", "san": "e4" }],
            }],
        });
        for (event, expected) in [
            (AnalysisEvent::Waiting {}, json!({ "type": "waiting" })),
            (AnalysisEvent::NoMove {}, json!({ "type": "no_move" })),
            (insight, told),
        ] {
            assert_eq!(serde_json::to_value(&event).expect("JSON"), expected);
        }
    }
}
