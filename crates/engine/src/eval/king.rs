//! How dangerous the enemy pieces are to a king.
//!
//! Attackers, weak squares and safe checks are added up in units, and the units look up a weight:
//! so danger may grow faster than its causes while the evaluation stays a sum of weights.

use chess::{Bitboard, Color, Role, attacks};

use super::info::EvalInfo;
use super::terms::TERM;
use super::trace::{TermSum, Trace};

/// The last entry of the table of danger.
const MOST_UNITS: i32 = 47;
/// For each square of the king zone that only the king or the queen guards.
const WEAK_SQUARE: i32 = 2;
/// For each file at the king without a pawn of its own.
const OPEN_FILE: i32 = 2;
/// Without a queen an attack counts less.
const NO_QUEEN: i32 = 10;
/// One piece alone does not mate.
const FEWEST_ATTACKERS: i32 = 2;

/// Units for a piece that attacks the king zone, beside one for each square of it.
#[inline(always)]
pub(super) fn attacker_units(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Knight | Role::Rook => 3,
        Role::Bishop => 2,
        Role::Queen => 4,
    }
}

/// Units for a check that could be given on a safe square.
fn check_units(role: Role) -> i32 {
    match role {
        Role::Pawn | Role::King => 0,
        Role::Bishop => 4,
        Role::Queen => 5,
        Role::Knight | Role::Rook => 6,
    }
}

/// Adds, for the attacking side, the danger that the other king is in.
#[inline(always)]
pub(super) fn add_danger<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    let king_attack = info.king_attack[us];
    if king_attack.attackers < FEWEST_ATTACKERS {
        return;
    }
    let (attack, guard) = (&info.attack_map[us], &info.attack_map[!us]);
    let poorly_guarded = !guard.all | guard.by[Role::King] | guard.by[Role::Queen];
    let weak = attack.all & !guard.twice & poorly_guarded;
    let king = info.king[!us];
    let files = (attacks::king(king).with(king)) & Bitboard::rank(king.rank());
    let units = king_attack.units
        + WEAK_SQUARE * (info.king_zone[!us] & weak).count() as i32
        + OPEN_FILE * (files & !info.pawn_files[!us]).count() as i32
        + checks(info, us, weak)
        - if info.board.pieces(us, Role::Queen).any() { 0 } else { NO_QUEEN };
    sum.add(us, TERM.danger.at(units.clamp(0, MOST_UNITS) as usize));
}

/// Units for the roles that can give a check on a safe square.
#[inline(always)]
fn checks(info: &EvalInfo, us: Color, weak: Bitboard) -> i32 {
    let (attack, guard) = (&info.attack_map[us], &info.attack_map[!us]);
    let safe = !info.board.color(us) & (!guard.all | weak & attack.twice);
    let king = info.king[!us];
    let occupied = info.occupied & !info.board.pieces(!us, Role::Queen);
    let diagonal = attacks::bishop(king, occupied);
    let straight = attacks::rook(king, occupied);
    let from = [
        (Role::Knight, attacks::knight(king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, (diagonal | straight) & !guard.by[Role::Queen]),
    ];
    let mut units = 0;
    for (role, squares) in from {
        if (squares & attack.by[role] & safe).any() {
            units += check_units(role);
        }
    }
    units
}
