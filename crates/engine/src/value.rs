//! What a position is worth, as told to others.

/// The worth of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves of one's own; negative when being mated, zero when mated already.
    Mate(i32),
}

impl Value {
    /// One number that orders values: mates lie beyond every centipawn score, shorter ones further.
    pub fn rank(self) -> i32 {
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
