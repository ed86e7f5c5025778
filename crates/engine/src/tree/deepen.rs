//! Iterative deepening: one ply more at a time, each iteration starting from what the last one
//! found, in a narrow window around its score.

use std::sync::atomic::Ordering::Relaxed;

use chess::Move;

use super::node::AtRoot;
use super::{RootMove, Worker};
use crate::score::{DRAW, INFINITE, MATE, MAX_PLY, Score, TABLE_WIN, is_mate, to_value};
use crate::time::Confidence;
use crate::{Bound, Line, TableValue, Value, Wdl, tunables};

/// Takes lines as they are found.
pub(crate) type Observer<'o> = &'o mut dyn FnMut(&Line);

impl Worker<'_> {
    /// Searches deeper and deeper until a limit ends it. Only the first worker reports.
    pub(crate) fn deepen(&mut self, mut observer: Option<Observer>) {
        let deepest = self.shared.limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1) as i32;
        let mut best = None;
        let mut stable = 0;
        let mut scores: Vec<Score> = Vec::new();
        self.frames[0].in_check = self.position.is_check();
        for depth in 1..=deepest {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.score = -INFINITE;
            }
            for line in 0..self.shared.lines.min(self.root_moves.len()) {
                self.line = line;
                self.selective_depth = 0;
                self.aspire(depth, &mut observer);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                self.restore();
                break;
            }
            self.completed_depth = depth;
            self.report(&mut observer);

            let score = self.root_moves[0].score;
            stable = if best == Some(self.root_moves[0].first()) { stable + 1 } else { 0 };
            best = Some(self.root_moves[0].first());
            scores.push(score);
            if self.is_first && self.is_enough(depth, stable, &scores) {
                break;
            }
        }
        if self.is_first {
            // Whoever asked to wait gets no answer before the stop.
            let shared = self.shared;
            shared.signal.wait_until(|signal| signal.is_stopped() || !shared.is_patient());
            shared.over.store(true, Relaxed);
        }
    }

    /// Searches one line in a window around its last score, which is widened where it fails.
    fn aspire(&mut self, depth: i32, observer: &mut Option<Observer>) {
        const FIRST_ASPIRATION: i32 = 4;
        let guess = self.root_moves[self.line].previous;
        let mut margin = tunables::aspiration_margin() + guess.abs() / 200;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= FIRST_ASPIRATION && guess.abs() < INFINITE {
            alpha = (guess - margin).max(-INFINITE);
            beta = (guess + margin).min(INFINITE);
        }
        let mut failed_high = 0;
        loop {
            let position = self.position;
            let depth = (depth - failed_high).max(1);
            let score = self.search::<AtRoot>(&position, 0, alpha, beta, depth, false);
            let line = self.line;
            self.root_moves[line..].sort_by_key(RootMove::order);
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = Score::midpoint(alpha, beta);
                alpha = (score - margin).max(-INFINITE);
                failed_high = 0;
                self.report_bound(Bound::Upper, observer);
            } else if score >= beta {
                beta = (score + margin).min(INFINITE);
                failed_high = (failed_high + 1).min(3);
                self.report_bound(Bound::Lower, observer);
            } else {
                self.root_moves[..=line].sort_by_key(RootMove::order);
                return;
            }
            margin += margin * tunables::aspiration_growth() / 100;
        }
    }

    /// True for a root move that belongs to the line being searched.
    pub(super) fn is_wanted(&self, m: Move) -> bool {
        self.root_moves[self.line..].iter().any(|root_move| root_move.first() == m)
    }

    /// Writes down what the search of a root move came to.
    pub(super) fn note_root_move(
        &mut self,
        m: Move,
        score: Score,
        alpha: Score,
        beta: Score,
        number: i32,
        nodes: u64,
    ) {
        let selective_depth = self.selective_depth;
        let below = &self.frames[1].line;
        let Some(root_move) = self.root_moves.iter_mut().find(|known| known.first() == m) else {
            return;
        };
        root_move.nodes += nodes;
        if number == 1 || score > alpha {
            root_move.score = score;
            root_move.selective_depth = selective_depth;
            root_move.bound = if score >= beta {
                Bound::Lower
            } else if score <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.line.truncate(1);
            root_move.line.extend_from_slice(below);
        } else {
            // Not the best: keep its place behind all that were.
            root_move.score = -INFINITE;
        }
    }

    /// After an iteration that was broken off: moves it did not reach keep the score they had.
    fn restore(&mut self) {
        if self.root_moves.iter().any(|root_move| root_move.score != -INFINITE) {
            for root_move in &mut self.root_moves {
                if root_move.score == -INFINITE {
                    root_move.score = root_move.previous;
                    root_move.previous = -INFINITE;
                }
            }
        } else {
            for root_move in &mut self.root_moves {
                root_move.score = root_move.previous;
            }
        }
    }

    /// True when another iteration is not wanted.
    fn is_enough(&self, depth: i32, stable: u32, scores: &[Score]) -> bool {
        let shared = self.shared;
        if shared.is_patient() {
            return false;
        }
        let score = self.root_moves[0].score;
        if let (Some(moves), Value::Mate(found)) = (shared.limits.mate, to_value(score))
            && found > 0
            && found <= moves as i32
        {
            return true;
        }
        if shared.limits.soft_nodes.is_some_and(|nodes| shared.nodes() >= nodes) {
            return true;
        }
        let timed = shared.limits.clock.is_some();
        // One legal move needs no thought, and a mate will not become shorter than its distance.
        let forced = timed && self.root_moves.len() == 1 && depth >= 8;
        let mated = timed && MATE - score.abs() <= depth / 2;
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let effort = self.root_moves[0].nodes as f64 / total.max(1) as f64;
        let before = scores.len().checked_sub(4).map_or(score, |index| scores[index]);
        let drop = (before - score).clamp(-500, 500);
        forced || mated || shared.timer.is_enough(&Confidence { stable, effort, drop })
    }

    /// The score of the best move.
    pub(crate) fn best_score(&self) -> Score {
        self.root_moves[0].score
    }

    /// The lines found so far, best first.
    pub(crate) fn lines(&self) -> Vec<Line> {
        let wanted = self.shared.lines.min(self.root_moves.len());
        (0..wanted).map(|index| self.describe(index)).collect()
    }

    fn report(&self, observer: &mut Option<Observer>) {
        if let Some(observer) = observer {
            for line in self.lines() {
                observer(&line);
            }
        }
    }

    /// A failure of the window is told only in long searches of one line: it interests those who
    /// wait.
    fn report_bound(&self, bound: Bound, observer: &mut Option<Observer>) {
        const LONG: std::time::Duration = std::time::Duration::from_secs(3);
        if let Some(observer) = observer
            && self.shared.lines == 1
            && self.shared.timer.elapsed() > LONG
        {
            observer(&Line { bound, ..self.describe(0) });
        }
    }

    /// A score of the search, unless the endgame tables know better.
    fn told_by_tables(&self, score: Score) -> Score {
        match self.shared.root_value {
            Some(TableValue::Win) if !is_mate(score) => TABLE_WIN,
            Some(TableValue::Loss) if !is_mate(score) => -TABLE_WIN,
            Some(TableValue::Draw) => DRAW,
            _ => score,
        }
    }

    fn describe(&self, index: usize) -> Line {
        let root_move = &self.root_moves[index];
        let searched = root_move.score != -INFINITE;
        let score = if searched { root_move.score } else { root_move.previous };
        let score = self.told_by_tables(if score == -INFINITE { 0 } else { score });
        Line {
            rank: index + 1,
            depth: self.completed_depth.max(1) as u32,
            selective_depth: root_move.selective_depth as u32,
            value: to_value(score),
            bound: root_move.bound,
            wdl: Wdl::new(score),
            nodes: self.shared.nodes(),
            time: self.shared.timer.elapsed(),
            table_fill: self.shared.table.fill(),
            table_hits: self.shared.table_hits(),
            moves: root_move.line.clone(),
        }
    }
}
