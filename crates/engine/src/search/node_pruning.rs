//! Step 6: pruning a whole node by its static evaluation. Razoring, reverse futility pruning, null
//! move pruning and `ProbCut`.

use super::formulas;
use super::negamax::has_non_pawns;
use super::node::{Node, NodeInfo, NodeType, NonPvNode};
use super::worker::Worker;
use crate::history::PieceTo;
use crate::movepicker::{MovePicker, is_noisy};
use crate::score::{ABORTED, Score, is_decisive};
use crate::tt::TtEntry;
use crate::{Bound, see, tunables};

impl Worker<'_> {
    /// Off the principal variation, a static evaluation far outside the window may settle the node;
    /// not once the game is won, where only mate is left to find.
    #[inline(always)]
    pub(super) fn prune_node<N: NodeType>(
        &mut self,
        node: &Node,
        info: &NodeInfo,
    ) -> Option<Score> {
        if N::PV
            || info.excluded.is_some()
            || info.in_check
            || node.beta.abs() > tunables::node_pruning_beta_max()
        {
            return None;
        }
        let score = self
            .razoring(node, info)
            .or_else(|| reverse_futility_pruning(node, info))
            .or_else(|| self.null_move_pruning(node, info))
            .or_else(|| self.probcut(node, info));
        if self.stopped { Some(ABORTED) } else { score }
    }

    /// Razoring: the evaluation is hopeless, so only captures could still save the node.
    fn razoring(&mut self, node: &Node, info: &NodeInfo) -> Option<Score> {
        let &Node { position, ply, alpha, depth, .. } = node;
        if depth > tunables::razor_depth() || info.eval + formulas::razor_margin(depth) >= alpha {
            return None;
        }
        let score = self.quiescence::<NonPvNode>(position, ply, alpha, alpha + 1, true);
        (score <= alpha && !is_decisive(score)).then_some(score)
    }

    /// Null move pruning: if passing the turn is good enough, some move will be too.
    fn null_move_pruning(&mut self, node: &Node, info: &NodeInfo) -> Option<Score> {
        let &Node { position, ply, beta, depth, .. } = node;
        let static_eval = info.static_eval?;
        let after_null_move = ply > 0 && info.previous_moves[0].is_none();
        if !node.is_cut
            || after_null_move
            || info.eval < beta
            || static_eval < beta + formulas::null_move_margin(depth)
            || is_decisive(beta)
            || ply < self.null_move_min_ply
            || !has_non_pawns(position)
        {
            return None;
        }
        let next = self.make_null_move(position, ply)?;
        let reduced_depth = depth - formulas::null_move_reduction(depth, info.eval - beta);
        let score =
            -self.search::<NonPvNode>(node.zero_window_child_at(&next, beta, reduced_depth, false));
        self.unmake_move();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_decisive(score) { beta } else { score };
        if depth < tunables::null_move_verify_depth() || self.null_move_min_ply > 0 {
            return Some(score);
        }
        // At high depths a wrong cutoff is costly: verify it with null moves disabled for a while.
        self.null_move_min_ply = ply + formulas::null_move_verify_plies(reduced_depth);
        let verified = self.search::<NonPvNode>(node.zero_window_at(beta, reduced_depth, false));
        self.null_move_min_ply = 0;
        (verified >= beta).then_some(score)
    }

    /// `ProbCut`: if a capture beats beta by a margin in a shallow search, the full search will
    /// most likely fail high as well.
    fn probcut(&mut self, node: &Node, info: &NodeInfo) -> Option<Score> {
        /// The capture itself counts in the depth of the entry.
        const CAPTURE_PLY: i32 = 1;
        let &Node { position, ply, beta, depth, .. } = node;
        let static_eval = info.static_eval?;
        let probcut_beta = formulas::probcut_beta(beta, info.improving);
        let reduced_depth = depth - tunables::probcut_reduction();
        let is_unlikely = info
            .tt_entry
            .is_some_and(|entry| entry.depth > reduced_depth && entry.score < probcut_beta);
        if depth < tunables::probcut_depth() || is_decisive(beta) || is_unlikely {
            return None;
        }
        let tt_move = info.tt_move.filter(|&m| is_noisy(position, m));
        let mut picker = MovePicker::noisy(tt_move);
        while let Some(m) = picker.next(position, &self.thread.history) {
            if !see::wins_at_least(position, m, probcut_beta - static_eval) {
                continue;
            }
            let next = self.make_move(position, ply, m, PieceTo::new(position, m));
            let (alpha, child_beta) = (-probcut_beta, 1 - probcut_beta);
            let mut score = -self.quiescence::<NonPvNode>(&next, ply + 1, alpha, child_beta, true);
            if score >= probcut_beta && reduced_depth > 0 {
                let child =
                    node.zero_window_child_at(&next, probcut_beta, reduced_depth, !node.is_cut);
                score = -self.search::<NonPvNode>(child);
            }
            self.unmake_move();
            if self.stopped {
                return None;
            }
            if score >= probcut_beta {
                let entry = TtEntry {
                    best: Some(m),
                    score,
                    eval: info.raw_eval,
                    depth: reduced_depth + CAPTURE_PLY,
                    bound: Bound::Lower,
                    tt_pv: info.tt_pv,
                };
                self.store_tt(position.key(), ply, entry);
                let margin = probcut_beta - beta;
                return Some(if is_decisive(score) { score } else { score - margin });
            }
        }
        None
    }
}

/// Reverse futility pruning: the evaluation is so far above beta that no quiet move of the opponent
/// will bring it back.
#[inline]
fn reverse_futility_pruning(node: &Node, info: &NodeInfo) -> Option<Score> {
    let &Node { beta, depth, .. } = node;
    let margin = formulas::reverse_futility_margin(depth, info);
    let prunes = depth <= tunables::reverse_futility_depth()
        && !info.tt_pv
        && info.eval - margin >= beta
        && !is_decisive(beta)
        && !is_decisive(info.eval);
    prunes.then(|| beta + (info.eval - beta) / tunables::reverse_futility_divisor())
}
