//! Quiescence search: captures, and quiet checks on the first ply, until the position is quiet
//! enough for a static evaluation. In check, every evasion is tried.

use chess::{Move, Position};

use super::node::{NodeType, tt_adjusted_eval};
use super::worker::Worker;
use crate::correction_history::CorrectionKeys;
use crate::history::PieceTo;
use crate::movepicker::{MovePicker, is_noisy};
use crate::score::{ABORTED, INFINITE, Score, TABLEBASE_WIN_IN_MAX_PLY, is_decisive, mated_in};
use crate::tt::TtEntry;
use crate::{Bound, see, tunables};

/// The depth under which entries of the quiescence search are stored.
const QUIESCENCE_DEPTH: i32 = 0;

impl Worker<'_> {
    /// The score of a position once captures are settled and, on the first ply, quiet checks tried.
    pub(super) fn quiescence<N: NodeType>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        tries_checks: bool,
    ) -> Score {
        // 1. Node count, limits, draws, maximum ply.
        if let Some(score) = self.enter_node::<N>(position, ply) {
            return score;
        }

        // 2. Transposition table lookup and cutoff.
        let in_check = self.stack[ply].in_check;
        let tt_entry = self.probe_tt(position, ply);
        if let Some(entry) = tt_entry
            && !N::PV
            && entry.bound.causes_cutoff(entry.score, alpha, beta)
        {
            return entry.score;
        }
        let tt_pv = N::PV || tt_entry.is_some_and(|entry| entry.tt_pv);

        // 3. Stand pat: nobody has to capture.
        let mut best_score = -INFINITE;
        let mut raw_eval = None;
        if !in_check {
            let raw = self.raw_eval(position, ply, tt_entry.as_ref());
            raw_eval = Some(raw);
            let keys = CorrectionKeys::new(position, &self.stack.previous_moves(ply));
            best_score =
                tt_adjusted_eval(self.thread.correction.apply(raw, &keys), tt_entry.as_ref());
            if best_score >= beta {
                if tt_entry.is_none() {
                    let entry = TtEntry {
                        best: None,
                        score: best_score,
                        eval: raw_eval,
                        depth: QUIESCENCE_DEPTH,
                        bound: Bound::Lower,
                        tt_pv,
                    };
                    self.store_tt(position.key(), ply, entry);
                }
                return Score::midpoint(best_score, beta);
            }
            alpha = alpha.max(best_score);
        }

        // 4. Move loop: captures, or all evasions.
        let futility_base = best_score + tunables::quiescence_margin();
        let mut picker = self.quiescence_moves(position, ply, tt_entry, tries_checks);
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut move_count = 0;
        while let Some(m) = picker.next(position, &self.thread.history) {
            move_count += 1;
            // 5. Futility pruning and SEE pruning, once some move avoids being mated.
            if best_score > -TABLEBASE_WIN_IN_MAX_PLY {
                if in_check {
                    if !is_noisy(position, m) {
                        picker.skip_quiets();
                    }
                    if picker.is_at_bad_noisy() {
                        break;
                    }
                } else if is_noisy(position, m) {
                    let futility_score = futility_base + see::gain(position, m);
                    if futility_score <= alpha {
                        if !see::wins_at_least(position, m, 1) {
                            best_score = best_score.max(futility_score);
                            continue;
                        }
                    } else if !see::wins_at_least(position, m, 0) {
                        continue;
                    }
                }
            }

            // 6. Make the move and search it.
            let next = self.make_move(position, ply, m, PieceTo::new(position, m));
            let score = -self.quiescence::<N>(&next, ply + 1, -beta, -alpha, false);
            self.unmake_move();
            if self.stopped {
                return ABORTED;
            }

            // 7. New best move, alpha update, beta cutoff.
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(m);
                    alpha = score;
                    if N::PV {
                        self.stack.update_pv(ply, m);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
        }

        // 8. Checkmate.
        if in_check && move_count == 0 {
            return mated_in(ply);
        }

        // 9. Transposition table store.
        if best_score >= beta && !is_decisive(best_score) {
            best_score = Score::midpoint(best_score, beta);
        }
        let entry = TtEntry {
            best: best_move,
            score: best_score,
            eval: raw_eval,
            depth: QUIESCENCE_DEPTH,
            bound,
            tt_pv,
        };
        self.store_tt(position.key(), ply, entry);
        best_score
    }

    /// Step 4: evasions in check, otherwise captures and, where wanted, quiet checks.
    #[inline(always)]
    fn quiescence_moves(
        &self,
        position: &Position,
        ply: usize,
        tt_entry: Option<TtEntry>,
        tries_checks: bool,
    ) -> MovePicker {
        let in_check = self.stack[ply].in_check;
        let is_usable = |m: &Move| (in_check || is_noisy(position, *m)) && position.is_legal(*m);
        let tt_move = tt_entry.and_then(|entry| entry.best).filter(is_usable);
        let tries_checks = tries_checks && tunables::quiescence_checks() != 0;
        MovePicker::quiescence(tt_move, self.stack.previous_moves(ply), in_check, tries_checks)
    }
}
