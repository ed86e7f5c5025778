//! The search of one node: negamax with alpha–beta pruning, in the form of a principal variation
//! search. Its numbered steps call a named function or formula for each decision.

use chess::{Bitboard, Move, Position, Role};

use super::extensions::Extension;
use super::history_update::SearchedMoves;
use super::move_pruning::prunes_move;
use super::node::{Node, NodeInfo, NodeType};
use super::worker::Worker;
use crate::history::{PieceTo, QuietMove, captured_role};
use crate::movepicker::{CheckSquares, MovePicker, is_noisy};
use crate::score::{
    ABORTED, DRAW, INFINITE, MAX_DEPTH, MAX_PLY, Score, TABLEBASE_WIN_IN_MAX_PLY, is_decisive,
    mate_in, mated_in,
};
use crate::tt::TtEntry;
use crate::{Bound, tunables};

/// The state of the move loop.
pub(super) struct MoveLoop {
    /// Squares attacked by the opponent.
    pub(super) attacked: Bitboard,
    pub(super) check_squares: CheckSquares,
    pub(super) tt_move_is_noisy: bool,
    /// Moves handed out so far, pruned ones included.
    pub(super) move_count: i32,
    pub(super) best_score: Score,
    best_move: Option<Move>,
    /// How the best score relates to the window.
    bound: Bound,
    pub(super) searched: SearchedMoves,
}

/// A move about to be searched.
pub(super) struct Candidate {
    pub(super) m: Move,
    pub(super) piece_to: PieceTo,
    /// A capture or a queen promotion.
    pub(super) noisy: bool,
    /// Its number among the moves of the node, from 1.
    pub(super) move_number: i32,
    /// The capture history of a noisy move; the butterfly and continuation history of a quiet one.
    pub(super) history: i32,
    /// The part of it that is continuation history; 0 for a noisy move.
    pub(super) continuation: i32,
    /// True when the moving piece itself gives check.
    pub(super) direct_check: bool,
    /// The late move reduction by depth and number alone, in 1/1024 plies.
    pub(super) base_reduction: i32,
}

impl Worker<'_> {
    /// The score of a node if it lies between alpha and beta; otherwise a bound on it.
    pub(super) fn search<N: NodeType>(&mut self, mut node: Node) -> Score {
        let Node { position, ply, .. } = node;
        // 1. Quiescence search at the horizon.
        if node.depth <= 0 {
            return self.quiescence::<N::Child>(position, ply, node.alpha, node.beta, true);
        }
        node.depth = node.depth.min(MAX_DEPTH);

        // 2. Node count, limits, draws, maximum ply.
        if let Some(score) = self.enter_node::<N>(position, ply) {
            return score;
        }

        // 3. Mate distance pruning, upcoming repetition.
        if !N::ROOT && self.closes_window(&mut node) {
            return node.alpha;
        }

        // 4. Transposition table lookup and cutoff, static evaluation.
        let tt_entry = self.node_tt_entry(position, ply);
        if let Some(score) = self.tt_cutoff::<N>(&node, tt_entry) {
            return score;
        }
        let info = self.node_info::<N>(&node, tt_entry);

        // 5. Tablebase probe; then what the static evaluation says about the last move.
        if let Some(score) = self.tablebase_cutoff::<N>(&node, &info) {
            return score;
        }
        self.update_prior_move_by_eval(&node, &info);
        node.depth = self.hindsight_depth(&node, &info);

        // 6. Razoring, reverse futility pruning, null move pruning, ProbCut.
        if let Some(score) = self.prune_node::<N>(&node, &info) {
            return score;
        }

        // 7. Internal iterative reduction: a node without a TT move is not worth its full depth.
        if node.depth >= tunables::iir_depth() && info.tt_move.is_none() && (N::PV || node.is_cut) {
            node.depth -= 1;
        }

        // 8. Move loop.
        let mut move_loop = MoveLoop::new(position, &info);
        let mut picker = MovePicker::all(
            info.tt_move,
            self.stack[ply].killer,
            info.previous_moves,
            move_loop.attacked,
            move_loop.check_squares,
        );
        self.stack[ply + 1].cutoffs = 0;
        self.stack[ply + 2].killer = None;
        while let Some(m) = picker.next(position, &self.thread.history) {
            if Some(m) == info.excluded || N::ROOT && !self.is_root_move(m) {
                continue;
            }
            move_loop.move_count += 1;
            let candidate = self.candidate(&node, &info, &move_loop, m);

            // 9. Late move pruning, futility pruning, history pruning, SEE pruning, once some move
            //    avoids being mated.
            if !N::ROOT
                && move_loop.best_score > -TABLEBASE_WIN_IN_MAX_PLY
                && has_non_pawns(position)
                && prunes_move(&node, &info, &mut move_loop, &candidate, &mut picker)
            {
                continue;
            }

            // 10. Singular extension, multi-cut, check extension.
            let extension = match self.extension::<N>(&node, &info, &candidate) {
                Extension::Plies(plies) => plies,
                Extension::MultiCut(score) => return score,
            };
            if self.stopped {
                return ABORTED;
            }

            // 11. Make the move.
            let nodes_before = self.nodes;
            let next = self.make_move(position, ply, m, candidate.piece_to);
            self.stack[ply].quiet_move = candidate.quiet_move(position, &move_loop);

            // 12. Late move reductions (LMR), zero window search.
            // 13. Principal variation search with the full window.
            let child_depth = node.depth - 1 + extension;
            let score =
                self.search_move::<N>(&node, &info, &move_loop, &candidate, &next, child_depth);
            self.unmake_move();
            if self.stopped {
                return ABORTED;
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                self.update_root_move(&node, &candidate, score, nodes);
            }

            // 14. New best move, alpha update, beta cutoff.
            if self.update_best::<N>(&mut node, &mut move_loop, m, score) {
                break;
            }
            move_loop.searched.push(m, candidate.noisy);
        }

        // 15. Checkmate and stalemate.
        if move_loop.move_count == 0 {
            return match (info.excluded, info.in_check) {
                (Some(_), _) => node.alpha,
                (None, true) => mated_in(ply),
                (None, false) => DRAW,
            };
        }

        // 16. History update.
        if let Some(best) = move_loop.best_move {
            self.update_histories(&node, &info, &move_loop, best);
        } else if info.excluded.is_none() {
            self.reward_prior_move(&node);
        }

        // 17. Correction history update, transposition table store.
        let score = move_loop.score(&node);
        if info.excluded.is_none() {
            self.update_correction(&node, &info, &move_loop, score);
            if !N::ROOT || self.pv_index == 0 {
                self.store_tt(position.key(), ply, move_loop.tt_entry(&node, &info, score));
            }
        }
        score
    }

    /// Step 2, and the first step of the quiescence search: counts the node, and returns a score
    /// where the search ends at once.
    #[inline(always)]
    pub(super) fn enter_node<N: NodeType>(
        &mut self,
        position: &Position,
        ply: usize,
    ) -> Option<Score> {
        self.count_node(ply);
        if N::PV {
            self.stack[ply].pv.clear();
        }
        if self.stopped {
            return Some(ABORTED);
        }
        if N::ROOT {
            return None;
        }
        if self.is_draw(position, ply) {
            return Some(self.draw_score());
        }
        if ply >= MAX_PLY {
            let in_check = self.stack[ply].in_check;
            let eval = if in_check { DRAW } else { self.thread.evaluator.evaluate(position, ply) };
            return Some(eval);
        }
        None
    }

    /// Step 3: narrows the window to what is possible. No mate from here is shorter than one
    /// already found, and the side to move need not accept less than a draw where it can repeat a
    /// position. True when nothing is left of the window.
    #[inline(always)]
    fn closes_window(&self, node: &mut Node) -> bool {
        node.alpha = node.alpha.max(mated_in(node.ply));
        node.beta = node.beta.min(mate_in(node.ply + 1));
        if node.alpha < DRAW && self.can_repeat(node.position, node.ply) {
            node.alpha = self.draw_score();
        }
        node.alpha >= node.beta
    }

    /// Step 4: a stored score that is deep enough and lies outside the window.
    #[inline(always)]
    fn tt_cutoff<N: NodeType>(&mut self, node: &Node, entry: Option<TtEntry>) -> Option<Score> {
        let entry = entry.filter(|entry| {
            !N::PV
                && entry.depth >= node.depth
                && entry.bound.causes_cutoff(entry.score, node.alpha, node.beta)
                && i32::from(node.position.halfmoves()) < tunables::tt_cutoff_halfmoves()
        })?;
        if entry.score >= node.beta {
            self.reward_tt_move(node, &entry);
        }
        Some(entry.score)
    }

    /// Step 5: a tablebase score outside the window.
    #[inline(always)]
    fn tablebase_cutoff<N: NodeType>(&mut self, node: &Node, info: &NodeInfo) -> Option<Score> {
        if N::ROOT || info.excluded.is_some() {
            return None;
        }
        let (score, bound) = self.probe_tablebase(node.position, node.ply)?;
        if !bound.causes_cutoff(score, node.alpha, node.beta) {
            return None;
        }
        let entry = TtEntry {
            best: None,
            score,
            eval: info.raw_eval,
            depth: (node.depth + tunables::tablebase_depth_bonus()).min(MAX_DEPTH),
            bound,
            tt_pv: info.tt_pv,
        };
        self.store_tt(node.position.key(), node.ply, entry);
        Some(score)
    }

    /// Step 8: what the following steps need to know about a move.
    #[inline(always)]
    fn candidate(&self, node: &Node, info: &NodeInfo, move_loop: &MoveLoop, m: Move) -> Candidate {
        let position = node.position;
        let history = &self.thread.history;
        let noisy = is_noisy(position, m);
        let piece_to = PieceTo::new(position, m);
        let continuation =
            if noisy { 0 } else { history.replies(&info.previous_moves).continuation(piece_to) };
        Candidate {
            m,
            piece_to,
            noisy,
            move_number: move_loop.move_count,
            history: if noisy {
                history.noisy(piece_to, captured_role(position, m))
            } else {
                history.butterfly(position.turn(), move_loop.attacked, m) + continuation
            },
            continuation,
            direct_check: move_loop.check_squares.is_check(position, m),
            base_reduction: self.shared.reductions.base(noisy, node.depth, move_loop.move_count),
        }
    }

    /// Step 11: plays a move and prepares the stack for the child node.
    #[inline(always)]
    pub(super) fn make_move(
        &mut self,
        position: &Position,
        ply: usize,
        m: Move,
        piece_to: PieceTo,
    ) -> Position {
        let next = position.play_unchecked(m);
        self.shared.tt.prefetch(next.key());
        self.stack[ply].current_move = Some(piece_to);
        self.stack[ply].quiet_move = None;
        self.stack[ply + 1].plies_from_null = self.stack[ply].plies_from_null + 1;
        self.stack[ply + 1].in_check = next.is_check();
        self.keys.push(next.key());
        next
    }

    /// Passes the turn, and prepares the stack for the child node; not in check.
    pub(super) fn make_null_move(&mut self, position: &Position, ply: usize) -> Option<Position> {
        let next = position.null_move()?;
        self.shared.tt.prefetch(next.key());
        self.stack[ply].current_move = None;
        self.stack[ply].quiet_move = None;
        self.stack[ply + 1].plies_from_null = 0;
        self.stack[ply + 1].in_check = false;
        self.keys.push(next.key());
        Some(next)
    }

    /// Takes back what [`Worker::make_move`] or [`Worker::make_null_move`] changed.
    #[inline(always)]
    pub(super) fn unmake_move(&mut self) {
        self.keys.pop();
    }

    /// Step 14: true for a beta cutoff.
    #[inline(always)]
    fn update_best<N: NodeType>(
        &mut self,
        node: &mut Node,
        move_loop: &mut MoveLoop,
        m: Move,
        score: Score,
    ) -> bool {
        if score <= move_loop.best_score {
            return false;
        }
        move_loop.best_score = score;
        if score <= node.alpha {
            return false;
        }
        move_loop.best_move = Some(m);
        move_loop.bound = Bound::Exact;
        if N::PV {
            self.stack.update_pv(node.ply, m);
        }
        if score >= node.beta {
            move_loop.bound = Bound::Lower;
            self.stack[node.ply].cutoffs += 1;
            return true;
        }
        node.alpha = score;
        false
    }

    /// Step 17: remembers how far off the static evaluation was, unless a capture explains it.
    #[inline(always)]
    fn update_correction(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        move_loop: &MoveLoop,
        score: Score,
    ) {
        if let Some(eval) = info.static_eval
            && !move_loop.best_move.is_some_and(|m| is_noisy(node.position, m))
            && move_loop.bound.tightens(eval, score)
        {
            self.thread.correction.update(&info.correction_keys, score - eval, node.depth);
        }
    }
}

impl Candidate {
    /// The move as an entry of the stack, if it is quiet.
    #[inline(always)]
    fn quiet_move(&self, position: &Position, move_loop: &MoveLoop) -> Option<QuietMove> {
        (!self.noisy).then(|| QuietMove::new(position, move_loop.attacked, self.m))
    }
}

impl MoveLoop {
    #[inline(always)]
    fn new(position: &Position, info: &NodeInfo) -> MoveLoop {
        let board = position.board();
        MoveLoop {
            attacked: board.attacked(!position.turn(), board.occupied()),
            check_squares: CheckSquares::new(position),
            tt_move_is_noisy: info.tt_move.is_some_and(|m| is_noisy(position, m)),
            move_count: 0,
            best_score: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
            searched: SearchedMoves::default(),
        }
    }

    /// The score of the node. A fail-high score is blended toward beta, more strongly at low depth.
    #[inline(always)]
    fn score(&self, node: &Node) -> Score {
        if self.bound == Bound::Lower && !is_decisive(self.best_score) && !is_decisive(node.beta) {
            (self.best_score * node.depth + node.beta) / (node.depth + 1)
        } else {
            self.best_score
        }
    }

    /// Step 17: the entry for the transposition table.
    #[inline(always)]
    fn tt_entry(&self, node: &Node, info: &NodeInfo, score: Score) -> TtEntry {
        TtEntry {
            best: self.best_move,
            score,
            eval: info.raw_eval,
            depth: node.depth,
            bound: self.bound,
            tt_pv: info.tt_pv,
        }
    }
}

/// True when the side to move has more than pawns and king, so that zugzwang is rare.
pub(super) fn has_non_pawns(position: &Position) -> bool {
    non_pawns(position).any()
}

/// The pieces of the side to move without pawns and king.
pub(super) fn non_pawns(position: &Position) -> Bitboard {
    let board = position.board();
    board.color(position.turn()) & !(board.role(Role::Pawn) | board.role(Role::King))
}
