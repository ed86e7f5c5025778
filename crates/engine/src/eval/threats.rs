//! Pieces that are attacked by something cheaper or guarded by nothing, and room in the center.

use chess::{Bitboard, Color, File, Rank, Role, attacks};

use super::info::{EvalInfo, fill_forward};
use super::terms::TERM;
use super::trace::{TermSum, Trace};

/// Adds what a side threatens and the room it has.
#[inline(always)]
pub(super) fn add<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    add_captures(info, sum, us);
    add_pawn_threats(info, sum, us);
    add_space(info, sum, us);
}

/// Attacks by pieces and the king.
#[inline(always)]
fn add_captures<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    let (attack, guard) = (&info.attack_map[us], &info.attack_map[!us]);
    let enemies = info.board.color(!us);
    let victims = |role| info.board.pieces(!us, role);
    let firmly_guarded = guard.by[Role::Pawn] | guard.twice & !attack.twice;
    let weak = enemies & !firmly_guarded & attack.all;
    let heavy = victims(Role::Rook) | victims(Role::Queen);

    let minors = attack.by[Role::Knight] | attack.by[Role::Bishop];
    for role in [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        let worth_it = victims(role) & (weak | heavy);
        let term = role as usize;
        let by_minor = (worth_it & minors).count() as i32;
        sum.add_times(us, TERM.minor_threat.at(term), by_minor);
        let by_rook =
            (victims(role) & (weak | victims(Role::Queen)) & attack.by[Role::Rook]).count();
        sum.add_times(us, TERM.rook_threat.at(term), by_rook as i32);
    }
    let by_king = (weak & attack.by[Role::King] & !guard.all).count() as i32;
    sum.add_times(us, TERM.king_threat.at(0), by_king);
    let hanging = enemies & attack.all & !guard.all;
    let pawns = (hanging & info.pawns[!us]).count() as i32;
    sum.add_times(us, TERM.hanging.at(0), pawns);
    sum.add_times(us, TERM.hanging.at(1), hanging.count() as i32 - pawns);
}

/// Attacks by pawns, now and after a safe step.
#[inline(always)]
fn add_pawn_threats<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    let victims = |role| info.board.pieces(!us, role);
    let minors = victims(Role::Knight) | victims(Role::Bishop);
    for (index, pieces) in
        [minors, victims(Role::Rook), victims(Role::Queen)].into_iter().enumerate()
    {
        let attacked = (pieces & info.pawn_attacks[us]).count() as i32;
        sum.add_times(us, TERM.pawn_threat.at(index), attacked);
    }
    let (attack, guard) = (&info.attack_map[us], &info.attack_map[!us]);
    let empty = !info.occupied;
    let third = Bitboard::rank(if us.is_white() { Rank::Third } else { Rank::Sixth });
    let once = info.pawns[us].forward(us) & empty;
    let steps = once | (once & third).forward(us) & empty;
    let safe = steps & !guard.by[Role::Pawn] & (attack.all | !guard.all);
    let pieces = info.board.color(!us) & !info.pawns[!us] & !info.pawn_attacks[us];
    let threatened = (attacks::pawns(us, safe) & pieces).count() as i32;
    sum.add_times(us, TERM.push_threat.at(0), threatened);
}

/// Squares in the center, on the own side, that no enemy pawn attacks; those behind a pawn count
/// twice.
#[inline(always)]
fn add_space<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    let own = center(us) & !info.pawns[us] & !info.pawn_attacks[!us];
    let behind = own & fill_forward(!us, info.pawns[us].forward(!us)) & !info.attack_map[!us].all;
    sum.add_times(us, TERM.space.at(0), (own.count() + behind.count()) as i32);
}

/// The files from c to f, from the second to the fourth rank.
const fn center(us: Color) -> Bitboard {
    let files = Bitboard::file(File::C).0
        | Bitboard::file(File::D).0
        | Bitboard::file(File::E).0
        | Bitboard::file(File::F).0;
    let ranks = match us {
        Color::White => 0x0000_0000_ffff_ff00,
        Color::Black => 0x00ff_ffff_0000_0000,
    };
    Bitboard(files & ranks)
}
