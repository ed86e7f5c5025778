//! The worth of a position at first sight, without looking ahead.

use chess::Position;

/// Judges positions. Each searching thread has one of its own, so that it may keep caches.
#[derive(Default)]
pub struct Evaluator {}

impl Evaluator {
    /// The worth of a position for the side to move, in centipawns.
    pub fn evaluate(&mut self, position: &Position) -> i32 {
        use chess::Role;
        let worth = |color| -> i32 {
            [(Role::Pawn, 100), (Role::Knight, 320), (Role::Bishop, 330), (Role::Rook, 500)]
                .iter()
                .chain(&[(Role::Queen, 950)])
                .map(|&(role, worth)| worth * position.board().pieces(color, role).count() as i32)
                .sum()
        };
        worth(position.turn()) - worth(!position.turn())
    }
}
