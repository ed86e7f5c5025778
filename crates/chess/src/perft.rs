//! Perft: counts the leaf nodes of the move tree, to test and time move generation.
//!
//! The tree is walked straight from the generator: each set of targets is played as it is
//! generated, so no move list is built.

use std::hint::black_box;

use crate::movegen::{Sink, origin};
use crate::{Bitboard, Color, Move, MoveFilter, Position, Role, Square};

/// The number of move sequences of a given length. The last moves are counted without being played
/// (bulk counting).
///
/// ```
/// use tabiya_chess::{Position, perft};
///
/// assert_eq!(perft::count(&Position::default(), 3), 8_902);
/// ```
pub fn count(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves() as u64,
        _ => sum_over_children(position, |next| count(next, depth - 1)),
    }
}

/// The same number, with the last moves played too.
pub fn count_by_playing(position: &Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        // Keeps the compiler from optimizing the unused positions away.
        1 => sum_over_children(position, |next| {
            black_box(next);
            1
        }),
        _ => sum_over_children(position, |next| count_by_playing(next, depth - 1)),
    }
}

/// The count below each legal move, in generation order.
pub fn divide(position: &Position, depth: u32) -> Vec<(Move, u64)> {
    let below = depth.saturating_sub(1);
    position
        .legal_moves()
        .into_iter()
        .map(|m| (m, count(&position.play_unchecked(m), below)))
        .collect()
}

/// The sum of `visit` over the positions after each legal move.
#[inline(always)]
fn sum_over_children(position: &Position, visit: impl FnMut(&Position) -> u64) -> u64 {
    let mut children = Children { position, visit, sum: 0 };
    position.generate(MoveFilter::ALL, &mut children);
    children.sum
}

/// Plays every generated move.
struct Children<'a, Visit> {
    position: &'a Position,
    visit: Visit,
    sum: u64,
}

impl<Visit: FnMut(&Position) -> u64> Children<'_, Visit> {
    #[inline(always)]
    fn play(&mut self, play: impl FnOnce(&mut Position, &Position)) {
        let mut next = *self.position;
        play(&mut next, self.position);
        self.sum += (self.visit)(&next);
    }
}

impl<Visit: FnMut(&Position) -> u64> Sink for Children<'_, Visit> {
    #[inline(always)]
    fn piece(&mut self, us: Color, role: Role, from: Square, to: Bitboard) {
        for to in to {
            self.play(|next, before| next.move_piece(before, us, role, role, from, to));
        }
    }

    #[inline(always)]
    fn pawns(&mut self, us: Color, to: Bitboard, step: i8) {
        for to in to {
            let from = origin(to, step);
            self.play(|next, before| next.move_piece(before, us, Role::Pawn, Role::Pawn, from, to));
        }
    }

    #[inline(always)]
    fn promotions(&mut self, us: Color, to: Bitboard, step: i8) {
        for to in to {
            for role in Role::PROMOTIONS {
                self.play(|next, before| {
                    next.move_piece(before, us, Role::Pawn, role, origin(to, step), to);
                });
            }
        }
    }

    #[inline(always)]
    fn en_passant(&mut self, us: Color, from: Square, to: Square) {
        self.play(|next, before| next.capture_en_passant(before, us, from, to));
    }

    #[inline(always)]
    fn castle(&mut self, us: Color, king: Square, rook: Square) {
        self.play(|next, before| next.castle(before, us, king, rook));
    }
}
