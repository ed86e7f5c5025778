//! What depends on pawns and kings alone: structure, passed pawns, and the kings' shelter.
//!
//! These terms are costly and change seldom, so [`PawnCache`](super::cache::PawnCache) keeps them.

use chess::{Bitboard, Color, File, Role, Square, attacks};

use super::info::{EvalInfo, edge_distance, fill_forward, relative_rank, square_term};
use super::terms::TERM;
use super::trace::{TermSum, Trace};

/// The first rank, from 0, on which the kings hurry to a passed pawn.
const KINGS_HURRY: usize = 3;

/// Adds a side's pawns and its king's shelter. Returns its passed pawns.
pub(super) fn add<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) -> Bitboard {
    add_shelter(info, sum, us);
    sum.add(us, square_term(Role::King, us, info.king[us]));
    let mut passed = Bitboard::EMPTY;
    for square in info.pawns[us] {
        sum.add(us, TERM.material.at(Role::Pawn as usize));
        sum.add(us, square_term(Role::Pawn, us, square));
        if add_pawn(info, sum, us, square) {
            passed = passed.with(square);
            add_passed(info, sum, us, square);
        }
    }
    passed
}

/// Adds one pawn's place among the others. True when it is passed.
fn add_pawn<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color, square: Square) -> bool {
    let (own, enemy) = (info.pawns[us], info.pawns[!us]);
    let rank = relative_rank(us, square);
    let pawn = square.bitboard();
    let beside = pawn.east() | pawn.west();
    let ahead = fill_forward(us, pawn.forward(us));
    let opposed = (ahead & enemy).any();
    let stoppers = (ahead | ahead.east() | ahead.west()) & enemy;
    // Neighbors that stand beside or behind can still come to help.
    let helpers = fill_forward(!us, beside) & own;
    let is_doubled = (ahead & own).any();

    if is_doubled {
        sum.add(us, TERM.doubled.at(0));
    }
    if (beside & own).any() {
        sum.add(us, TERM.phalanx.at(rank));
    }
    if (attacks::pawn(!us, square) & own).any() {
        sum.add(us, TERM.supported.at(rank));
    }
    let neighbors = fill_forward(us, beside) & own | helpers;
    if neighbors.is_empty() {
        sum.add(us, TERM.isolated.at(usize::from(!opposed)));
    } else if helpers.is_empty() && (pawn.forward(us) & info.pawn_attacks[!us]).any() {
        sum.add(us, TERM.backward.at(usize::from(!opposed)));
    }
    let is_passed = stoppers.is_empty() && !is_doubled;
    if !opposed && !is_passed && !is_doubled && helpers.count() >= stoppers.count() {
        sum.add(us, TERM.candidate.at(rank));
    }
    is_passed
}

/// Adds a passed pawn, as far as pieces do not matter.
fn add_passed<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color, square: Square) {
    let rank = relative_rank(us, square);
    sum.add(us, TERM.passed.at(rank));
    if info.pawn_attacks[us].contains(square) {
        sum.add(us, TERM.passed_supported.at(0));
    }
    let Some(next) = square.bitboard().forward(us).first().filter(|_| rank >= KINGS_HURRY) else {
        return;
    };
    let haste = (rank - KINGS_HURRY + 1) as i32;
    let distance = |color| usize::from(next.distance(info.king[color]));
    sum.add_times(us, TERM.passed_own_king.at(distance(us)), haste);
    sum.add_times(us, TERM.passed_enemy_king.at(distance(!us)), haste);
}

/// Adds the pawns on the three files at a king: its own as shelter, the enemy's as a storm.
fn add_shelter<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    let king = info.king[us];
    let level = fill_forward(us, Bitboard::rank(king.rank()));
    let middle = (king.file() as usize).clamp(1, 6);
    for file in &File::ALL[middle - 1..=middle + 1] {
        let lane = Bitboard::file(*file) & level;
        let own = nearest(us, info.pawns[us] & lane & !info.pawn_attacks[!us]);
        let enemy = nearest(us, info.pawns[!us] & lane);
        let edge = edge_distance(Square::new(*file, king.rank()));
        sum.add(us, TERM.shelter.at(8 * edge + own));
        if own != 0 && enemy == own + 1 {
            sum.add(us, TERM.storm_blocked.at(enemy));
        } else {
            sum.add(us, TERM.storm.at(8 * edge + enemy));
        }
    }
}

/// The rank, as a side counts it, of the pawn nearest to that side; 0 when there is none.
fn nearest(us: Color, pawns: Bitboard) -> usize {
    let square = if us.is_white() { pawns.first() } else { pawns.last() };
    square.map_or(0, |square| relative_rank(us, square))
}
