//! Steps 12 and 13: the search of a move. Late moves are searched at a reduced depth with a zero
//! window first (LMR); one that surprises is searched again.

use chess::Position;

use super::formulas::{self, PLY};
use super::negamax::{Candidate, MoveLoop};
use super::node::{Node, NodeInfo, NodeType, NonPvNode};
use super::worker::Worker;
use crate::score::{INFINITE, Score};
use crate::tunables;

impl Worker<'_> {
    /// The score of a move, which leads to `next` and is worth a search of `child_depth` plies.
    #[inline(always)]
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        moves: &MoveLoop,
        candidate: &Candidate,
        next: &Position,
        child_depth: i32,
    ) -> Score {
        let mut score = -INFINITE;
        if node.depth >= tunables::lmr_depth() && candidate.number > 1 + i32::from(N::ROOT) {
            let reduction = self.reduction(node, info, moves, candidate);
            let deepest = child_depth + i32::from(N::PV);
            let reduced_depth = (child_depth - reduction / PLY).clamp(1, deepest.max(1));
            let child = node.zero_window_child(next, reduced_depth, true);
            score = -self.search::<NonPvNode>(child);
            if score > node.alpha && reduced_depth < child_depth {
                let deeper = score > moves.best_score + tunables::lmr_deeper_margin();
                let shallower = score < moves.best_score + child_depth;
                let again = child_depth + i32::from(deeper) - i32::from(shallower);
                if again > reduced_depth {
                    let child = node.zero_window_child(next, again, !node.is_cut);
                    score = -self.search::<NonPvNode>(child);
                }
                self.learn_from_research(node, info, candidate, score);
            }
        } else if !N::PV || candidate.number > 1 {
            let child = node.zero_window_child(next, child_depth, !node.is_cut);
            score = -self.search::<NonPvNode>(child);
        }
        // On the principal variation, the first move and any better one get the full window.
        if N::PV && (candidate.number == 1 || score > node.alpha) {
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
        moves: &MoveLoop,
        candidate: &Candidate,
    ) -> i32 {
        let when = |condition: bool, amount: i32| if condition { amount } else { 0 };
        let child = &self.stack[node.ply + 1];
        let many_cutoffs = child.cutoffs as i32 > tunables::lmr_cutoff_count();
        let history_per_ply = if candidate.noisy {
            tunables::lmr_noisy_history()
        } else {
            tunables::lmr_quiet_history()
        };
        candidate.base_reduction - when(info.was_pv, tunables::lmr_pv())
            + when(node.is_cut, tunables::lmr_cut_node())
            + when(!info.improving, tunables::lmr_not_improving())
            + when(moves.tt_move_is_noisy, tunables::lmr_noisy_tt_move())
            - when(child.in_check, tunables::lmr_check())
            + when(many_cutoffs, tunables::lmr_cutoffs())
            - candidate.history * PLY / history_per_ply
    }

    /// A reduced quiet move that was searched again did well or badly as a reply.
    #[inline(always)]
    fn learn_from_research(
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
}
