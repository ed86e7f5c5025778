//! Steps 5 and 16: updating the histories with what a node has shown about its moves.

use arrayvec::ArrayVec;
use chess::Move;

use super::formulas;
use super::negamax::MoveLoop;
use super::node::{Node, NodeInfo};
use super::worker::Worker;
use crate::movepicker::is_noisy;
use crate::tt::TtEntry;

impl Worker<'_> {
    /// Step 4: a quiet TT move that causes a cutoff gains history without being searched.
    pub(super) fn reward_tt_move(&mut self, node: &Node, entry: &TtEntry) {
        if let Some(m) = entry.best
            && !is_noisy(node.position, m)
            && node.position.is_legal(m)
        {
            let board = node.position.board();
            let attacked = board.attacked(!node.position.turn(), board.occupied());
            let bonus = formulas::history_bonus(node.depth);
            let previous = self.stack.previous_moves(node.ply);
            self.thread.history.update_quiet(node.position, attacked, m, &previous, bonus);
        }
    }

    /// Step 5: a quiet move that improved the static evaluation of its side gains, one that made it
    /// worse loses, before any reply to it is searched.
    #[inline]
    pub(super) fn update_prior_move_by_eval(&mut self, node: &Node, info: &NodeInfo) {
        if let Some(prior) = self.stack.back(node.ply, 1).quiet_move
            && let Some(drop) = info.opponent_drop
            && info.excluded.is_none()
        {
            let bonus = formulas::eval_difference_bonus(-drop);
            self.thread.history.update_butterfly(&prior, bonus);
        }
    }

    /// Step 16: the best move gains, the others that were searched lose.
    pub(super) fn update_histories(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        move_loop: &MoveLoop,
        best: Move,
    ) {
        let &Node { position, ply, depth, .. } = node;
        let previous = &info.previous_moves;
        let bonus = formulas::history_bonus(depth);
        let malus = -formulas::shared_history_malus(depth, move_loop.move_count);
        let history = &mut self.thread.history;
        if is_noisy(position, best) {
            history.update_noisy(position, best, bonus);
        } else {
            self.stack[ply].killer = Some(best);
            history.update_quiet(position, move_loop.attacked, best, previous, bonus);
            for &m in move_loop.searched.quiet.iter().filter(|&&m| m != best) {
                history.update_quiet(position, move_loop.attacked, m, previous, malus);
            }
        }
        for &m in move_loop.searched.noisy.iter().filter(|&&m| m != best) {
            history.update_noisy(position, m, malus);
        }
    }

    /// Step 16: a quiet move gains when every reply to it fails low.
    pub(super) fn reward_prior_move(&mut self, node: &Node) {
        if let Some(prior) = self.stack.back(node.ply, 1).quiet_move {
            let bonus = formulas::prior_move_bonus(node.depth);
            let previous = self.stack.previous_moves(node.ply - 1);
            self.thread.history.update_quiet_move(&prior, &previous, bonus);
        }
    }
}

/// Moves that were searched without a beta cutoff; the best one may be among them.
#[derive(Default)]
pub(super) struct SearchedMoves {
    quiet: ArrayVec<Move, 32>,
    noisy: ArrayVec<Move, 32>,
}

impl SearchedMoves {
    /// Moves beyond the capacity are dropped: they were reduced so much that they say little.
    pub(super) fn push(&mut self, m: Move, noisy: bool) {
        let list = if noisy { &mut self.noisy } else { &mut self.quiet };
        let _ = list.try_push(m);
    }
}
