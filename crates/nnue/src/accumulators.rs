//! Asking the network about one board after another, as a search does.
//!
//! The sums of a side are kept together with the board they are for. For a new board the nearest of
//! a few that are known is taken, and only the pieces that differ are added and taken away. Known are
//! the board of the ply before, the last one of the same ply, and for each way to look at the board
//! the last one that was far from both.

use std::sync::Arc;

use crate::features::{View, difference};
use crate::network::{Network, Row};
use crate::pieces::{Pieces, Sets, Side};
use crate::simd::Kernels;

/// Plies that are told apart; boards further down share the last place.
const PLIES: usize = 256;

/// Pieces that the longest move, castling, puts elsewhere, counted where they were and where they are.
const FURTHEST_MOVE: u32 = 4;

/// Judges boards by a network. Every thread has one of its own; what it was asked before changes
/// how fast it answers and never the answer.
pub struct Accumulators {
    network: Arc<Network>,
    kernels: Kernels,
    plies: Vec<[Sums; 2]>,
    /// For each side and each of its views.
    remote: [[Sums; 2]; 2],
}

/// The sums of one side for a board.
#[derive(Clone)]
struct Sums {
    pieces: Sets,
    view: View,
    row: Row,
}

impl Accumulators {
    /// A judge that has seen nothing yet.
    pub fn new(network: Arc<Network>) -> Accumulators {
        let empty = Side::BOTH.map(|side| Sums {
            pieces: Sets::default(),
            view: View::new(side, &Sets::default()),
            row: network.bias.clone(),
        });
        let remote = empty.clone().map(|sums| [sums.clone(), sums]);
        Accumulators { network, kernels: Kernels::best(), plies: vec![empty; PLIES], remote }
    }

    /// The network it judges by.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The worth of a board for the side to move, in centipawns. Answers come fastest when `ply` is
    /// that of the search, but any number does.
    pub fn evaluate(&mut self, pieces: &Pieces, turn: Side, ply: usize) -> i32 {
        let (pieces, ply) = (&Sets::from(pieces), ply.min(PLIES - 1));
        for side in Side::BOTH {
            self.bring(side, pieces, ply);
        }
        let sums = [turn, turn.other()].map(|side| &self.plies[ply][side as usize].row);
        self.network.output(self.kernels, sums, pieces.count())
    }

    /// Brings the sums of a side at a ply to a board.
    fn bring(&mut self, side: Side, pieces: &Sets, ply: usize) {
        let view = View::new(side, pieces);
        let (above, below) = self.plies.split_at_mut(ply);
        let here = &mut below[0][side as usize];
        let remote = &mut self.remote[side as usize][view.number()];
        let parent = above.last().map(|sums| &sums[side as usize]);

        let apart = |sums: &Sums| {
            let is_usable = sums.view == view || sums.pieces == Sets::default();
            if is_usable { sums.pieces.distance(pieces) } else { u32::MAX }
        };
        let change = Change { network: &self.network, kernels: self.kernels, view, pieces };
        let to_parent = parent.map_or(u32::MAX, apart);
        // Nothing is likely to be nearer than a move.
        let is_child = to_parent <= FURTHEST_MOVE;
        let to_here = if is_child { u32::MAX } else { apart(here) };
        let to_remote = if is_child { u32::MAX } else { remote.pieces.distance(pieces) };
        match parent {
            Some(parent) if to_parent <= to_here && to_parent <= to_remote => {
                change.apply(&mut here.row, &parent.row, &parent.pieces);
            }
            _ if to_here == 0 => return,
            _ if to_here <= to_remote => {
                let before = here.row.clone();
                change.apply(&mut here.row, &before, &here.pieces);
            }
            _ => {
                change.apply(&mut here.row, &remote.row, &remote.pieces);
                remote.row.clone_from(&here.row);
                remote.pieces = *pieces;
            }
        }
        here.pieces = *pieces;
        here.view = view;
    }
}

/// What is to become of sums: those of this board in this view.
struct Change<'a> {
    network: &'a Network,
    kernels: Kernels,
    view: View,
    pieces: &'a Sets,
}

impl Change<'_> {
    /// Writes the new sums from those of another board.
    fn apply(&self, to: &mut Row, from: &Row, known: &Sets) {
        let [on, off] = difference(self.view, known, self.pieces);
        let row = |input: u16| &self.network.features[usize::from(input)];
        match (on.as_slice(), off.as_slice()) {
            // A move; a capture; castling.
            (&[a], &[b]) => self.kernels.combine(to, from, [row(a)], [row(b)]),
            (&[a], &[b, c]) => self.kernels.combine(to, from, [row(a)], [row(b), row(c)]),
            (&[a, b], &[c, d]) => {
                self.kernels.combine(to, from, [row(a), row(b)], [row(c), row(d)]);
            }
            (on, off) => {
                to.clone_from(from);
                self.go_far(to, on, off);
            }
        }
    }

    /// Adds and takes away any number of inputs, up to eight in a pass.
    fn go_far(&self, sums: &mut Row, on: &[u16], off: &[u16]) {
        let row = |input: u16| &self.network.features[usize::from(input)];
        let ((on, on_rest), (off, off_rest)) = (on.as_chunks::<4>(), off.as_chunks::<4>());
        let both = on.len().min(off.len());
        for (added, taken) in on.iter().zip(off) {
            self.kernels.combine(sums, &sums.clone(), added.map(row), taken.map(row));
        }
        for added in &on[both..] {
            self.kernels.combine(sums, &sums.clone(), added.map(row), []);
        }
        for taken in &off[both..] {
            self.kernels.combine(sums, &sums.clone(), [], taken.map(row));
        }
        for &added in on_rest {
            self.kernels.combine(sums, &sums.clone(), [row(added)], []);
        }
        for &taken in off_rest {
            self.kernels.combine(sums, &sums.clone(), [], [row(taken)]);
        }
    }
}
