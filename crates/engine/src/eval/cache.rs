//! The pawn hash table: terms of pawns and kings, which move seldom.

use chess::{Bitboard, ByColor, Color, Square};

use super::info::EvalInfo;
use super::tapered_score::TaperedScore;

/// A power of two.
const ENTRIES: usize = 1 << 12;

/// The terms of pawns and kings.
#[derive(Clone, Copy, Default)]
pub(super) struct PawnTerms {
    /// From White's side.
    pub(super) score: TaperedScore,
    /// The passed pawns of both sides.
    pub(super) passed: Bitboard,
}

/// Terms by pawn structure and king squares. A lookup compares all of them, so that there are no
/// collisions.
pub(super) struct PawnCache(Box<[Entry]>);

#[derive(Clone, Copy)]
struct Entry {
    pawns: ByColor<Bitboard>,
    king: ByColor<Square>,
    terms: PawnTerms,
}

impl Default for PawnCache {
    fn default() -> PawnCache {
        // No two kings share a square, so an empty entry is never found.
        let empty = Entry {
            pawns: ByColor::default(),
            king: ByColor::new(Square::A1, Square::A1),
            terms: PawnTerms::default(),
        };
        PawnCache(vec![empty; ENTRIES].into_boxed_slice())
    }
}

impl PawnCache {
    /// The terms of a structure, computed only when they are not cached.
    #[inline(always)]
    pub(super) fn look_up(
        &mut self,
        info: &EvalInfo,
        compute: impl FnOnce() -> PawnTerms,
    ) -> PawnTerms {
        let entry = &mut self.0[slot(info)];
        if entry.pawns != info.pawns || entry.king != info.king {
            *entry = Entry { pawns: info.pawns, king: info.king, terms: compute() };
        }
        entry.terms
    }
}

/// The index of a structure, by multiplicative hashing.
#[inline(always)]
fn slot(info: &EvalInfo) -> usize {
    const WHITE: u64 = 0x9e37_79b9_7f4a_7c15;
    const BLACK: u64 = 0xc2b2_ae3d_27d4_eb4f;
    const KINGS: u64 = 0x1656_67b1_9e37_79f9;
    let kings = info.king[Color::White] as u64 * 64 + info.king[Color::Black] as u64;
    let mix = info.pawns[Color::White].0.wrapping_mul(WHITE)
        ^ info.pawns[Color::Black].0.wrapping_mul(BLACK).rotate_left(32)
        ^ kings.wrapping_mul(KINGS);
    (mix.wrapping_mul(WHITE) >> (64 - ENTRIES.ilog2())) as usize
}
