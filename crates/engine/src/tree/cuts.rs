//! Step 6 of a node: a static evaluation far outside the window may settle it, by razoring, reverse
//! futility, a null move or `ProbCut`.

use chess::Position;

use super::Worker;
use super::formulas;
use super::node::{OffPv, Outlook, has_pieces};
use crate::history::Moved;
use crate::picker::{Picker, is_noisy};
use crate::score::{Score, is_decided};
use crate::table::Entry;
use crate::{Bound, see, tunables};

impl Worker<'_> {
    /// Step 6: razoring, reverse futility, null move and `ProbCut`.
    #[allow(clippy::too_many_arguments)]
    pub(super) fn cut_by_evaluation(
        &mut self,
        position: &Position,
        ply: usize,
        alpha: Score,
        beta: Score,
        depth: i32,
        outlook: &Outlook,
        expects_cut: bool,
    ) -> Option<Score> {
        let eval = outlook.eval;
        // Hopeless: see whether captures can still save it.
        if depth <= tunables::razor_depth() && eval + formulas::razor_margin(depth) < alpha {
            let score = self.quiesce::<OffPv>(position, ply, alpha, alpha + 1, true);
            if score <= alpha && !is_decided(score) {
                return Some(score);
            }
        }
        // So good that even a quiet move of the opponent will not change it.
        let margin = formulas::reverse_futility_margin(depth, outlook.improving);
        if depth <= tunables::reverse_futility_depth()
            && !outlook.was_pv
            && eval - margin >= beta
            && !is_decided(beta)
            && !is_decided(eval)
        {
            return Some(beta + (eval - beta) / 3);
        }
        self.null_move(position, ply, beta, depth, outlook, expects_cut)
            .or_else(|| self.probcut(position, ply, beta, depth, outlook, expects_cut))
    }

    /// Step 6: if passing the turn is still good enough, a move will be.
    fn null_move(
        &mut self,
        position: &Position,
        ply: usize,
        beta: Score,
        depth: i32,
        outlook: &Outlook,
        expects_cut: bool,
    ) -> Option<Score> {
        let static_eval = outlook.static_eval?;
        let after_null = ply > 0 && self.frames.back(ply, 1).moved.is_none();
        if !expects_cut
            || after_null
            || outlook.eval < beta
            || static_eval < beta + formulas::null_margin(depth)
            || is_decided(beta)
            || ply < self.null_floor
            || !has_pieces(position)
        {
            return None;
        }
        let next = position.null_move()?;
        let reduced = depth - formulas::null_reduction(depth, outlook.eval - beta);
        self.frames[ply].moved = None;
        self.frames[ply + 1].in_check = false;
        self.keys.push(next.key());
        let score = -self.search::<OffPv>(&next, ply + 1, -beta, 1 - beta, reduced, false);
        self.keys.pop();
        if self.stopped || score < beta {
            return None;
        }
        let score = if is_decided(score) { beta } else { score };
        if depth < tunables::null_verify_depth() || self.null_floor > 0 {
            return Some(score);
        }
        // Deep down a wrong answer is costly: confirm it with null moves switched off for a while.
        self.null_floor = ply + 3 * reduced.max(1) as usize / 4;
        let verified = self.search::<OffPv>(position, ply, beta - 1, beta, reduced, false);
        self.null_floor = 0;
        (verified >= beta).then_some(score)
    }

    /// Step 6: if a capture beats beta by far in a shallow search, the node will be too good.
    fn probcut(
        &mut self,
        position: &Position,
        ply: usize,
        beta: Score,
        depth: i32,
        outlook: &Outlook,
        expects_cut: bool,
    ) -> Option<Score> {
        let static_eval = outlook.static_eval?;
        let goal = formulas::probcut_beta(beta, outlook.improving);
        let doubtful = outlook.known.zip(outlook.table_score).is_some_and(|(entry, score)| {
            entry.depth > depth - tunables::probcut_reduction() && score < goal
        });
        if depth < tunables::probcut_depth() || is_decided(beta) || doubtful {
            return None;
        }
        let hint = outlook.hint.filter(|&m| is_noisy(position, m));
        let mut picker = Picker::noisy(hint);
        while let Some(m) = picker.next(position, &self.memory.history) {
            if !see::wins_at_least(position, m, goal - static_eval) {
                continue;
            }
            let next = position.play_unchecked(m);
            self.shared.table.prefetch(next.key());
            self.frames[ply].moved = Some(Moved::new(position, m));
            self.frames[ply + 1].in_check = next.is_check();
            self.keys.push(next.key());
            let mut score = -self.quiesce::<OffPv>(&next, ply + 1, -goal, 1 - goal, true);
            let reduced = depth - tunables::probcut_reduction();
            if score >= goal && reduced > 0 {
                score =
                    -self.search::<OffPv>(&next, ply + 1, -goal, 1 - goal, reduced, !expects_cut);
            }
            self.keys.pop();
            if self.stopped {
                return None;
            }
            if score >= goal {
                self.store(
                    position.key(),
                    ply,
                    Entry {
                        best: Some(m),
                        score,
                        eval: outlook.raw_eval,
                        depth: reduced + 1,
                        bound: Bound::Lower,
                        was_pv: outlook.was_pv,
                    },
                );
                return Some(if is_decided(score) { score } else { score - (goal - beta) });
            }
        }
        None
    }
}
