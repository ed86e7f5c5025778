//! Iterative deepening: one ply more at a time, each iteration with an aspiration window around the
//! score of the last one.

use std::sync::atomic::Ordering::Relaxed;

use chess::Move;

use super::formulas;
use super::negamax::Candidate;
use super::node::{Node, RootNode};
use super::root_move::RootMove;
use super::worker::Worker;
use crate::score::{INFINITE, MATE, MAX_DEPTH, Score, to_value};
use crate::time::Stability;
use crate::{Bound, PvLine, Value, tunables};

/// Receives principal variations as they are found.
pub(super) type Observer<'o> = &'o mut dyn FnMut(&PvLine);

/// Iterations after which a forced move is played without further thought.
const FORCED_MOVE_DEPTH: i32 = 8;
/// How many iterations back the score is compared with.
const SCORE_TREND: usize = 4;

impl Worker<'_> {
    /// Searches deeper and deeper until a limit is reached. Only the main thread has an observer.
    pub(super) fn iterative_deepening(&mut self, mut observer: Option<Observer>) {
        let depth_limit = self.shared.limits.depth.unwrap_or(u32::MAX).min(MAX_DEPTH as u32) as i32;
        let mut best_move = None;
        let mut stable_iterations = 0;
        let mut scores: Vec<Score> = Vec::new();
        self.stack[0].in_check = self.position.is_check();
        for depth in 1..=depth_limit {
            self.root_depth = depth;
            for root_move in &mut self.root_moves {
                root_move.previous_score = root_move.score;
                root_move.score = -INFINITE;
            }
            for pv_index in 0..self.shared.multi_pv.min(self.root_moves.len()) {
                self.pv_index = pv_index;
                self.selective_depth = 0;
                self.aspiration_search(depth, &mut observer);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                self.restore_scores();
                break;
            }
            self.completed_depth = depth;
            self.report(&mut observer);

            let best = &self.root_moves[0];
            let is_stable = best_move == Some(best.first());
            stable_iterations = if is_stable { stable_iterations + 1 } else { 0 };
            best_move = Some(best.first());
            scores.push(best.score);
            if self.is_main && self.should_stop_deepening(depth, stable_iterations, &scores) {
                break;
            }
        }
        if self.is_main {
            // An infinite or pondering search answers only after the stop.
            let shared = self.shared;
            shared.signal.wait_until(|signal| signal.is_stopped() || !shared.waits_for_stop());
            shared.finished.store(true, Relaxed);
        }
    }

    /// Searches with an aspiration window around the last score, widened whenever it fails.
    fn aspiration_search(&mut self, depth: i32, observer: &mut Option<Observer>) {
        let last_score = self.root_moves[self.pv_index].previous_score;
        let mut margin =
            tunables::aspiration_margin() + last_score.abs() / tunables::aspiration_divisor();
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= tunables::aspiration_depth() && last_score.abs() < INFINITE {
            alpha = (last_score - margin).max(-INFINITE);
            beta = (last_score + margin).min(INFINITE);
        }
        let mut fail_highs = 0;
        loop {
            let position = &{ self.position };
            let depth = (depth - fail_highs).max(1);
            let root = Node { position, ply: 0, depth, alpha, beta, is_cut: false };
            let score = self.search::<RootNode>(root);
            let pv_index = self.pv_index;
            self.root_moves[pv_index..].sort_by_key(RootMove::sort_key);
            if self.stopped {
                return;
            }
            if score <= alpha {
                beta = Score::midpoint(alpha, beta);
                alpha = (score - margin).max(-INFINITE);
                fail_highs = 0;
                self.report_bound(Bound::Upper, observer);
            } else if score >= beta {
                beta = (score + margin).min(INFINITE);
                fail_highs = (fail_highs + 1).min(tunables::aspiration_reduction_max());
                self.report_bound(Bound::Lower, observer);
            } else {
                self.root_moves[..=pv_index].sort_by_key(RootMove::sort_key);
                return;
            }
            margin += formulas::percent_of(margin, tunables::aspiration_growth());
        }
    }

    /// True for a root move that this principal variation may begin with.
    pub(super) fn is_root_move(&self, m: Move) -> bool {
        self.root_moves[self.pv_index..].iter().any(|root_move| root_move.first() == m)
    }

    /// Records the score of a root move and the nodes spent on it.
    pub(super) fn update_root_move(
        &mut self,
        node: &Node,
        candidate: &Candidate,
        score: Score,
        nodes: u64,
    ) {
        let selective_depth = self.selective_depth;
        let continuation = &self.stack[1].pv;
        let mut root_moves = self.root_moves.iter_mut();
        let Some(root_move) = root_moves.find(|known| known.first() == candidate.m) else {
            return;
        };
        root_move.nodes += nodes;
        if candidate.move_number == 1 || score > node.alpha {
            root_move.score = score;
            root_move.selective_depth = selective_depth;
            root_move.bound = if score >= node.beta {
                Bound::Lower
            } else if score <= node.alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            root_move.pv.truncate(1);
            root_move.pv.extend_from_slice(continuation);
        } else {
            // The sort is stable: the move stays behind all that were best.
            root_move.score = -INFINITE;
        }
    }

    /// After an aborted iteration: moves that it did not reach get their last score back.
    fn restore_scores(&mut self) {
        let any_searched = self.root_moves.iter().any(|root_move| root_move.score != -INFINITE);
        for root_move in &mut self.root_moves {
            if root_move.score == -INFINITE {
                root_move.score = root_move.previous_score;
                if any_searched {
                    root_move.previous_score = -INFINITE;
                }
            }
        }
    }

    /// True when no further iteration is wanted.
    fn should_stop_deepening(&self, depth: i32, stable_iterations: u32, scores: &[Score]) -> bool {
        let shared = self.shared;
        if shared.waits_for_stop() {
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
        let has_clock = shared.limits.clock.is_some();
        // A single legal move needs no thought, and a deep search has seen all shorter mates.
        let is_forced = has_clock && self.root_moves.len() == 1 && depth >= FORCED_MOVE_DEPTH;
        let is_mate_final = has_clock && MATE - score.abs() <= depth / 2;
        let total: u64 = self.root_moves.iter().map(|root_move| root_move.nodes).sum();
        let effort = self.root_moves[0].nodes as f64 / total.max(1) as f64;
        let earlier = scores.len().checked_sub(SCORE_TREND).map_or(score, |index| scores[index]);
        let stability = Stability { stable_iterations, effort, score_drop: earlier - score };
        is_forced || is_mate_final || shared.timer.soft_limit_reached(&stability)
    }
}
