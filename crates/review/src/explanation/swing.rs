//! How much material a bad move costs: what its refutation wins, and what the best line would have.

use chess::Role;

use super::exchange::{captured, piece_value};
use super::line_with_positions::LineWithPositions;
use super::{BadMove, MaterialGain, MoveFact};

/// Pawns that a line may win or lose on its way.
const TOLERANCE_BELOW: i32 = 1;
/// Pawns that a line may win beyond the amount for a fact to be worth mentioning.
const TOLERANCE_ABOVE: i32 = 3;

/// The material gains of the two lines, in pawns.
#[derive(Clone, Copy)]
pub(super) struct MaterialSwing {
    /// What the opponent wins after the move, minus what the move itself captured.
    pub(super) lost: i32,
    /// What the mover would have won with best play.
    pub(super) missed: i32,
}

impl MaterialSwing {
    /// The swing between two lines, by a measure of what a line wins.
    pub(super) fn new(
        bad_move: &BadMove,
        best: &LineWithPositions,
        reply: &LineWithPositions,
        gain: fn(&LineWithPositions) -> i32,
    ) -> MaterialSwing {
        let promoted = bad_move.played.promoted();
        let promoted = promoted.map_or(0, |role| piece_value(role) - piece_value(Role::Pawn));
        let taken = captured(bad_move.position, bad_move.played).map_or(0, piece_value);
        MaterialSwing { lost: gain(reply) - taken - promoted, missed: gain(best) }
    }

    /// The first of two facts, beginning with what costs more.
    pub(super) fn worse_first(
        self,
        losing: impl Fn() -> Option<MoveFact>,
        missing: impl Fn() -> Option<MoveFact>,
    ) -> Option<MoveFact> {
        if self.lost >= self.missed { losing().or_else(missing) } else { missing().or_else(losing) }
    }

    /// True when this amount is what is lost, and best play would not have lost it.
    pub(super) fn loses(self, amount: i32) -> bool {
        accounts_for(amount, self.lost) && accounts_for(amount, self.lost + self.missed)
    }

    /// The same for what is missed.
    pub(super) fn misses(self, amount: i32) -> bool {
        accounts_for(amount, self.missed) && accounts_for(amount, self.lost + self.missed)
    }

    /// True when a gain is about all that its line wins in the end, and the other line, with what
    /// the same side wins there, avoids it.
    pub(super) fn explains(self, gain: MaterialGain, kept: i32, otherwise: i32) -> bool {
        let amount = gain.won.value() - gain.cost.value();
        (amount..=amount + TOLERANCE_ABOVE).contains(&kept)
            && otherwise < amount
            && self.lost + self.missed >= (amount - TOLERANCE_BELOW).max(1)
    }
}

/// True when an amount of pawns explains about all that a line wins.
fn accounts_for(amount: i32, total: i32) -> bool {
    total > 0 && (amount - TOLERANCE_BELOW..=amount + TOLERANCE_ABOVE.min(amount)).contains(&total)
}
