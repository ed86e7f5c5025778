//! Which squares a piece attacks, and the geometry of lines.
//!
//! Pawns, knights and kings are looked up by square, sliders (bishop, rook, queen) by square and
//! occupancy. All tables are computed at compile time. This module knows nothing of positions or
//! turns.

mod sliders;

use crate::{Bitboard, Color, Role, Square};

use sliders::Slider;
pub use sliders::{bishop, rook};

/// Squares that a knight attacks.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] =
        steps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
    TABLE[square.index()]
}

/// Squares that a king attacks.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] =
        steps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);
    TABLE[square.index()]
}

/// Squares that a pawn of the given color attacks.
#[inline(always)]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 2] = [pawn_table(Color::White), pawn_table(Color::Black)];
    TABLE[color as usize][square.index()]
}

/// Squares that a queen attacks: those of a bishop and a rook combined.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Squares that a piece of any role except the pawn attacks.
///
/// ```
/// use tabiya_chess::{attacks, Bitboard, Role, Square};
///
/// let seen = attacks::by_role(Role::Rook, Square::A1, Square::A3.bitboard());
/// assert_eq!(seen.count(), 9); // a2, a3 and the first rank
/// assert!(attacks::by_role(Role::Pawn, Square::A2, Bitboard::EMPTY).is_empty());
/// ```
#[inline(always)]
pub fn by_role(role: Role, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// Squares that a set of pawns attacks.
#[inline(always)]
pub const fn pawns(color: Color, pawns: Bitboard) -> Bitboard {
    let ahead = pawns.forward(color);
    Bitboard(ahead.east().0 | ahead.west().0)
}

/// Squares that a set of knights attacks.
#[inline(always)]
pub const fn knights(knights: Bitboard) -> Bitboard {
    let near = Bitboard(knights.east().0 | knights.west().0);
    let far = Bitboard(knights.east().east().0 | knights.west().west().0);
    Bitboard(near.0 << 16 | near.0 >> 16 | far.0 << 8 | far.0 >> 8)
}

/// Squares that a rook attacks on an empty board.
#[inline(always)]
pub fn rook_rays(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = Slider::Rook.rays();
    TABLE[square.index()]
}

/// Squares that a bishop attacks on an empty board.
#[inline(always)]
pub fn bishop_rays(square: Square) -> Bitboard {
    static TABLE: [Bitboard; 64] = Slider::Bishop.rays();
    TABLE[square.index()]
}

/// Squares strictly between two squares on one rank, file or diagonal; empty for other pairs.
///
/// ```
/// use tabiya_chess::{attacks, Square};
///
/// assert_eq!(attacks::between(Square::A1, Square::C3), Square::B2.bitboard());
/// assert!(attacks::between(Square::A1, Square::B3).is_empty());
/// ```
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 64] = segment_table(Segment::Between);
    TABLE[a.index()][b.index()]
}

/// The whole rank, file or diagonal through two squares, edge to edge; empty for other pairs.
///
/// ```
/// use tabiya_chess::{attacks, Square};
///
/// assert_eq!(attacks::line(Square::B2, Square::C3).count(), 8);
/// ```
#[inline(always)]
pub fn line(a: Square, b: Square) -> Bitboard {
    static TABLE: [[Bitboard; 64]; 64] = segment_table(Segment::Line);
    TABLE[a.index()][b.index()]
}

/// The attack table of a piece that moves by (files, ranks) steps.
const fn steps(steps: [(i8, i8); 8]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < 8 {
            if let Some(to) = Square::ALL[from].offset(steps[step].0, steps[step].1) {
                table[from] = table[from].with(to);
            }
            step += 1;
        }
        from += 1;
    }
    table
}

/// The attack table of a pawn.
const fn pawn_table(color: Color) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        table[from] = pawns(color, Square::ALL[from].bitboard());
        from += 1;
    }
    table
}

/// The part of a line that [`segment_table`] computes.
#[derive(Clone, Copy)]
enum Segment {
    /// The squares strictly between the two.
    Between,
    /// The line through both, from edge to edge.
    Line,
}

/// A segment for every pair of squares.
#[expect(clippy::large_stack_arrays, reason = "evaluated by the compiler")]
const fn segment_table(segment: Segment) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            if a != b {
                table[a][b] = segment_between(segment, Square::ALL[a], Square::ALL[b]);
            }
            b += 1;
        }
        a += 1;
    }
    table
}

/// The segment for one pair of squares, from the line through both.
const fn segment_between(segment: Segment, a: Square, b: Square) -> Bitboard {
    let lines = &sliders::LINES[a.index()];
    let mut index = 0;
    while index < lines.len() {
        let line = lines[index].with(a);
        if line.contains(b) {
            return match segment {
                Segment::Line => line,
                Segment::Between => Bitboard(
                    sliders::line_attacks(line.without(a), a, b.bitboard()).0
                        & sliders::line_attacks(line.without(b), b, a.bitboard()).0,
                ),
            };
        }
        index += 1;
    }
    Bitboard::EMPTY
}
