//! What pieces do to passed pawns: block them, guard their way, or come too late.

use chess::{Bitboard, Color, Role, Square};

use super::info::{EvalInfo, fill_forward, relative_rank};
use super::terms::TERM;
use super::trace::{TermSum, Trace};

/// Adds the ways of a side's passed pawns. The side to move is a step ahead in a race.
#[inline(always)]
pub(super) fn add<T: Trace>(
    info: &EvalInfo,
    sum: &mut TermSum<T>,
    us: Color,
    passed: Bitboard,
    turn: Color,
) {
    for pawn in passed {
        add_way(info, sum, us, pawn);
    }
    if passed.any() && !has_pieces(info, !us) {
        let mut runners = passed.into_iter();
        if runners.any(|pawn| outruns(info, us, pawn, turn)) {
            sum.add(us, TERM.unstoppable.at(0));
        }
    }
}

#[inline(always)]
fn add_way<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color, pawn: Square) {
    let rank = relative_rank(us, pawn);
    let next = pawn.bitboard().forward(us);
    let way = fill_forward(us, next);
    let barred = info.occupied | info.attack_map[!us].all;
    if (next & info.board.color(!us)).any() {
        sum.add(us, TERM.passed_blocked.at(rank));
    } else if (way & barred).is_empty() {
        sum.add(us, TERM.passed_free.at(rank));
    } else if (next & barred).is_empty() {
        sum.add(us, TERM.passed_step.at(rank));
    }
    let behind = fill_forward(!us, pawn.bitboard().forward(!us));
    for (index, color) in [us, !us].into_iter().enumerate() {
        let rooks = info.board.pieces(color, Role::Rook);
        if (behind & rooks & !info.pawns[us]).any() {
            sum.add(us, TERM.passed_rook.at(index));
        }
    }
}

/// True when a side has more than king and pawns.
fn has_pieces(info: &EvalInfo, side: Color) -> bool {
    info.board.color(side) != info.pawns[side].with(info.king[side])
}

/// True when the way is empty and the enemy king too far to reach the last square in time.
fn outruns(info: &EvalInfo, us: Color, pawn: Square, turn: Color) -> bool {
    let rank = relative_rank(us, pawn);
    let way = fill_forward(us, pawn.bitboard().forward(us));
    let Some(goal) = (way & Bitboard::BACK_RANKS).first() else { return false };
    // A pawn at home goes two squares at once.
    let steps = if rank == 1 { 5 } else { 7 - rank };
    let king = usize::from(info.king[!us].distance(goal));
    (way & info.occupied).is_empty() && king > steps + usize::from(turn != us)
}
