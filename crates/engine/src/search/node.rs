//! What a node is searched with, and what is known about it before its moves are tried.

use chess::{Move, Position};

use super::worker::Worker;
use crate::correction_history::CorrectionKeys;
use crate::history::PreviousMoves;
use crate::score::{INFINITE, Score, is_decisive};
use crate::tt::TtEntry;
use crate::tunables;

/// How many plies back the static evaluation is compared with to see whether it is improving: at
/// the mover's last turn, or at the one before if the mover was in check.
const IMPROVING_PLIES: [usize; 2] = [2, 4];

/// The type of a node, known at compile time.
pub(super) trait NodeType {
    /// On the principal variation: searched with an open window.
    const PV: bool;
    const ROOT: bool;
    /// The type of its children on the principal variation.
    type Child: NodeType;
}

pub(super) struct RootNode;
pub(super) struct PvNode;
/// A node searched with a zero window, which only tells whether the score is above or below the
/// window.
pub(super) struct NonPvNode;

impl NodeType for RootNode {
    const PV: bool = true;
    const ROOT: bool = true;
    type Child = PvNode;
}

impl NodeType for PvNode {
    const PV: bool = true;
    const ROOT: bool = false;
    type Child = PvNode;
}

impl NodeType for NonPvNode {
    const PV: bool = false;
    const ROOT: bool = false;
    type Child = NonPvNode;
}

/// A position to search, with the depth and the window to search it with.
#[derive(Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) position: &'a Position,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) alpha: Score,
    pub(super) beta: Score,
    /// An expected cut node: one of its moves should score at least beta.
    pub(super) is_cut: bool,
}

impl Node<'_> {
    /// The same position with the zero window that ends at `beta`.
    pub(super) fn zero_window_at(&self, beta: Score, depth: i32, is_cut: bool) -> Self {
        Node { alpha: beta - 1, beta, depth, is_cut, ..*self }
    }

    /// The position after a move, with the zero window that tells whether the move raises alpha.
    pub(super) fn zero_window_child<'a>(
        &self,
        next: &'a Position,
        depth: i32,
        is_cut: bool,
    ) -> Node<'a> {
        self.child(next, -self.alpha - 1, -self.alpha, depth, is_cut)
    }

    /// The position after a move, with the zero window that tells whether the move reaches `beta`.
    pub(super) fn zero_window_child_at<'a>(
        &self,
        next: &'a Position,
        beta: Score,
        depth: i32,
        is_cut: bool,
    ) -> Node<'a> {
        self.child(next, -beta, 1 - beta, depth, is_cut)
    }

    /// The position after a move, with the full window.
    pub(super) fn full_window_child<'a>(&self, next: &'a Position, depth: i32) -> Node<'a> {
        self.child(next, -self.beta, -self.alpha, depth, false)
    }

    #[inline(always)]
    fn child<'a>(
        &self,
        position: &'a Position,
        alpha: Score,
        beta: Score,
        depth: i32,
        is_cut: bool,
    ) -> Node<'a> {
        Node { position, ply: self.ply + 1, depth, alpha, beta, is_cut }
    }
}

/// What the transposition table, the stack and the static evaluation say about a node.
pub(super) struct NodeInfo {
    pub(super) in_check: bool,
    /// The move that a singular search leaves out.
    pub(super) excluded: Option<Move>,
    /// The entry of the transposition table, its score as seen from this ply. `None` in a singular
    /// search, which must not use the entry of the move it excludes.
    pub(super) tt_entry: Option<TtEntry>,
    /// The move of the transposition table, legal here; at the root, the best move so far.
    pub(super) tt_move: Option<Move>,
    /// True for a node that is on the principal variation, or was according to its TT entry.
    pub(super) tt_pv: bool,
    /// The static evaluation before correction; none in check.
    pub(super) raw_eval: Option<Score>,
    /// The static evaluation after correction; none in check.
    pub(super) static_eval: Option<Score>,
    /// The static evaluation, or the score of the TT entry where its bound is tighter.
    pub(super) eval: Score,
    /// True when the static evaluation is better than at the mover's last turn, or well above beta.
    pub(super) improving: bool,
    /// How far the opponent's last move lowered the opponent's own static evaluation; none where
    /// one of the two evaluations is missing.
    pub(super) opponent_drop: Option<Score>,
    pub(super) previous_moves: PreviousMoves,
    pub(super) correction_keys: CorrectionKeys,
}

impl Worker<'_> {
    /// Step 4: the entry of the transposition table that a node may use.
    #[inline]
    pub(super) fn node_tt_entry(&self, position: &Position, ply: usize) -> Option<TtEntry> {
        if self.stack[ply].excluded.is_some() { None } else { self.probe_tt(position, ply) }
    }

    /// Step 4: evaluates the node and looks back along the path.
    pub(super) fn node_info<N: NodeType>(
        &mut self,
        node: &Node,
        tt_entry: Option<TtEntry>,
    ) -> NodeInfo {
        let &Node { position, ply, beta, .. } = node;
        let excluded = self.stack[ply].excluded;
        let in_check = self.stack[ply].in_check;
        let tt_move = if N::ROOT {
            self.root_moves.get(self.pv_index).map(super::root_move::RootMove::first)
        } else {
            tt_entry.and_then(|entry| entry.best).filter(|&m| position.is_legal(m))
        };
        let previous_moves = self.stack.previous_moves(ply);
        let correction_keys = CorrectionKeys::new(position, &previous_moves);
        let raw_eval = (!in_check).then(|| self.raw_eval(position, ply, tt_entry.as_ref()));
        let static_eval = raw_eval.map(|raw| self.thread.correction.apply(raw, &correction_keys));
        self.stack[ply].static_eval = static_eval;
        let before =
            IMPROVING_PLIES.iter().find_map(|&plies| self.stack.back(ply, plies).static_eval);
        let opponent_before = self.stack.back(ply, 1).static_eval;
        NodeInfo {
            in_check,
            excluded,
            tt_entry,
            tt_move,
            tt_pv: N::PV || tt_entry.is_some_and(|entry| entry.tt_pv),
            raw_eval,
            static_eval,
            eval: static_eval.map_or(-INFINITE, |eval| tt_adjusted_eval(eval, tt_entry.as_ref())),
            improving: static_eval.is_some_and(|now| {
                before.is_none_or(|before| now > before)
                    || now >= beta + tunables::improving_margin()
            }),
            opponent_drop: static_eval.zip(opponent_before).map(|(now, before)| now + before),
            previous_moves,
            correction_keys,
        }
    }

    /// The uncorrected static evaluation, from the transposition table where it is stored.
    #[inline]
    pub(super) fn raw_eval(
        &mut self,
        position: &Position,
        ply: usize,
        tt_entry: Option<&TtEntry>,
    ) -> Score {
        let stored = tt_entry.and_then(|entry| entry.eval);
        stored.unwrap_or_else(|| self.thread.evaluator.evaluate(position, ply))
    }

    /// The entry of the transposition table, with its score as seen from this ply.
    #[inline]
    pub(super) fn probe_tt(&self, position: &Position, ply: usize) -> Option<TtEntry> {
        let entry = self.shared.tt.probe(position.key())?;
        Some(TtEntry { score: entry.score_at(ply, position.halfmoves()), ..entry })
    }

    /// Stores an entry, whose score is as seen from this ply.
    pub(super) fn store_tt(&self, key: u64, ply: usize, entry: TtEntry) {
        let score = crate::score::to_tt(entry.score, ply);
        self.shared.tt.store(key, TtEntry { score, ..entry });
    }
}

/// An evaluation, or the score of the TT entry where its bound is tighter.
#[inline]
pub(super) fn tt_adjusted_eval(eval: Score, tt_entry: Option<&TtEntry>) -> Score {
    match tt_entry {
        Some(entry) if !is_decisive(entry.score) && entry.bound.tightens(eval, entry.score) => {
            entry.score
        }
        _ => eval,
    }
}
