//! The principal variations of a worker as they are reported.

use std::time::Duration;

use super::iterative_deepening::Observer;
use super::worker::Worker;
use crate::score::{DRAW, INFINITE, Score, TABLEBASE_WIN, is_mate, to_value};
use crate::{Bound, PvLine, TablebaseValue, Wdl};

/// Failures of the aspiration window are reported only in searches longer than this.
const BOUND_REPORT_DELAY: Duration = Duration::from_secs(3);

impl Worker<'_> {
    /// The score of the best move.
    pub(super) fn best_score(&self) -> Score {
        self.root_moves[0].score
    }

    /// The principal variations found so far, best first.
    pub(super) fn lines(&self) -> Vec<PvLine> {
        let wanted = self.shared.multi_pv.min(self.root_moves.len());
        (0..wanted).map(|index| self.line(index)).collect()
    }

    pub(super) fn report(&self, observer: &mut Option<Observer>) {
        if let Some(observer) = observer {
            for line in self.lines() {
                observer(&line);
            }
        }
    }

    /// Reports that the aspiration window failed, in long searches of a single line, so that the
    /// user sees progress.
    pub(super) fn report_bound(&self, bound: Bound, observer: &mut Option<Observer>) {
        if let Some(observer) = observer
            && self.shared.multi_pv == 1
            && self.shared.timer.elapsed() > BOUND_REPORT_DELAY
        {
            observer(&PvLine { bound, ..self.line(0) });
        }
    }

    fn line(&self, index: usize) -> PvLine {
        let root_move = &self.root_moves[index];
        let is_searched = root_move.score != -INFINITE;
        let score = if is_searched { root_move.score } else { root_move.previous_score };
        let score = self.with_tablebase(if score == -INFINITE { DRAW } else { score });
        PvLine {
            multipv: index + 1,
            depth: self.completed_depth.max(1) as u32,
            selective_depth: root_move.selective_depth as u32,
            value: to_value(score),
            bound: root_move.bound,
            wdl: Wdl::new(score),
            nodes: self.shared.nodes(),
            time: self.shared.timer.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            tablebase_hits: self.shared.tablebase_hits(),
            moves: root_move.pv.clone(),
        }
    }

    /// A score of the search, unless the tablebases know better.
    fn with_tablebase(&self, score: Score) -> Score {
        match self.shared.root_value {
            Some(TablebaseValue::Win) if !is_mate(score) => TABLEBASE_WIN,
            Some(TablebaseValue::Loss) if !is_mate(score) => -TABLEBASE_WIN,
            Some(TablebaseValue::Draw) => DRAW,
            _ => score,
        }
    }
}
