//! What a node teaches: which moves to try first the next time.

use arrayvec::ArrayVec;
use chess::{Bitboard, Move, Position};

use super::node::Outlook;
use super::{Worker, formulas};
use crate::picker::is_noisy;

impl Worker<'_> {
    /// Step 4: a table move that cuts here too is worth remembering.
    pub(super) fn reward_table_move(
        &mut self,
        position: &Position,
        ply: usize,
        outlook: &Outlook,
        depth: i32,
        fails_high: bool,
    ) {
        if let Some(m) = outlook.hint
            && fails_high
            && !is_noisy(position, m)
        {
            let trail = self.frames.trail(ply);
            let attacked = position.board().attacked(!position.turn(), position.board().occupied());
            let bonus = formulas::history_bonus(depth);
            self.memory.history.update_quiet(position, attacked, m, &trail, bonus);
        }
    }

    /// Step 16: the best move gains, the others that were tried lose.
    pub(super) fn learn_moves(
        &mut self,
        position: &Position,
        ply: usize,
        attacked: Bitboard,
        best: Move,
        tried: &Tried,
        depth: i32,
    ) {
        let trail = &self.frames.trail(ply);
        let bonus = formulas::history_bonus(depth);
        let malus = -formulas::history_malus(depth);
        let history = &mut self.memory.history;
        if is_noisy(position, best) {
            history.update_noisy(position, best, bonus);
        } else {
            self.frames[ply].killer = Some(best);
            history.update_quiet(position, attacked, best, trail, bonus);
            for &m in tried.quiet.iter().filter(|&&m| m != best) {
                history.update_quiet(position, attacked, m, trail, malus);
            }
        }
        for &m in tried.noisy.iter().filter(|&&m| m != best) {
            history.update_noisy(position, m, malus);
        }
    }
}

/// Moves that were searched and did not cut; the best may be among them.
#[derive(Default)]
pub(super) struct Tried {
    quiet: ArrayVec<Move, 32>,
    noisy: ArrayVec<Move, 32>,
}

impl Tried {
    /// Beyond the capacity moves are forgotten: they have been reduced so much that they hardly
    /// tell anything.
    pub(super) fn push(&mut self, m: Move, noisy: bool) {
        let list = if noisy { &mut self.noisy } else { &mut self.quiet };
        let _ = list.try_push(m);
    }
}
