//! The search at the leaves: captures only, until the position is quiet enough to be judged. In
//! check, every way out is tried.

use chess::{Bitboard, Position};

use super::Worker;
use super::node::{NodeKind, is_refuted};
use crate::correction::Signature;
use crate::history::Moved;
use crate::picker::{Checks, Picker, is_noisy};
use crate::score::{DECIDED, INFINITE, MAX_PLY, Score, into_table, is_decided, mated_at};
use crate::table::Entry;
use crate::{Bound, see, tunables};

impl Worker<'_> {
    /// The score of a position once captures are settled; and, if wanted, quiet checks tried.
    #[expect(clippy::too_many_lines, reason = "one step after the other, each short")]
    pub(super) fn quiesce<N: NodeKind>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        with_checks: bool,
    ) -> Score {
        // 1. Count, and stop where the rules or the stack end.
        self.enter(ply);
        if N::PV {
            self.frames[ply].line.clear();
        }
        if self.stopped {
            return 0;
        }
        if self.is_draw(position, ply) {
            return self.draw();
        }
        let in_check = self.frames[ply].in_check;
        if ply >= MAX_PLY {
            return if in_check { 0 } else { self.memory.evaluator.evaluate(position, ply) };
        }

        // 2. Ask the table.
        let key = position.key();
        let known = self.shared.table.probe(key);
        let table_score = known.map(|entry| entry.score_at(ply, position.halfmoves()));
        if let Some((entry, score)) = known.zip(table_score)
            && !N::PV
            && is_refuted(entry.bound, score, alpha, beta)
        {
            return score;
        }
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);

        // 3. Stand pat: nobody has to capture.
        let mut best_score = -INFINITE;
        let mut raw_eval = None;
        if !in_check {
            let raw = known.and_then(|entry| entry.eval);
            let raw = raw.unwrap_or_else(|| self.memory.evaluator.evaluate(position, ply));
            raw_eval = Some(raw);
            let [last, before, ..] = self.frames.trail(ply);
            let signature = Signature::new(position, last, before);
            best_score = self.memory.correction.apply(raw, &signature);
            if let Some((entry, score)) = known.zip(table_score)
                && entry.bound.improves(best_score, score)
                && !is_decided(score)
            {
                best_score = score;
            }
            if best_score >= beta {
                if known.is_none() {
                    self.store(
                        key,
                        ply,
                        Entry {
                            best: None,
                            score: best_score,
                            eval: raw_eval,
                            depth: 0,
                            bound: Bound::Lower,
                            was_pv,
                        },
                    );
                }
                return Score::midpoint(best_score, beta);
            }
            alpha = alpha.max(best_score);
        }

        // 4. Try the captures, or all ways out of check.
        let futility = best_score + tunables::quiescence_margin();
        let hint = known
            .and_then(|entry| entry.best)
            .filter(|&m| (in_check || is_noisy(position, m)) && position.is_legal(m));
        let mut picker = if in_check {
            Picker::all(hint, None, self.frames.trail(ply), Bitboard::EMPTY, Checks::default())
        } else if with_checks && tunables::quiescence_checks() != 0 {
            Picker::noisy_and_checks(hint, self.frames.trail(ply), Checks::new(position))
        } else {
            Picker::noisy(hint)
        };
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut count = 0;
        while let Some(m) = picker.next(position, &self.memory.history) {
            count += 1;
            // 5. Leave out what cannot help: small captures when far behind, and exchanges that
            //    lose. Not before something avoids mate.
            if best_score > -DECIDED {
                if in_check {
                    if !is_noisy(position, m) {
                        picker.skip_quiets();
                    }
                    if picker.is_losing() {
                        break;
                    }
                } else if is_noisy(position, m) {
                    let reach = futility + see::gain(position, m);
                    if reach <= alpha && !see::wins_at_least(position, m, 1) {
                        best_score = best_score.max(reach);
                        continue;
                    }
                    if !see::wins_at_least(position, m, 0) {
                        continue;
                    }
                }
            }

            // 6. Play it and look on.
            let next = position.play_unchecked(m);
            self.shared.table.prefetch(next.key());
            self.frames[ply].moved = Some(Moved::new(position, m));
            self.frames[ply + 1].in_check = next.is_check();
            self.keys.push(next.key());
            let score = -self.quiesce::<N>(&next, ply + 1, -beta, -alpha, false);
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(m);
                    alpha = score;
                    if N::PV {
                        self.frames.extend_line(ply, m);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        break;
                    }
                }
            }
        }

        // 7. No way out of check is mate.
        if in_check && count == 0 {
            return mated_at(ply);
        }
        if best_score >= beta && !is_decided(best_score) {
            best_score = Score::midpoint(best_score, beta);
        }
        self.store(
            key,
            ply,
            Entry { best: best_move, score: best_score, eval: raw_eval, depth: 0, bound, was_pv },
        );
        best_score
    }

    /// Writes what was found into the table, with the score as seen from the node.
    pub(super) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let score = into_table(entry.score, ply);
        self.shared.table.store(key, Entry { score, ..entry });
    }
}
