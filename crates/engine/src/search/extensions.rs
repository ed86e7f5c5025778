//! Step 10: searching a move deeper. Singular extensions with their counterparts, multi-cut and
//! negative extensions, and check extensions.

use super::formulas;
use super::negamax::{Candidate, non_pawns};
use super::node::{Node, NodeInfo, NodeType, NonPvNode};
use super::worker::Worker;
use crate::score::{Score, is_decisive};
use crate::{Bound, see, tunables};

/// What the extension step decides about a move.
pub(super) enum Extension {
    /// Search it this many plies deeper, or shallower when negative.
    Plies(i32),
    /// Several moves score at least beta: the node fails high without searching them in full.
    MultiCut(Score),
}

impl Worker<'_> {
    /// The extension of a move. A singular move comes first; then a check that loses no material.
    #[inline]
    pub(super) fn extension<N: NodeType>(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        candidate: &Candidate,
    ) -> Extension {
        if !N::ROOT && Some(candidate.m) == info.tt_move && info.excluded.is_none() {
            match self.singular_extension::<N>(node, info, candidate) {
                Extension::Plies(0) => {}
                extension => return extension,
            }
        }
        Extension::Plies(i32::from(self.is_check_extended(node, candidate)))
    }

    /// Check extension: not with few pieces left, where endless checks rarely lead to mate.
    #[inline]
    fn is_check_extended(&self, node: &Node, candidate: &Candidate) -> bool {
        candidate.direct_check
            && non_pawns(node.position).count() as i32 >= tunables::check_extension_pieces()
            && self.may_extend(node.ply)
            && see::wins_at_least(node.position, candidate.m, 0)
    }

    /// Extensions end at a multiple of the root depth, or the search could explode.
    #[inline]
    fn may_extend(&self, ply: usize) -> bool {
        (ply as i32) < tunables::extension_depth_factor() * self.root_depth
    }

    /// Singular extension: searches the node without the TT move to learn whether all other moves
    /// are clearly worse.
    fn singular_extension<N: NodeType>(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        candidate: &Candidate,
    ) -> Extension {
        let &Node { ply, depth, beta, is_cut, .. } = node;
        let Some(entry) = info.tt_entry.filter(|entry| {
            let pv_plies = tunables::singular_depth_pv() * i32::from(info.tt_pv);
            depth >= tunables::singular_depth() + pv_plies
                && entry.depth >= depth - tunables::singular_entry_depth()
                && entry.bound != Bound::Upper
                && !is_decisive(entry.score)
                && self.may_extend(ply)
        }) else {
            return Extension::Plies(0);
        };
        let singular_beta = formulas::singular_beta(entry.score, depth, info.tt_pv && !N::PV);
        let singular_depth = formulas::singular_search_depth(depth);
        self.stack[ply].excluded = Some(candidate.m);
        let others =
            self.search::<NonPvNode>(node.zero_window_at(singular_beta, singular_depth, is_cut));
        self.stack[ply].excluded = None;
        if self.stopped {
            return Extension::Plies(0);
        }
        if others < singular_beta {
            let double = !N::PV && others < singular_beta - tunables::singular_double();
            let triple =
                double && !candidate.noisy && others < singular_beta - tunables::singular_triple();
            Extension::Plies(1 + i32::from(double) + i32::from(triple))
        } else if singular_beta >= beta && !is_decisive(singular_beta) {
            Extension::MultiCut(singular_beta)
        } else if entry.score >= beta {
            // Negative extension: the TT move is one of several good ones.
            Extension::Plies(i32::from(N::PV) - tunables::negative_extension())
        } else {
            Extension::Plies(-tunables::negative_extension() * i32::from(is_cut))
        }
    }
}
