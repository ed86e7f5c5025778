//! Remembers what pawns and kings were worth, since they move seldom.

use chess::{Bitboard, ByColor, Color, Square};

use super::pair::Pair;
use super::scene::Scene;

/// A power of two.
const ENTRIES: usize = 1 << 12;

/// What pawns and kings are worth on their own.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnWorth {
    /// From White's side.
    pub(super) score: Pair,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
}

/// Pawn structures with the kings' squares, and their worth. A lookup compares all of it, so that
/// an answer never depends on what was asked before.
pub(super) struct PawnCache(Box<[Entry]>);

#[derive(Clone, Copy)]
struct Entry {
    pawns: ByColor<Bitboard>,
    king: ByColor<Square>,
    worth: PawnWorth,
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        // No two kings share a square, so an empty entry is never found.
        let empty = Entry {
            pawns: ByColor::default(),
            king: ByColor::new(Square::A1, Square::A1),
            worth: PawnWorth::default(),
        };
        PawnCache(vec![empty; ENTRIES].into_boxed_slice())
    }
}

impl PawnCache {
    /// The worth of a structure, worked out only when it is not remembered.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        scene: &Scene,
        work_out: impl FnOnce() -> PawnWorth,
    ) -> PawnWorth {
        let entry = &mut self.0[slot(scene)];
        if entry.pawns != scene.pawns || entry.king != scene.king {
            *entry = Entry { pawns: scene.pawns, king: scene.king, worth: work_out() };
        }
        entry.worth
    }
}

/// Where a structure is kept: the high bits of a product mix all of it.
#[inline(always)]
fn slot(scene: &Scene) -> usize {
    const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
    const BLACK: u64 = 0xc2b2_ae3d_27d4_eb4f;
    const KINGS: u64 = 0x1656_67b1_9e37_79f9;
    let kings = scene.king[Color::White] as u64 * 64 + scene.king[Color::Black] as u64;
    let mix = scene.pawns[Color::White].0.wrapping_mul(WHITE)
        ^ scene.pawns[Color::Black].0.wrapping_mul(BLACK).rotate_left(32)
        ^ kings.wrapping_mul(KINGS);
    (mix.wrapping_mul(WHITE) >> (64 - ENTRIES.ilog2())) as usize
}
