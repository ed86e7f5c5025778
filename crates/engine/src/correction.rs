//! How far the static evaluation was off in positions like this one.
//!
//! After a search, the difference between what it found and what the evaluation had said is
//! remembered under several signatures of the position: its pawns, its minor and major pieces, each
//! side's pieces, and the last two moves. The next evaluation of a position that shares a signature is
//! corrected by it.

use chess::{Bitboard, Color, Position, Role};

use crate::history::{self, Moved, boxed};
use crate::score::{Score, clamp_eval};
use crate::tunables;

/// Places for each signature and side.
const SIZE: usize = 4096;
/// Signatures that come from the board.
const KINDS: usize = 5;
/// Places for pairs of moves.
const PAIRS: usize = 16_384;
/// What a full figure times a weight is divided by: a weight is then the correction, in
/// centipawns, that a full figure makes.
const UNIT: i32 = history::LIMIT;
/// The greatest change that one search makes.
const STEP: i32 = history::LIMIT / 4;

/// One thread's experience with its evaluation.
pub(crate) struct Correction {
    boards: Box<[[[i16; SIZE]; 2]; KINDS]>,
    pairs: Box<[i16; PAIRS]>,
}

/// The places where a position's corrections are kept.
#[derive(Clone, Copy)]
pub(crate) struct Signature {
    turn: Color,
    boards: [u16; KINDS],
    pair: Option<u16>,
}

impl Signature {
    /// The signature of a position that the last two moves led to.
    pub(crate) fn new(
        position: &Position,
        last: Option<Moved>,
        before: Option<Moved>,
    ) -> Signature {
        let board = position.board();
        let roles = |first, second| {
            let sets = [Color::White, Color::Black]
                .map(|color| [board.pieces(color, first), board.pieces(color, second)]);
            mix(sets.as_flattened())
        };
        let pieces = |color| {
            let sides = board.color(color);
            mix(&[
                board.role(Role::Knight) & sides,
                board.role(Role::Bishop) & sides,
                board.role(Role::Rook) & sides,
                board.role(Role::Queen) & sides,
                board.role(Role::King) & sides,
            ])
        };
        Signature {
            turn: position.turn(),
            boards: [
                mix(&[
                    board.pieces(Color::White, Role::Pawn),
                    board.pieces(Color::Black, Role::Pawn),
                ]),
                roles(Role::Knight, Role::Bishop),
                roles(Role::Rook, Role::Queen),
                pieces(Color::White),
                pieces(Color::Black),
            ],
            pair: last.zip(before).map(|(last, before)| last.pair(before)),
        }
    }
}

/// A few sets of squares as one number below [`SIZE`].
fn mix(sets: &[Bitboard]) -> u16 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed =
        sets.iter().fold(0_u64, |hash, set| (hash ^ set.0).wrapping_mul(ODD).rotate_left(29));
    (mixed >> 48) as u16 % SIZE as u16
}

impl Correction {
    pub(crate) fn new() -> Correction {
        Correction { boards: boxed([[0; SIZE]; 2]), pairs: boxed(0) }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.boards.as_flattened_mut().as_flattened_mut().fill(0);
        self.pairs.fill(0);
    }

    /// The evaluation, corrected by experience.
    pub(crate) fn apply(&self, eval: Score, at: &Signature) -> Score {
        let weights = [
            tunables::correction_pawns(),
            tunables::correction_minors(),
            tunables::correction_majors(),
            tunables::correction_pieces(),
            tunables::correction_pieces(),
        ];
        let mut sum = at.pair.map_or(0, |pair| {
            i32::from(self.pairs[usize::from(pair) % PAIRS]) * tunables::correction_moves()
        });
        for ((kind, &index), weight) in self.boards.iter().zip(&at.boards).zip(weights) {
            sum += i32::from(kind[at.turn as usize][usize::from(index) % SIZE]) * weight;
        }
        clamp_eval(eval + sum / UNIT)
    }

    /// A search of this depth came to a score that lies `error` above the evaluation.
    pub(crate) fn learn(&mut self, at: &Signature, error: Score, depth: i32) {
        let step = (error * depth).clamp(-STEP, STEP);
        for (kind, &index) in self.boards.iter_mut().zip(&at.boards) {
            history::pull(&mut kind[at.turn as usize][usize::from(index) % SIZE], step);
        }
        if let Some(pair) = at.pair {
            history::pull(&mut self.pairs[usize::from(pair) % PAIRS], step);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_that_is_always_too_low_is_raised() {
        let mut correction = Correction::new();
        let position = Position::default();
        let at = Signature::new(&position, None, None);
        assert_eq!(correction.apply(30, &at), 30);
        for _ in 0..50 {
            correction.learn(&at, 80, 10);
        }
        assert!(correction.apply(30, &at) > 40);
        let other = Signature::new(&position.null_move().unwrap(), None, None);
        assert_eq!(correction.apply(30, &other), 30);
        correction.clear();
        assert_eq!(correction.apply(30, &at), 30);
    }
}
