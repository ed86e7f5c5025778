//! The search stack: what a worker knows about each ply of the path it is on.

use chess::Move;

use crate::history::{PieceTo, PreviousMoves, QuietMove};
use crate::score::{MAX_PLY, Score};

/// One ply of the path.
#[derive(Clone, Debug, Default)]
pub(super) struct StackEntry {
    /// The corrected static evaluation; none in check.
    pub(super) static_eval: Option<Score>,
    /// The move being searched here; none for a null move.
    pub(super) current_move: Option<PieceTo>,
    /// The same, if it is quiet.
    pub(super) quiet_move: Option<QuietMove>,
    /// Plies since the root or the last null move: only positions since then can be repeated.
    pub(super) plies_from_null: usize,
    /// True when the side to move is in check.
    pub(super) in_check: bool,
    /// The move left out by a singular search.
    pub(super) excluded: Option<Move>,
    /// The quiet move that caused the last beta cutoff at this ply.
    pub(super) killer: Option<Move>,
    /// Beta cutoffs among the children of the parent node.
    pub(super) cutoffs: u32,
    /// The late move reduction of the move being searched here, in plies; 0 without one.
    pub(super) reduction: i32,
    /// The principal variation from here.
    pub(super) pv: Vec<Move>,
}

/// Entries before the root and after the last ply, so that looking around needs no bounds checks.
const BEFORE: usize = 6;
const AFTER: usize = 4;

/// The path, indexed by ply.
pub(super) struct SearchStack(Vec<StackEntry>);

impl SearchStack {
    pub(super) fn new() -> SearchStack {
        SearchStack(vec![StackEntry::default(); BEFORE + MAX_PLY + AFTER])
    }

    /// The entry a number of plies before `ply`.
    #[inline]
    pub(super) fn back(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.0[ply + BEFORE - plies]
    }

    /// The moves that led to a ply, latest first.
    #[inline]
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        [1, 2, 3, 4].map(|plies| self.back(ply, plies).current_move)
    }

    /// The principal variation of a ply becomes a move followed by that of the next ply.
    pub(super) fn update_pv(&mut self, ply: usize, m: Move) {
        let (here, below) = self.0.split_at_mut(ply + BEFORE + 1);
        let pv = &mut here[ply + BEFORE].pv;
        pv.clear();
        pv.push(m);
        pv.extend_from_slice(&below[0].pv);
    }
}

impl std::ops::Index<usize> for SearchStack {
    type Output = StackEntry;

    #[inline]
    fn index(&self, ply: usize) -> &StackEntry {
        &self.0[ply + BEFORE]
    }
}

impl std::ops::IndexMut<usize> for SearchStack {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply + BEFORE]
    }
}
