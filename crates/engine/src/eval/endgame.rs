//! Endgames that the sum of weights misjudges: some have a value of their own, in others an
//! advantage counts for less because it is hard to convert.

mod kpk;

use chess::{Bitboard, Board, Color, File, Position, Role, Square};

use super::info::edge_distance;
use super::terms::TERM;

/// The scale of an endgame whose score counts in full.
pub(super) const SCALE_NORMAL: i32 = 64;

/// A bare king against enough material to mate.
const SURE_WIN: i32 = 2_000;
/// King and pawn that win against a king.
const PAWN_WIN: i32 = 600;
/// For each step of the pawn that wins.
const PAWN_STEP: i32 = 20;
/// For each step of the bare king towards the edge, or the corner where it can be mated.
const EDGE_STEP: i32 = 20;
/// For each step of the kings towards each other.
const KING_STEP: i32 = 8;

/// The value of a known endgame for the side to move.
#[inline]
pub(super) fn known(position: &Position) -> Option<i32> {
    let board = position.board();
    let strong = match Color::ALL.map(|color| board.color(color).more_than_one()) {
        [true, true] => return None,
        [true, false] => Color::White,
        [false, _] => Color::Black,
    };
    let value = bare_king(position, strong)?;
    Some(if position.turn() == strong { value } else { -value })
}

/// The value for the side that has more than a king.
fn bare_king(position: &Position, strong: Color) -> Option<i32> {
    let board = position.board();
    let pieces = |role| board.pieces(strong, role);
    if board.is_insufficient_material() {
        return Some(0);
    }
    let (king, weak) = (position.king(strong), position.king(!strong));
    if let Some(pawn) = pieces(Role::Pawn).single().filter(|_| board.color(strong).count() == 2) {
        let won = kpk::is_won(strong, king, pawn, weak, position.turn());
        let steps = strong.relative(pawn).index() as i32 / 8;
        return Some(if won { PAWN_WIN + PAWN_STEP * steps } else { 0 });
    }
    let closeness = KING_STEP * (7 - i32::from(king.distance(weak)));
    if pieces(Role::Bishop).any() && pieces(Role::Knight).any() && board.color(strong).count() == 3
    {
        let corner = EDGE_STEP * (14 - steps_to_corner(weak, pieces(Role::Bishop)));
        return Some(SURE_WIN + material(board, strong) + closeness + corner);
    }
    if can_force_mate(board, strong) {
        let edge = EDGE_STEP * edge_nearness(weak);
        return Some(SURE_WIN + material(board, strong) + closeness + edge);
    }
    pieces(Role::Pawn).is_empty().then_some(0)
}

/// True when the pieces beside pawns can mate a bare king by force.
fn can_force_mate(board: &Board, side: Color) -> bool {
    let pieces = |role| board.pieces(side, role);
    let bishops = pieces(Role::Bishop);
    let both_colors = (bishops & Bitboard::DARK).any() && (bishops & Bitboard::LIGHT).any();
    let knights = pieces(Role::Knight).count();
    (pieces(Role::Queen) | pieces(Role::Rook)).any()
        || both_colors
        || knights > 2
        || bishops.any() && knights > 0
}

fn material(board: &Board, side: Color) -> i32 {
    let roles = &Role::ALL[..5];
    roles
        .iter()
        .map(|&role| {
            let value = TERM.material.at(role as usize).weight().end();
            value * board.pieces(side, role).count() as i32
        })
        .sum()
}

/// How near a square lies to the edge, from 0 in the center to 6 in a corner.
fn edge_nearness(square: Square) -> i32 {
    let rank = square.index() / 8;
    6 - (edge_distance(square) + rank.min(7 - rank)) as i32
}

/// Steps along ranks and files to the nearer corner of a bishop's color.
fn steps_to_corner(king: Square, bishop: Bitboard) -> i32 {
    let corners = if (bishop & Bitboard::DARK).any() {
        [Square::A1, Square::H8]
    } else {
        [Square::H1, Square::A8]
    };
    let steps = |corner: Square| {
        let files = (king.index() % 8).abs_diff(corner.index() % 8);
        let ranks = (king.index() / 8).abs_diff(corner.index() / 8);
        (files + ranks) as i32
    };
    corners.map(steps).into_iter().min().unwrap_or(0)
}

/// How much of an advantage counts in the endgame, of [`SCALE_NORMAL`].
#[inline]
pub(super) fn scale(position: &Position, strong: Color, passed: Bitboard) -> i32 {
    /// Each further pawn makes a win more likely, up to the fourth.
    const BY_PAWNS: [i32; 5] = [40, 46, 52, 58, SCALE_NORMAL];
    /// Without pawns, a minor piece more does not win.
    const NO_PAWNS: i32 = 8;
    /// A minor piece may be given for the last pawn.
    const PAWN_FOR_MINOR: i32 = 24;
    /// What a minor piece counts in [`piece_material`].
    const MINOR: i32 = 3;
    let board = position.board();
    let pawns = board.pieces(strong, Role::Pawn);
    if opposite_bishops(board) {
        return opposite_bishops_scale(board, (passed & board.color(strong)).count() as i32);
    }
    let count = pawns.count();
    if count >= 4 {
        return SCALE_NORMAL;
    }
    if is_wrong_rook_pawn(position, strong) {
        return 0;
    }
    let ahead = piece_material(board, strong) - piece_material(board, !strong);
    if ahead > MINOR && can_force_mate(board, strong) {
        return SCALE_NORMAL;
    }
    match count {
        0 if can_force_mate(board, strong) => NO_PAWNS,
        0 => 0,
        1 if ahead == 0 && has_minors(board, !strong) => PAWN_FOR_MINOR,
        _ => BY_PAWNS[count],
    }
}

/// The material of a side without pawns, roughly in pawns.
fn piece_material(board: &Board, side: Color) -> i32 {
    let count = |role| board.pieces(side, role).count() as i32;
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

fn has_minors(board: &Board, side: Color) -> bool {
    (board.pieces(side, Role::Knight) | board.pieces(side, Role::Bishop)).any()
}

/// True when each side has one bishop, on squares of different colors.
fn opposite_bishops(board: &Board) -> bool {
    let bishops = board.role(Role::Bishop);
    let each = Color::ALL.map(|color| (bishops & board.color(color)).single());
    matches!(each, [Some(white), Some(black)] if white.is_dark() != black.is_dark())
}

fn opposite_bishops_scale(board: &Board, passed: i32) -> i32 {
    /// With other pieces beside the bishops.
    const WITH_OTHER_PIECES: i32 = 50;
    /// With bishops and pawns alone: without a passed pawn, for each of them, and at most.
    const WITHOUT_PASSED: i32 = 20;
    const BY_PASSED: i32 = 8;
    const MAX: i32 = 48;
    let others = board.role(Role::Knight) | board.role(Role::Rook) | board.role(Role::Queen);
    if others.any() { WITH_OTHER_PIECES } else { (WITHOUT_PASSED + BY_PASSED * passed).min(MAX) }
}

/// The wrong rook pawn: all pawns stand on one rook file, no bishop controls the square where they
/// promote, and the enemy king has reached it.
fn is_wrong_rook_pawn(position: &Position, strong: Color) -> bool {
    let board = position.board();
    let pawns = board.pieces(strong, Role::Pawn);
    let bishops = board.pieces(strong, Role::Bishop);
    let pieces = pawns | bishops | board.pieces(strong, Role::King);
    let Some(pawn) = pawns.first().filter(|_| pieces == board.color(strong)) else { return false };
    let file = pawn.file();
    let corner = Square::new(file, strong.promotion_rank());
    let guarding = if corner.is_dark() { Bitboard::DARK } else { Bitboard::LIGHT };
    matches!(file, File::A | File::H)
        && (pawns & !Bitboard::file(file)).is_empty()
        && (bishops & guarding).is_empty()
        && position.king(!strong).distance(corner) <= 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the known value of a position by a predicate.
    fn check(fen: &str, expected: impl Fn(Option<i32>) -> bool) {
        let value = known(&fen.parse().unwrap());
        assert!(expected(value), "{fen}: {value:?}");
    }

    #[test]
    fn what_cannot_be_won_is_worth_nothing() {
        for fen in [
            "8/8/4k3/8/8/4K3/8/8 w - - 0 1",
            "8/8/4k3/8/8/4KN2/8/8 b - - 0 1",
            "8/8/4k3/8/8/4KB2/8/8 w - - 0 1",
            "8/8/4k3/8/8/3NKN2/8/8 w - - 0 1",
            "8/4k3/8/4K3/4P3/8/8/8 w - - 0 1",
            "k7/8/K7/P7/8/8/8/8 w - - 0 1",
        ] {
            check(fen, |value| value == Some(0));
        }
    }

    #[test]
    fn a_bare_king_against_force_is_lost() {
        for fen in [
            "8/8/4k3/8/8/4K3/8/7R b - - 0 1",
            "8/8/4k3/8/8/4K3/8/7Q b - - 0 1",
            "8/8/4k3/8/8/4K3/8/5BB1 b - - 0 1",
            "8/8/4k3/8/8/4K3/8/5BN1 b - - 0 1",
            "4k3/8/8/8/8/4K3/7P/7R b - - 0 1",
        ] {
            check(fen, |value| value.is_some_and(|value| value < -SURE_WIN));
        }
        check("4k3/4P3/4K3/8/8/8/8/8 b - - 0 1", |value| value == Some(0));
        check("8/4P1k1/4K3/8/8/8/8/8 b - - 0 1", |value| value.is_some_and(|value| value < 0));
    }

    #[test]
    fn bishop_and_knight_drive_the_king_to_the_right_corner() {
        let right: Position = "k7/8/2K5/8/8/8/8/5BN1 w - - 0 1".parse().unwrap();
        let wrong: Position = "7k/8/5K2/8/8/8/8/5BN1 w - - 0 1".parse().unwrap();
        assert!(known(&right) > known(&wrong));
    }

    #[test]
    fn an_advantage_that_is_hard_to_win_counts_for_less() {
        for (fen, expected) in [
            ("7k/8/8/7P/8/8/3B4/4K3 w - - 0 1", 40..=SCALE_NORMAL),
            ("7k/8/8/7P/8/8/4B3/4K3 w - - 0 1", 0..=0),
            ("8/5k2/8/4b3/2PP4/2B5/5K2/8 w - - 0 1", 1..=SCALE_NORMAL),
            ("8/5k2/8/3b4/2PP4/2B5/5K2/8 w - - 0 1", 1..=40),
            ("8/5k1r/8/8/3P4/8/5K2/6R1 w - - 0 1", 40..=50),
            ("8/5k2/8/3b4/8/8/5K2/6R1 w - - 0 1", 1..=10),
            ("8/5k2/8/3p4/8/5N2/5K2/8 w - - 0 1", 0..=0),
        ] {
            let position: Position = fen.parse().unwrap();
            let scale = scale(&position, Color::White, Bitboard::EMPTY);
            assert!(expected.contains(&scale), "{fen}: {scale}");
        }
    }
}
