//! The search of one node, as numbered steps. Each decision is a named formula.

use chess::{Bitboard, Move, Position, Role};

use super::Worker;
use super::formulas::{self, Circumstances, PLY};
use super::learn::Tried;
use crate::correction::Signature;
use crate::history::{Moved, victim};
use crate::picker::{Checks, Picker, is_noisy};
use crate::score::{DECIDED, INFINITE, MATE, MAX_PLY, Score, is_decided, mated_at};
use crate::table::Entry;
use crate::{Bound, see, tunables};

/// What kind of node is searched, known when compiling.
pub(crate) trait NodeKind {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    /// The root itself.
    const ROOT: bool;
    /// The kind of its first child.
    type Child: NodeKind;
}

/// The root.
pub(crate) struct AtRoot;
/// A node of the principal variation.
pub(crate) struct OnPv;
/// Any other node, searched only for being above or below a bound.
pub(crate) struct OffPv;

impl NodeKind for AtRoot {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = OnPv;
}

impl NodeKind for OnPv {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = OnPv;
}

impl NodeKind for OffPv {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = OffPv;
}

/// True when a known score settles the node: it lies outside the window on the side of its bound.
pub(crate) fn is_refuted(bound: Bound, score: Score, alpha: Score, beta: Score) -> bool {
    match bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    }
}

/// What the steps before the moves found out.
pub(super) struct Outlook {
    /// What the table knows, except when a move is left out.
    pub(super) known: Option<Entry>,
    pub(super) table_score: Option<Score>,
    /// The table's move, legal here.
    pub(super) hint: Option<Move>,
    pub(super) was_pv: bool,
    /// The static evaluation as computed, as corrected, and as the table sees it.
    pub(super) raw_eval: Option<Score>,
    pub(super) static_eval: Option<Score>,
    pub(super) eval: Score,
    pub(super) improving: bool,
    pub(super) signature: Signature,
}

impl Worker<'_> {
    /// The score of a position, searched so many plies deep, if it lies between alpha and beta;
    /// otherwise a bound on it.
    #[expect(clippy::too_many_lines, reason = "one step after the other, each short")]
    pub(super) fn search<N: NodeKind>(
        &mut self,
        position: &Position,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        expects_cut: bool,
    ) -> Score {
        // 1. At the horizon, settle the captures.
        if depth <= 0 {
            return self.quiesce::<N::Child>(position, ply, alpha, beta, true);
        }
        depth = depth.min(MAX_PLY as i32 - 1);

        // 2. Count, and stop where the limits, the rules or the stack end.
        self.enter(ply);
        if N::PV {
            self.frames[ply].line.clear();
        }
        if self.stopped {
            return 0;
        }
        let excluded = self.frames[ply].excluded;
        let in_check = self.frames[ply].in_check;
        if !N::ROOT {
            if self.is_draw(position, ply) {
                return self.draw();
            }
            if ply >= MAX_PLY {
                return if in_check { 0 } else { self.memory.evaluator.evaluate(position, ply) };
            }
            // 3. No mate from here can be shorter than one already found.
            alpha = alpha.max(mated_at(ply));
            beta = beta.min(MATE - ply as Score - 1);
            if alpha >= beta {
                return alpha;
            }
        }

        // 4. Ask the table.
        let key = position.key();
        let outlook = self.look::<N>(position, ply);
        if let Some((entry, score)) = outlook.known.zip(outlook.table_score)
            && !N::PV
            && entry.depth >= depth
            && is_refuted(entry.bound, score, alpha, beta)
            && position.halfmoves() < 90
        {
            self.reward_table_move(position, ply, &outlook, depth, score >= beta);
            return score;
        }

        // 5. Ask the endgame tables.
        if !N::ROOT
            && excluded.is_none()
            && let Some((score, bound)) = self.ask_tables(position, ply)
            && is_refuted(bound, score, alpha, beta)
        {
            let (raw_eval, was_pv) = (outlook.raw_eval, outlook.was_pv);
            let depth = (depth + 6).min(MAX_PLY as i32 - 1);
            let entry = Entry { best: None, score, eval: raw_eval, depth, bound, was_pv };
            self.store(key, ply, entry);
            return score;
        }

        // 6. Away from the principal variation, a static evaluation far outside the window may
        //    settle the node; not once the game is won, where only mate is left to find.
        let (static_eval, eval) = (outlook.static_eval, outlook.eval);
        if !N::PV && excluded.is_none() && !in_check && beta.abs() <= tunables::won_margin() {
            let cut =
                self.cut_by_evaluation(position, ply, alpha, beta, depth, &outlook, expects_cut);
            if self.stopped {
                return 0;
            }
            if let Some(score) = cut {
                return score;
            }
        }

        // 7. A node without a table move is not worth its full depth.
        if depth >= tunables::internal_depth() && outlook.hint.is_none() && (N::PV || expects_cut) {
            depth -= 1;
        }

        // 8. Go through the moves.
        let trail = self.frames.trail(ply);
        let attacked = position.board().attacked(!position.turn(), position.board().occupied());
        let checks = Checks::new(position);
        let mut picker =
            Picker::all(outlook.hint, self.frames[ply].killer, trail, attacked, checks);
        let mut best_score = -INFINITE;
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut number = 0;
        let mut tried = Tried::default();
        let hint_is_noisy = outlook.hint.is_some_and(|m| is_noisy(position, m));
        self.frames[ply + 1].cutoffs = 0;
        self.frames[ply + 2].killer = None;
        while let Some(m) = picker.next(position, &self.memory.history) {
            if Some(m) == excluded || N::ROOT && !self.is_wanted(m) {
                continue;
            }
            number += 1;
            let noisy = is_noisy(position, m);
            let moved = Moved::new(position, m);
            let history = if noisy {
                self.memory.history.noisy(moved, victim(position, m))
            } else {
                self.memory.history.quiet(position.turn(), attacked, m, moved, &trail)
            };
            let base = self.reductions.base(noisy, depth, number);

            // 9. Leave out what is very unlikely to matter, once something avoids mate.
            if !N::ROOT && best_score > -DECIDED && has_pieces(position) {
                let reduced = (depth - base / PLY + history * 2 / crate::history::LIMIT).max(0);
                if number >= formulas::late_move_count(depth, outlook.improving) {
                    picker.skip_quiets();
                }
                let checks = checks.given_by(position, m);
                let floor = if noisy {
                    formulas::noisy_exchange_floor(depth, history)
                } else {
                    formulas::quiet_exchange_floor(reduced)
                };
                if !noisy && !checks {
                    let reply = self.memory.history.reply(moved, &trail);
                    if reduced <= tunables::history_depth()
                        && reply < formulas::history_floor(depth)
                    {
                        continue;
                    }
                    let reach = eval + formulas::futility_margin(reduced, history);
                    if !in_check && reduced <= tunables::futility_depth() && reach <= alpha {
                        if !is_decided(best_score) {
                            best_score = best_score.max(reach);
                        }
                        picker.skip_quiets();
                        continue;
                    }
                }
                if (!noisy || picker.is_losing()) && !see::wins_at_least(position, m, floor) {
                    continue;
                }
            }

            // 10. Is the table's move the only good one? Then look deeper. Are several too good?
            //    Then the node is. A check that loses nothing is looked at more deeply too, unless
            //    few pieces are left: then there are checks without end and no mates.
            let mut extension = 0;
            if !N::ROOT && Some(m) == outlook.hint && excluded.is_none() {
                match self.singularity::<N>(position, ply, depth, beta, m, &outlook, expects_cut) {
                    Singularity::Cut(score) => return score,
                    Singularity::Extend(plies) => extension = plies,
                }
                if self.stopped {
                    return 0;
                }
            }

            if extension == 0
                && checks.given_by(position, m)
                && has_army(position)
                && ply < 2 * self.root_depth as usize
                && see::wins_at_least(position, m, 0)
            {
                extension = 1;
            }

            // 11. Play the move.
            let nodes_before = self.nodes;
            let next = position.play_unchecked(m);
            self.shared.table.prefetch(next.key());
            let gives_check = next.is_check();
            self.frames[ply].moved = Some(moved);
            self.frames[ply + 1].in_check = gives_check;
            self.keys.push(next.key());
            let full_depth = depth - 1 + extension;

            // 12. Later moves are searched less deeply and against a closed window first; one that
            //     surprises is searched again.
            let mut score = -INFINITE;
            if depth >= 2 && number > 1 + i32::from(N::ROOT) {
                let reduction = formulas::reduction(
                    base,
                    Circumstances {
                        noisy,
                        on_pv: outlook.was_pv,
                        expects_cut,
                        improving: outlook.improving,
                        hint_is_noisy,
                        gives_check,
                        many_cutoffs: self.frames[ply + 1].cutoffs > 3,
                        history,
                    },
                );
                let most = full_depth + i32::from(N::PV);
                let reduced = (full_depth - reduction / PLY).clamp(1, most.max(1));
                score = -self.search::<OffPv>(&next, ply + 1, -alpha - 1, -alpha, reduced, true);
                if score > alpha && reduced < full_depth {
                    let deeper = score > best_score + tunables::deeper_margin();
                    let shallower = score < best_score + full_depth;
                    let again = full_depth + i32::from(deeper) - i32::from(shallower);
                    if again > reduced {
                        score = -self.search::<OffPv>(
                            &next,
                            ply + 1,
                            -alpha - 1,
                            -alpha,
                            again,
                            !expects_cut,
                        );
                    }
                    if !noisy {
                        let bonus = if score > alpha {
                            formulas::history_bonus(depth)
                        } else {
                            -formulas::history_malus(depth)
                        };
                        self.memory.history.update_reply(moved, &trail, bonus);
                    }
                }
            } else if !N::PV || number > 1 {
                score = -self.search::<OffPv>(
                    &next,
                    ply + 1,
                    -alpha - 1,
                    -alpha,
                    full_depth,
                    !expects_cut,
                );
            }
            // 13. On the principal variation the first move and any better one get an open window.
            if N::PV && (number == 1 || score > alpha) {
                score = -self.search::<N::Child>(&next, ply + 1, -beta, -alpha, full_depth, false);
            }
            self.keys.pop();
            if self.stopped {
                return 0;
            }
            if N::ROOT {
                self.note_root_move(m, score, alpha, beta, number, self.nodes - nodes_before);
            }

            // 14. Keep the best.
            if score > best_score {
                best_score = score;
                if score > alpha {
                    best_move = Some(m);
                    bound = Bound::Exact;
                    if N::PV {
                        self.frames.extend_line(ply, m);
                    }
                    if score >= beta {
                        bound = Bound::Lower;
                        self.frames[ply].cutoffs += 1;
                        break;
                    }
                    alpha = score;
                }
            }
            tried.push(m, noisy);
        }

        // 15. Without moves it is mate or stalemate.
        if number == 0 {
            return match (excluded, in_check) {
                (Some(_), _) => alpha,
                (None, true) => mated_at(ply),
                (None, false) => 0,
            };
        }
        // 16. Learn which moves were good here, and how far off the evaluation was.
        if let Some(best) = best_move {
            self.learn_moves(position, ply, attacked, best, &tried, depth);
        }
        if bound == Bound::Lower && !is_decided(best_score) && !is_decided(beta) {
            best_score = (best_score * depth + beta) / (depth + 1);
        }
        if excluded.is_none() {
            if let Some(eval) = static_eval
                && !best_move.is_some_and(|m| is_noisy(position, m))
                && bound.improves(eval, best_score)
            {
                let error = best_score - eval;
                self.memory.correction.learn(&outlook.signature, error, depth);
            }
            // 17. Write it all down. At the root only the first line is the truth.
            if !N::ROOT || self.line == 0 {
                self.store(
                    key,
                    ply,
                    Entry {
                        best: best_move,
                        score: best_score,
                        eval: outlook.raw_eval,
                        depth,
                        bound,
                        was_pv: outlook.was_pv,
                    },
                );
            }
        }
        best_score
    }

    /// Step 4: what the table and the evaluation know about a node.
    fn look<N: NodeKind>(&mut self, position: &Position, ply: usize) -> Outlook {
        let excluded = self.frames[ply].excluded.is_some();
        let known = if excluded { None } else { self.shared.table.probe(position.key()) };
        let table_score = known.map(|entry| entry.score_at(ply, position.halfmoves()));
        let hint = if N::ROOT {
            self.root_moves.get(self.line).map(super::RootMove::first)
        } else {
            known.and_then(|entry| entry.best).filter(|&m| position.is_legal(m))
        };
        let [last, before, ..] = self.frames.trail(ply);
        let signature = Signature::new(position, last, before);
        let raw_eval = if self.frames[ply].in_check {
            None
        } else {
            let raw = known.and_then(|entry| entry.eval);
            Some(raw.unwrap_or_else(|| self.memory.evaluator.evaluate(position, ply)))
        };
        let static_eval = raw_eval.map(|raw| self.memory.correction.apply(raw, &signature));
        self.frames[ply].eval = static_eval;
        let earlier = [2, 4].iter().find_map(|&plies| self.frames.back(ply, plies).eval);
        let improving = static_eval.is_some_and(|now| earlier.is_none_or(|then| now > then));
        // A score from the table is a better evaluation where its bound allows it.
        let mut eval = static_eval.unwrap_or(-INFINITE);
        if let Some((entry, score)) = known.zip(table_score)
            && static_eval.is_some()
            && !is_decided(score)
            && entry.bound.improves(eval, score)
        {
            eval = score;
        }
        let was_pv = N::PV || known.is_some_and(|entry| entry.was_pv);
        Outlook {
            known,
            table_score,
            hint,
            was_pv,
            raw_eval,
            static_eval,
            eval,
            improving,
            signature,
        }
    }

    /// Step 10: whether all other moves are clearly worse than the table's.
    #[allow(clippy::too_many_arguments)]
    fn singularity<N: NodeKind>(
        &mut self,
        position: &Position,
        ply: usize,
        depth: i32,
        beta: Score,
        m: Move,
        outlook: &Outlook,
        expects_cut: bool,
    ) -> Singularity {
        let Some((entry, score)) = outlook.known.zip(outlook.table_score) else {
            return Singularity::Extend(0);
        };
        if depth < tunables::singular_depth() + i32::from(outlook.was_pv)
            || entry.depth < depth - 3
            || entry.bound == Bound::Upper
            || is_decided(score)
            || ply >= 2 * self.root_depth as usize
        {
            return Singularity::Extend(0);
        }
        let goal = formulas::singular_beta(score, depth, outlook.was_pv && !N::PV);
        self.frames[ply].excluded = Some(m);
        let others =
            self.search::<OffPv>(position, ply, goal - 1, goal, (depth - 1) / 2, expects_cut);
        self.frames[ply].excluded = None;
        if self.stopped {
            return Singularity::Extend(0);
        }
        if others < goal {
            let double = !N::PV && others < goal - tunables::singular_double();
            let triple =
                double && !is_noisy(position, m) && others < goal - tunables::singular_triple();
            Singularity::Extend(1 + i32::from(double) + i32::from(triple))
        } else if goal >= beta && !is_decided(goal) {
            Singularity::Cut(goal)
        } else if score >= beta {
            Singularity::Extend(-2 + i32::from(N::PV))
        } else {
            Singularity::Extend(-2 * i32::from(expects_cut))
        }
    }
}

/// What the search without the table's move says.
enum Singularity {
    /// Search the move so many plies deeper.
    Extend(i32),
    /// Several moves are too good: the node is settled.
    Cut(Score),
}

/// True when the mover has more than pawns and king, so that zugzwang is rare.
pub(super) fn has_pieces(position: &Position) -> bool {
    pieces(position).any()
}

/// True when the mover has pieces enough to attack a king.
fn has_army(position: &Position) -> bool {
    pieces(position).count() as i32 >= tunables::check_army()
}

/// The mover's pieces without pawns and king.
fn pieces(position: &Position) -> Bitboard {
    let board = position.board();
    board.color(position.turn()) & !(board.role(Role::Pawn) | board.role(Role::King))
}
