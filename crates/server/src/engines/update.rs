//! What an engine has found so far during a live analysis.

use std::time::Duration;

use chess::{Color, Move};
use engine::{Value, Wdl};
use review::win_percent;
use wire::analysis::AnalysisEvent;

use super::advice::{chances, for_white, moves_to_wire};

/// The progress of a live analysis.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum AnalysisStage {
    /// The job was just created.
    #[default]
    Queued,
    /// Waiting for a free engine.
    Waiting,
    /// An engine has started.
    Searching,
    /// The latest result.
    Update(AnalysisUpdate),
}

/// The best lines at one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisUpdate {
    /// The search depth in half-moves.
    pub depth: u32,
    /// The number of nodes searched.
    pub nodes: u64,
    /// The search time.
    pub time: Duration,
    /// The lines, best first; at least one.
    pub lines: Vec<AnalysisLine>,
}

/// One of several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnalysisLine {
    /// The value for the side to move.
    pub value: Value,
    /// Win, draw and loss probabilities, if the engine reports them.
    pub chances: Option<Wdl>,
    /// The moves, all legal.
    pub moves: Vec<Move>,
}

impl AnalysisUpdate {
    /// The update as an event for clients, about this board.
    pub(crate) fn to_wire(&self, board: &chess::Game) -> AnalysisEvent {
        AnalysisEvent::Update {
            depth: self.depth,
            nodes: self.nodes,
            nodes_per_second: per_second(self.nodes, self.time),
            lines: self.lines.iter().map(|line| line.to_wire(board)).collect(),
        }
    }
}

impl AnalysisLine {
    fn to_wire(&self, board: &chess::Game) -> wire::analysis::AnalysisLine {
        let turn: Color = board.position().turn();
        wire::analysis::AnalysisLine {
            value: for_white(self.value, turn),
            chances: self.chances.map(|wdl| chances(wdl, turn)),
            win_percent: win_percent(analysis::score(self.value, turn)),
            moves: moves_to_wire(board, &self.moves),
        }
    }
}

/// The speed; zero when the time is too short to be measured.
fn per_second(nodes: u64, time: Duration) -> u64 {
    let milliseconds = time.as_millis().try_into().unwrap_or(u64::MAX);
    nodes.saturating_mul(1000).checked_div(milliseconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use wire::advice::{self, Chances};

    use super::*;

    #[test]
    fn an_update_is_sent_from_whites_point_of_view_and_in_san() {
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2";
        let board = chess::Game::new(fen.parse().expect("a FEN"));
        let mate = board.position().parse_uci("d8h4").expect("a move");
        let line = AnalysisLine {
            value: Value::Mate(1),
            chances: Some(Wdl { win: 1000, draw: 0, loss: 0 }),
            moves: vec![mate],
        };
        let time = Duration::from_millis(500);
        let update = AnalysisUpdate { depth: 4, nodes: 900, time, lines: vec![line] };
        let AnalysisEvent::Update { depth, nodes, nodes_per_second, lines } =
            update.to_wire(&board)
        else {
            panic!("an update stays one")
        };
        assert_eq!((depth, nodes, nodes_per_second), (4, 900, 1800));
        assert_eq!(lines[0].value, advice::Value::Mate { moves: -1 });
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
