//! What a worker remembers about each ply of the path it is on.

use chess::Move;

use crate::history::{Moved, Trail};
use crate::score::{MAX_PLY, Score};

/// One ply of the path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The corrected static evaluation; none in check.
    pub(crate) eval: Option<Score>,
    /// The move being searched here; none for a null move.
    pub(crate) moved: Option<Moved>,
    /// True when the side to move is in check.
    pub(crate) in_check: bool,
    /// A move that is left out, while asking whether it is the only good one.
    pub(crate) excluded: Option<Move>,
    /// The quiet move that last cut off a node at this ply.
    pub(crate) killer: Option<Move>,
    /// How often children of this node were cut off.
    pub(crate) cutoffs: u32,
    /// The best line from here.
    pub(crate) line: Vec<Move>,
}

/// Plies before the root and after the last one, so that looking around needs no care.
const BEFORE: usize = 6;
const AFTER: usize = 4;

/// The path, addressed by ply.
pub(crate) struct Frames(Vec<Frame>);

impl Frames {
    pub(crate) fn new() -> Frames {
        Frames(vec![Frame::default(); BEFORE + MAX_PLY + AFTER])
    }

    /// The frame so many plies before a ply.
    #[inline]
    pub(crate) fn back(&self, ply: usize, plies: usize) -> &Frame {
        &self.0[ply + BEFORE - plies]
    }

    /// The moves that led to a ply, nearest first.
    #[inline]
    pub(crate) fn trail(&self, ply: usize) -> Trail {
        [1, 2, 3, 4].map(|plies| self.back(ply, plies).moved)
    }

    /// The line of a ply becomes a move and the line of the next ply.
    pub(crate) fn extend_line(&mut self, ply: usize, m: Move) {
        let (here, below) = self.0.split_at_mut(ply + BEFORE + 1);
        let line = &mut here[ply + BEFORE].line;
        line.clear();
        line.push(m);
        line.extend_from_slice(&below[0].line);
    }
}

impl std::ops::Index<usize> for Frames {
    type Output = Frame;

    #[inline]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply + BEFORE]
    }
}

impl std::ops::IndexMut<usize> for Frames {
    #[inline]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply + BEFORE]
    }
}
