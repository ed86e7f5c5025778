//! Correction history: how far the static evaluation was off in similar positions.
//!
//! After a search, the difference between its score and the static evaluation is remembered under
//! several keys of the position: its pawns, its minor and major pieces, each side's pieces, and the
//! last two moves. The next evaluation of a position that shares a key is corrected by it.

use chess::{Bitboard, Color, Position, Role};

use crate::history::{self, PreviousMoves, boxed};
use crate::score::{Score, clamp_eval};
use crate::tunables;

/// Entries for each key and side.
const SIZE: usize = 4096;
/// Keys that are hashes of the board.
const BOARD_KEYS: usize = 5;
/// Entries for pairs of moves.
const MOVE_PAIRS: usize = 16_384;
/// What an entry times its weight is divided by: a weight is then the correction, in centipawns, of
/// an entry at its limit.
const UNIT: i32 = history::LIMIT;

/// The correction history of one thread.
pub(crate) struct CorrectionHistory {
    boards: Box<[[[i16; SIZE]; 2]; BOARD_KEYS]>,
    move_pairs: Box<[i16; MOVE_PAIRS]>,
}

/// Where the corrections of a position are stored.
#[derive(Clone, Copy)]
pub(crate) struct CorrectionKeys {
    turn: Color,
    boards: [u16; BOARD_KEYS],
    move_pair: Option<u16>,
}

impl CorrectionKeys {
    /// The keys of a position and of the last two moves that led to it.
    pub(crate) fn new(position: &Position, previous: &PreviousMoves) -> CorrectionKeys {
        let [last, before, ..] = *previous;
        let board = position.board();
        let roles = |first, second| {
            let sets = [Color::White, Color::Black]
                .map(|color| [board.pieces(color, first), board.pieces(color, second)]);
            hash(sets.as_flattened())
        };
        let pieces = |color| {
            let sides = board.color(color);
            hash(&[
                board.role(Role::Knight) & sides,
                board.role(Role::Bishop) & sides,
                board.role(Role::Rook) & sides,
                board.role(Role::Queen) & sides,
                board.role(Role::King) & sides,
            ])
        };
        CorrectionKeys {
            turn: position.turn(),
            boards: [
                hash(&[
                    board.pieces(Color::White, Role::Pawn),
                    board.pieces(Color::Black, Role::Pawn),
                ]),
                roles(Role::Knight, Role::Bishop),
                roles(Role::Rook, Role::Queen),
                pieces(Color::White),
                pieces(Color::Black),
            ],
            move_pair: last.zip(before).map(|(last, before)| last.hash_with(before)),
        }
    }
}

/// A hash of a few bitboards, below [`SIZE`].
fn hash(sets: &[Bitboard]) -> u16 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mixed =
        sets.iter().fold(0_u64, |hash, set| (hash ^ set.0).wrapping_mul(ODD).rotate_left(29));
    (mixed >> 48) as u16 % SIZE as u16
}

impl CorrectionHistory {
    pub(crate) fn new() -> CorrectionHistory {
        CorrectionHistory { boards: boxed([[0; SIZE]; 2]), move_pairs: boxed(0) }
    }

    /// Clears everything.
    pub(crate) fn clear(&mut self) {
        self.boards.as_flattened_mut().as_flattened_mut().fill(0);
        self.move_pairs.fill(0);
    }

    /// A static evaluation with its correction.
    pub(crate) fn apply(&self, eval: Score, keys: &CorrectionKeys) -> Score {
        let weights = [
            tunables::correction_pawns(),
            tunables::correction_minors(),
            tunables::correction_majors(),
            tunables::correction_pieces(),
            tunables::correction_pieces(),
        ];
        let mut sum = keys.move_pair.map_or(0, |pair| {
            i32::from(self.move_pairs[usize::from(pair) % MOVE_PAIRS])
                * tunables::correction_moves()
        });
        for ((kind, &index), weight) in self.boards.iter().zip(&keys.boards).zip(weights) {
            sum += i32::from(kind[keys.turn as usize][usize::from(index) % SIZE]) * weight;
        }
        clamp_eval(eval + sum / UNIT)
    }

    /// Records that a search of this depth scored `error` above the static evaluation.
    pub(crate) fn update(&mut self, keys: &CorrectionKeys, error: Score, depth: i32) {
        let max = tunables::correction_bonus_max();
        let bonus = (error * depth).clamp(-max, max);
        for (kind, &index) in self.boards.iter_mut().zip(&keys.boards) {
            history::update_entry(&mut kind[keys.turn as usize][usize::from(index) % SIZE], bonus);
        }
        if let Some(pair) = keys.move_pair {
            history::update_entry(&mut self.move_pairs[usize::from(pair) % MOVE_PAIRS], bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_evaluation_that_is_always_too_low_is_raised() {
        let mut correction = CorrectionHistory::new();
        let position = Position::default();
        let keys = CorrectionKeys::new(&position, &PreviousMoves::default());
        assert_eq!(correction.apply(30, &keys), 30);
        for _ in 0..50 {
            correction.update(&keys, 80, 10);
        }
        assert!(correction.apply(30, &keys) > 40);
        let other = CorrectionKeys::new(&position.null_move().unwrap(), &PreviousMoves::default());
        assert_eq!(correction.apply(30, &other), 30);
        correction.clear();
        assert_eq!(correction.apply(30, &keys), 30);
    }
}
