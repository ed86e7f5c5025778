//! Steps 12 and 13: the search of a move. Late moves are searched at a reduced depth with a zero
//! window first (LMR); one that raises alpha is searched again. Step 5 adjusts the reduction in
//! hindsight.

use chess::Position;

use super::formulas::{self, PLY};
use super::negamax::{Candidate, MoveLoop};
use super::node::{Node, NodeInfo, NodeType, NonPvNode};
use super::worker::Worker;
use crate::score::{INFINITE, Score};
use crate::tunables;

impl Worker<'_> {
    /// The score of a move that leads to `next`, where `child_depth` is the depth without
    /// reduction.
    #[inline(always)]
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        move_loop: &MoveLoop,
        candidate: &Candidate,
        next: &Position,
        child_depth: i32,
    ) -> Score {
        let mut score = -INFINITE;
        if node.depth >= tunables::lmr_depth() && candidate.move_number > 1 + i32::from(N::ROOT) {
            let reduction = self.reduction(node, info, move_loop, candidate);
            let deepest = child_depth + i32::from(N::PV);
            let reduced_depth = (child_depth - reduction / PLY).clamp(1, deepest.max(1));
            let child = node.zero_window_child(next, reduced_depth, true);
            self.stack[node.ply].reduction = child_depth - reduced_depth;
            score = -self.search::<NonPvNode>(child);
            self.stack[node.ply].reduction = 0;
            if score > node.alpha && reduced_depth < child_depth {
                let deeper = score > move_loop.best_score + tunables::lmr_deeper_margin();
                let shallower_margin = formulas::lmr_shallower_margin(child_depth);
                let shallower = score < move_loop.best_score + shallower_margin;
                let re_search_depth = child_depth + i32::from(deeper) - i32::from(shallower);
                if re_search_depth > reduced_depth {
                    let child = node.zero_window_child(next, re_search_depth, !node.is_cut);
                    score = -self.search::<NonPvNode>(child);
                }
                self.update_after_re_search(node, info, candidate, score);
            }
        } else if !N::PV || candidate.move_number > 1 {
            let child = node.zero_window_child(next, child_depth, !node.is_cut);
            score = -self.search::<NonPvNode>(child);
        }
        // On the principal variation, the first move and any better one get the full window.
        if N::PV && (candidate.move_number == 1 || score > node.alpha) {
            score = -self.search::<N::Child>(node.full_window_child(next, child_depth));
        }
        score
    }

    /// The late move reduction, in 1/1024 plies.
    #[inline(always)]
    fn reduction(
        &self,
        node: &Node,
        info: &NodeInfo,
        move_loop: &MoveLoop,
        candidate: &Candidate,
    ) -> i32 {
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let child = &self.stack[node.ply + 1];
        let many_cutoffs = child.cutoffs as i32 > tunables::lmr_cutoff_count();
        let history_divisor = if candidate.noisy {
            tunables::lmr_noisy_history_divisor()
        } else {
            tunables::lmr_quiet_history_divisor()
        };
        candidate.base_reduction - when(info.tt_pv, tunables::lmr_pv())
            + when(node.is_cut, tunables::lmr_cut_node())
            + when(!info.improving, tunables::lmr_not_improving())
            + when(move_loop.tt_move_is_noisy, tunables::lmr_noisy_tt_move())
            - when(child.in_check, tunables::lmr_check())
            + when(many_cutoffs, tunables::lmr_cutoffs())
            - candidate.history * PLY / history_divisor
    }

    /// Updates the continuation history of a quiet move after its LMR re-search.
    #[inline(always)]
    fn update_after_re_search(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        candidate: &Candidate,
        score: Score,
    ) {
        if !candidate.noisy {
            let bonus = if score > node.alpha {
                formulas::history_bonus(node.depth)
            } else {
                -formulas::history_malus(node.depth)
            };
            let history = &mut self.thread.history;
            history.update_continuation(candidate.piece_to, &info.previous_moves, bonus);
        }
    }

    /// Step 5: the depth in hindsight, now that the static evaluation after a reduced move is
    /// known. A move that did its side no harm was reduced too much, one that did was not reduced
    /// enough.
    #[inline(always)]
    pub(super) fn hindsight_depth(&self, node: &Node, info: &NodeInfo) -> i32 {
        let reduction = self.stack.back(node.ply, 1).reduction;
        match info.opponent_drop {
            Some(drop) if info.excluded.is_none() => {
                node.depth + formulas::hindsight_extension(node.depth, reduction, drop)
            }
            _ => node.depth,
        }
    }
}
