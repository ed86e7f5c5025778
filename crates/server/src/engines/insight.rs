//! What an engine has found so far while somebody watches it think.

use std::time::Duration;

use chess::{Color, Move};
use engine::{Value, Wdl};
use review::win_percent;
use wire::analysis::{AnalysisEvent, AnalysisLine};

use super::advice::{chances, for_white, told_moves};

/// How far somebody's study has come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// It was asked for just now.
    #[default]
    Asked,
    /// No engine is free.
    Waiting,
    /// An engine has begun.
    Thinking,
    /// It has found something.
    Found(Insight),
}

/// The best lines of one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insight {
    /// How many half-moves were looked ahead.
    pub depth: u32,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
    /// The lines, the best one first; never none.
    pub lines: Vec<FoundLine>,
}

/// One of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundLine {
    /// Its worth for the side to move.
    pub value: Value,
    /// The same as chances; not every engine says.
    pub chances: Option<Wdl>,
    /// The moves, all of them legal.
    pub moves: Vec<Move>,
}

impl Insight {
    /// The insight as people are told it, about this board.
    pub(crate) fn told(&self, board: &chess::Game) -> AnalysisEvent {
        AnalysisEvent::Insight {
            depth: self.depth,
            nodes: self.nodes,
            nodes_per_second: per_second(self.nodes, self.time),
            lines: self.lines.iter().map(|line| line.told(board)).collect(),
        }
    }
}

impl FoundLine {
    fn told(&self, board: &chess::Game) -> AnalysisLine {
        let turn: Color = board.position().turn();
        AnalysisLine {
            value: for_white(self.value, turn),
            chances: self.chances.map(|wdl| chances(wdl, turn)),
            win_percent: win_percent(analysis::score(self.value, turn)),
            moves: told_moves(board, &self.moves),
        }
    }
}

/// A speed; none in a time too short to be measured.
fn per_second(nodes: u64, time: Duration) -> u64 {
    let milliseconds = time.as_millis().try_into().unwrap_or(u64::MAX);
    nodes.saturating_mul(1000).checked_div(milliseconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use wire::advice::{Chances, Value as Told};

    use super::*;

    #[test]
    fn an_insight_is_told_from_whites_side_with_moves_to_read() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let board = chess::Game::new(fen.parse().expect("a FEN"));
        let mate = board.position().parse_uci("d8h4").expect("a move");
        let line = FoundLine {
            value: Value::Mate(1),
            chances: Some(Wdl { win: 1000, draw: 0, loss: 0 }),
            moves: vec![mate],
        };
        let time = Duration::from_millis(500);
        let insight = Insight { depth: 4, nodes: 900, time, lines: vec![line] };
        let AnalysisEvent::Insight { depth, nodes, nodes_per_second, lines } = insight.told(&board)
        else {
            panic!("an insight is told as one")
        };
        assert_eq!((depth, nodes, nodes_per_second), (4, 900, 1800));
        assert_eq!(lines[0].value, Told::Mate { moves: -1 });
        assert_eq!(lines[0].chances, Some(Chances { white: 0, draw: 0, black: 1000 }));
        assert!(lines[0].win_percent < 5.0, "{}", lines[0].win_percent);
        assert_eq!(lines[0].moves[0].san, "Qh4#");
    }

    #[test]
    fn a_speed_needs_time_to_be_measured() {
        for (nodes, milliseconds, expected) in
            [(10, 0, 0), (10, 1, 10_000), (u64::MAX, 1000, u64::MAX / 1000)]
        {
            assert_eq!(per_second(nodes, Duration::from_millis(milliseconds)), expected);
        }
    }
}
