//! Values of positions as they are reported.

use crate::score::{Score, is_decisive};

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in a number of moves; negative when being mated, zero when already mated.
    Mate(i32),
}

impl Value {
    /// A number to compare values by: mates lie beyond all centipawns, shorter ones further out.
    pub fn ordering_key(self) -> i32 {
        const MATE: i32 = 1_000_000;
        match self {
            Value::Centipawns(centipawns) => centipawns,
            Value::Mate(moves) if moves > 0 => MATE - moves,
            Value::Mate(moves) => -MATE - moves,
        }
    }
}

/// Chances in thousandths to win, draw and lose, for the side to move; they add up to 1000.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wdl {
    /// Wins in a thousand games.
    pub win: u16,
    /// Draws in a thousand games.
    pub draw: u16,
    /// Losses in a thousand games.
    pub loss: u16,
}

impl Wdl {
    /// The chances of a score of the search, by two logistic curves: one for wins, its mirror for
    /// losses, and the rest are draws.
    pub(crate) fn new(score: Score) -> Wdl {
        const HALFWAY: f64 = 170.0;
        const WIDTH: f64 = 75.0;
        if is_decisive(score) {
            let (win, loss) = if score > 0 { (1000, 0) } else { (0, 1000) };
            return Wdl { win, draw: 0, loss };
        }
        let chance = |score: Score| {
            (1000.0 / (1.0 + ((HALFWAY - f64::from(score)) / WIDTH).exp())).round() as u16
        };
        let (win, loss) = (chance(score), chance(-score));
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut last = 0;
        for score in (-3000..=3000).step_by(50).chain([31_999]) {
            let wdl = Wdl::new(score);
            assert_eq!(wdl.win + wdl.draw + wdl.loss, 1000);
            assert_eq!(wdl.win, Wdl::new(-score).loss);
            assert!(wdl.win >= last);
            last = wdl.win;
        }
    }

    #[test]
    fn values_are_ordered_with_the_mates_outside() {
        let order = [
            Value::Mate(0),
            Value::Mate(-1),
            Value::Mate(-5),
            Value::Centipawns(-900),
            Value::Centipawns(0),
            Value::Centipawns(30),
            Value::Mate(9),
            Value::Mate(1),
        ];
        assert!(order.is_sorted_by_key(|value| value.ordering_key()));
    }
}
