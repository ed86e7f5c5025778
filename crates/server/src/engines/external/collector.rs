//! Collects the lines of an engine in `MultiPV` mode, which reports them one by one, into updates
//! with all lines of a depth.

use std::time::Duration;

use chess::Position;
use engine::Wdl;
use uci::{Bound, Info};

use super::{legal_prefix, value};
use crate::engines::{AnalysisLine, AnalysisUpdate};

/// The lines of the current depth.
pub(super) struct LineCollector<'a> {
    position: &'a Position,
    /// The number of lines at each depth.
    expected: usize,
    current: Vec<AnalysisLine>,
    depth: u32,
    nodes: u64,
    time: Duration,
}

impl<'a> LineCollector<'a> {
    /// Expects this many lines at each depth, or fewer if there are fewer legal moves.
    pub(super) fn new(position: &'a Position, lines: usize) -> LineCollector<'a> {
        let expected = lines.min(position.legal_moves().len());
        let (current, time) = (Vec::new(), Duration::ZERO);
        LineCollector { position, expected, current, depth: 0, nodes: 0, time }
    }

    /// Adds an `info` line; the lines of a depth come back once they are complete. Bounds are not
    /// exact scores, and a line without a legal move is ignored.
    pub(super) fn add(&mut self, info: &Info) -> Option<AnalysisUpdate> {
        let score = info.score.filter(|score| score.bound == Bound::Exact)?;
        let moves = legal_prefix(&info.pv, self.position);
        if moves.is_empty() {
            return None;
        }
        let rank = info.multipv.unwrap_or(1).max(1) as usize;
        // An engine that reports fewer lines than expected starts again with the first.
        let before = if rank == 1 { self.flush() } else { None };
        if rank != self.current.len() + 1 {
            return before;
        }
        let line = AnalysisLine { value: value(score.value), chances: chances(info), moves };
        self.current.push(line);
        self.depth = info.depth.unwrap_or(self.depth);
        self.nodes = info.nodes.unwrap_or(self.nodes);
        self.time = info.time.unwrap_or(self.time);
        if self.current.len() == self.expected { self.flush() } else { before }
    }

    /// The lines of the current depth that were not returned yet.
    pub(super) fn flush(&mut self) -> Option<AnalysisUpdate> {
        let lines = std::mem::take(&mut self.current);
        let LineCollector { depth, nodes, time, .. } = *self;
        (!lines.is_empty()).then_some(AnalysisUpdate { depth, nodes, time, lines })
    }
}

/// Probabilities, if they add up to 1000.
fn chances(info: &Info) -> Option<Wdl> {
    let uci::Wdl { win, draw, loss } = info.wdl?;
    let [win, draw, loss] = [win, draw, loss].map(|share| u16::try_from(share).unwrap_or(u16::MAX));
    let sum = u32::from(win) + u32::from(draw) + u32::from(loss);
    (sum == 1000).then_some(Wdl { win, draw, loss })
}

#[cfg(test)]
mod tests {
    use uci::Reply;

    use super::*;

    /// The updates for these `info` lines: the depth, and the first move and length of each line.
    fn updates(lines: usize, infos: &[&str]) -> Vec<String> {
        let position = Position::default();
        let mut collector = LineCollector::new(&position, lines);
        let show = |update: AnalysisUpdate| {
            let firsts: Vec<_> = update
                .lines
                .iter()
                .map(|line| format!("{}/{}", line.moves[0].from(), line.moves.len()))
                .collect();
            format!("{} {}", update.depth, firsts.join(" "))
        };
        let mut updates = Vec::new();
        for text in infos {
            let Ok(Reply::Info(info)) = Reply::parse(&format!("info {text}")) else {
                panic!("not an info line: {text}")
            };
            updates.extend(collector.add(&info).map(show));
        }
        updates.extend(collector.flush().map(show));
        updates
    }

    #[test]
    fn the_lines_of_a_depth_come_together() {
        let first = "depth 3 multipv 1 score cp 20 pv e2e4 e7e5";
        let second = "depth 3 multipv 2 score cp 10 pv d2d4";
        let deeper = "depth 4 multipv 1 score cp 25 pv c2c4";
        for (lines, infos, expected) in [
            (1, vec!["depth 3 score cp 20 pv e2e4", deeper], vec!["3 e2/1", "4 c2/1"]),
            (2, vec![first, second, deeper], vec!["3 e2/2 d2/1", "4 c2/1"]),
            (3, vec![first, second, deeper], vec!["3 e2/2 d2/1", "4 c2/1"]),
            (2, vec![second, first], vec!["3 e2/2"]),
            (1, vec!["depth 3 score cp 20 lowerbound pv e2e4"], vec![]),
            (1, vec!["depth 3 score cp 20 pv e2e5"], vec![]),
            (1, vec!["depth 3 score cp 20 pv e2e4 e2e4 e7e5"], vec!["3 e2/1"]),
            (1, vec!["depth 3 pv e2e4", "string hello"], vec![]),
        ] {
            assert_eq!(updates(lines, &infos), expected, "{lines} {infos:?}");
        }
    }

    #[test]
    fn chances_count_when_they_add_up() {
        for (text, counted) in [
            ("wdl 300 500 200", true),
            ("wdl 300 500 100", false),
            ("wdl 70000 0 0", false),
            ("depth 1", false),
        ] {
            let Ok(Reply::Info(info)) = Reply::parse(&format!("info {text}")) else {
                panic!("not an info line: {text}")
            };
            assert_eq!(chances(&info).is_some(), counted, "{text}");
        }
    }
}
