//! What a search tells while it runs and when it ends.

use std::time::Duration;

use chess::Move;

use crate::{Value, Wdl};

/// One line of play the search believes in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its place among the lines asked for, counted from 1.
    pub rank: usize,
    /// Plies searched in full.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// Its worth for the side to move at the root.
    pub value: Value,
    /// Whether the value is exact.
    pub bound: Bound,
    /// The same as chances.
    pub wdl: Wdl,
    /// Nodes visited so far, by all threads.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub table_fill: u32,
    /// Positions looked up in endgame tables.
    pub table_hits: u64,
    /// The moves, best play for both sides.
    pub moves: Vec<Move>,
}

impl Line {
    /// A mate in so many moves that was seen without a search of the tree.
    pub(crate) fn mate(distance: u32, moves: Vec<Move>) -> Line {
        let plies = 2 * distance - 1;
        Line {
            rank: 1,
            depth: plies,
            selective_depth: plies,
            value: Value::Mate(distance as i32),
            bound: Bound::Exact,
            wdl: Wdl { win: 1000, draw: 0, loss: 0 },
            nodes: 0,
            time: Duration::ZERO,
            table_fill: 0,
            table_hits: 0,
            moves,
        }
    }
}

/// How a value relates to the truth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bound {
    /// The value itself.
    Exact,
    /// At least the value.
    Lower,
    /// At most the value.
    Upper,
}

impl Bound {
    /// True when a bound at `score` says more than the guess `known`.
    pub(crate) fn improves(self, known: i32, score: i32) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > known,
            Bound::Upper => score < known,
        }
    }
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// The best lines of the last iteration that was finished, best first; one for each line asked
    /// for, and none when there is no legal move.
    pub lines: Vec<Line>,
}

impl Verdict {
    /// The move to play; none when the game is over.
    pub fn best(&self) -> Option<Move> {
        self.lines.first()?.moves.first().copied()
    }

    /// The reply to expect.
    pub fn ponder(&self) -> Option<Move> {
        self.lines.first()?.moves.get(1).copied()
    }
}
