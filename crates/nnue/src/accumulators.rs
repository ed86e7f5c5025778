//! Incremental evaluation of one board after another, as a search needs it.
//!
//! Each accumulator is stored with the board it belongs to. A new board starts from the nearest of
//! a few stored ones, and only the features that differ are added and subtracted. The candidates
//! are the board of the previous ply, the last one of the same ply, and for each perspective a
//! cached one (a Finny table), the last that was far from both.

use std::sync::Arc;

use crate::features::{Perspective, difference};
use crate::network::{Network, Row};
use crate::pieces::{PieceBitboards, Pieces, Side};
use crate::simd::Kernels;

/// Plies with an accumulator of their own; deeper ones share the last.
const PLIES: usize = 256;

/// The features that castling changes, more than any other move.
const MOST_CHANGES: u32 = 4;

/// Evaluates boards by a network. Each thread has its own; earlier evaluations change the speed and
/// never the result.
pub struct Accumulators {
    network: Arc<Network>,
    kernels: Kernels,
    plies: Vec<[Accumulator; 2]>,
    /// The accumulator to refresh from, for each side and each of its perspectives.
    finny_table: [Vec<Accumulator>; 2],
}

/// The hidden layer of one side before its activation, and the board it belongs to.
#[derive(Clone)]
struct Accumulator {
    pieces: PieceBitboards,
    perspective: Perspective,
    values: Row,
}

impl Accumulators {
    /// Accumulators of the empty board.
    pub fn new(network: Arc<Network>) -> Accumulators {
        let empty = Side::BOTH.map(|side| Accumulator {
            pieces: PieceBitboards::default(),
            perspective: Perspective::new(side, &PieceBitboards::default(), network.king_buckets),
            values: network.bias.clone(),
        });
        let finny_table = empty.clone().map(|accumulator| vec![accumulator; Perspective::COUNT]);
        Accumulators { network, kernels: Kernels::best(), plies: vec![empty; PLIES], finny_table }
    }

    /// The network.
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The evaluation of a board for the side to move, in centipawns. It is fastest when `ply` is
    /// that of the search, but any number will do.
    pub fn evaluate(&mut self, pieces: &Pieces, turn: Side, ply: usize) -> i32 {
        let (pieces, ply) = (&PieceBitboards::from(pieces), ply.min(PLIES - 1));
        for side in Side::BOTH {
            self.update(side, pieces, ply);
        }
        let accumulators = [turn, turn.other()].map(|side| &self.plies[ply][side as usize].values);
        self.network.output(self.kernels, accumulators, pieces.count())
    }

    /// Updates the accumulator of a side at a ply to a board.
    fn update(&mut self, side: Side, pieces: &PieceBitboards, ply: usize) {
        let perspective = Perspective::new(side, pieces, self.network.king_buckets);
        let (above, below) = self.plies.split_at_mut(ply);
        let here = &mut below[0][side as usize];
        let cached = &mut self.finny_table[side as usize][perspective.index()];
        let parent = above.last().map(|both| &both[side as usize]);

        let distance = |stored: &Accumulator| {
            let is_usable =
                stored.perspective == perspective || stored.pieces == PieceBitboards::default();
            if is_usable { stored.pieces.distance(pieces) } else { u32::MAX }
        };
        let update = Update { network: &self.network, kernels: self.kernels, perspective, pieces };
        let to_parent = parent.map_or(u32::MAX, distance);
        // Nothing is likely to be nearer than one move.
        let is_child = to_parent <= MOST_CHANGES;
        let to_here = if is_child { u32::MAX } else { distance(here) };
        let to_cached = if is_child { u32::MAX } else { cached.pieces.distance(pieces) };
        match parent {
            Some(parent) if to_parent <= to_here && to_parent <= to_cached => {
                update.apply(&mut here.values, &parent.values, &parent.pieces);
            }
            _ if to_here == 0 => return,
            _ if to_here <= to_cached => {
                let before = here.values.clone();
                update.apply(&mut here.values, &before, &here.pieces);
            }
            _ => {
                update.apply(&mut here.values, &cached.values, &cached.pieces);
                cached.values.clone_from(&here.values);
                cached.pieces = *pieces;
            }
        }
        here.pieces = *pieces;
        here.perspective = perspective;
    }
}

/// An update to this board in this perspective.
struct Update<'a> {
    network: &'a Network,
    kernels: Kernels,
    perspective: Perspective,
    pieces: &'a PieceBitboards,
}

impl Update<'_> {
    /// Writes the new accumulator from that of another board.
    fn apply(&self, to: &mut Row, from: &Row, from_pieces: &PieceBitboards) {
        let [added, removed] = difference(self.perspective, from_pieces, self.pieces);
        let row = |feature: u16| &self.network.features[usize::from(feature)];
        match (added.as_slice(), removed.as_slice()) {
            // A move; a capture; castling.
            (&[a], &[b]) => self.kernels.combine(to, from, [row(a)], [row(b)]),
            (&[a], &[b, c]) => self.kernels.combine(to, from, [row(a)], [row(b), row(c)]),
            (&[a, b], &[c, d]) => {
                self.kernels.combine(to, from, [row(a), row(b)], [row(c), row(d)]);
            }
            (added, removed) => {
                self.kernels.combine_many(to, from, &self.network.features, added, removed);
            }
        }
    }
}
