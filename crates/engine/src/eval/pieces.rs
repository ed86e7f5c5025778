//! Knights, bishops, rooks and queens: where they stand, how far they reach, what suits them.

use chess::{Bitboard, Color, Rank, Role, Square, attacks};

use super::info::{EvalInfo, relative_rank, square_term};
use super::king;
use super::terms::{TERM, Term};
use super::trace::{TermSum, Trace};

/// Pawns of one side about which knights and rooks are neither better nor worse.
const USUAL_PAWNS: i32 = 5;

/// Adds the terms of a side's pieces, and records what they attack.
#[inline(always)]
pub(super) fn add<T: Trace>(info: &mut EvalInfo, sum: &mut TermSum<T>, us: Color) {
    add_role(info, sum, us, Role::Knight);
    add_role(info, sum, us, Role::Bishop);
    add_role(info, sum, us, Role::Rook);
    add_role(info, sum, us, Role::Queen);
    add_numbers(info, sum, us);
}

/// Adds what depends on how many pieces of each role there are.
#[inline(always)]
fn add_numbers<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color) {
    let count = |role| info.board.pieces(us, role).count() as i32;
    for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen] {
        sum.add_times(us, TERM.material.at(role as usize), count(role));
    }
    let bishops = info.board.pieces(us, Role::Bishop);
    if (bishops & Bitboard::DARK).any() && (bishops & Bitboard::LIGHT).any() {
        sum.add(us, TERM.bishop_pair.at(0));
    }
    let more_pawns = count(Role::Pawn) - USUAL_PAWNS;
    sum.add_times(us, TERM.knight_pawns.at(0), count(Role::Knight) * more_pawns);
    sum.add_times(us, TERM.rook_pawns.at(0), count(Role::Rook) * more_pawns);
}

/// Adds the pieces of one role, each for itself.
#[inline(always)]
fn add_role<T: Trace>(info: &mut EvalInfo, sum: &mut TermSum<T>, us: Color, role: Role) {
    let own = |role| info.board.pieces(us, role);
    // A slider supports what stands behind another one that moves the same way.
    let transparent = match role {
        Role::Bishop => own(Role::Queen),
        Role::Rook => own(Role::Queen) | own(Role::Rook),
        _ => Bitboard::EMPTY,
    };
    let occupied = info.occupied & !transparent;
    let area = !(info.pawns[us].with(info.king[us]) | info.pawn_attacks[!us]);
    for square in own(role) {
        let seen = attacks::by_role(role, square, occupied);
        info.attack_map[us].add(role, seen);
        sum.add(us, square_term(role, us, square));
        sum.add(us, mobility(role, (seen & area).count()));
        let hits = seen & info.king_zone[!us];
        if hits.any() {
            info.king_attack[us].attackers += 1;
            info.king_attack[us].units += king::attacker_units(role) + hits.count() as i32;
        }
        match role {
            Role::Knight | Role::Bishop => add_minor(info, sum, us, role, square, seen),
            Role::Rook => add_rook(info, sum, us, square),
            Role::Pawn | Role::Queen | Role::King => {}
        }
    }
}

#[inline(always)]
fn mobility(role: Role, squares: usize) -> Term {
    match role {
        Role::Knight => TERM.knight_mobility.at(squares),
        Role::Bishop => TERM.bishop_mobility.at(squares),
        Role::Rook => TERM.rook_mobility.at(squares),
        Role::Pawn | Role::Queen | Role::King => TERM.queen_mobility.at(squares),
    }
}

/// Outposts, cover behind a pawn, and pawns in a bishop's way.
#[inline(always)]
fn add_minor<T: Trace>(
    info: &EvalInfo,
    sum: &mut TermSum<T>,
    us: Color,
    role: Role,
    square: Square,
    seen: Bitboard,
) {
    let outposts = outposts(us) & info.pawn_attacks[us] & !info.pawn_span[!us];
    let is_bishop = role == Role::Bishop;
    if outposts.contains(square) {
        sum.add(us, TERM.outpost.at(usize::from(is_bishop)));
    } else if !is_bishop && (seen & outposts & !info.board.color(us)).any() {
        sum.add(us, TERM.outpost_reach.at(0));
    }
    let pawns = info.pawns[Color::White] | info.pawns[Color::Black];
    if (square.bitboard().forward(us) & pawns).any() {
        sum.add(us, TERM.behind_pawn.at(0));
    }
    if is_bishop {
        let color = if Bitboard::DARK.contains(square) { Bitboard::DARK } else { Bitboard::LIGHT };
        let in_the_way = (info.pawns[us] & color).count() as i32;
        sum.add_times(us, TERM.bishop_pawns.at(0), in_the_way);
    }
}

/// The ranks, from the fourth to the sixth, where a minor piece is well placed.
const fn outposts(us: Color) -> Bitboard {
    let ranks = match us {
        Color::White => [Rank::Fourth, Rank::Fifth, Rank::Sixth],
        Color::Black => [Rank::Third, Rank::Fourth, Rank::Fifth],
    };
    Bitboard(Bitboard::rank(ranks[0]).0 | Bitboard::rank(ranks[1]).0 | Bitboard::rank(ranks[2]).0)
}

/// Open files and the seventh rank.
#[inline(always)]
fn add_rook<T: Trace>(info: &EvalInfo, sum: &mut TermSum<T>, us: Color, square: Square) {
    const SEVENTH: usize = 6;
    if !info.pawn_files[us].contains(square) {
        let is_open = !info.pawn_files[!us].contains(square);
        sum.add(us, TERM.rook_file.at(usize::from(is_open)));
    }
    if relative_rank(us, square) == SEVENTH {
        let rank = Bitboard::rank(square.rank());
        let king_behind = relative_rank(us, info.king[!us]) > SEVENTH;
        if king_behind || (info.pawns[!us] & rank).any() {
            sum.add(us, TERM.rook_seventh.at(0));
        }
    }
}
