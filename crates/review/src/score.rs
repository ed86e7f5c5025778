//! Scores from White's side.

use std::fmt;

use chess::pgn::{self, Eval};
use chess::{Color, Outcome, Position};

/// The score of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Score {
    /// Hundredths of a pawn, positive when White is better.
    Centipawns(i32),
    /// Mate.
    Mate {
        /// The side that mates.
        winner: Color,
        /// In how many of its moves; 0 when it is mate already.
        moves: u32,
    },
}

impl Score {
    /// The cap of an advantage; a mate counts as this.
    pub const CEILING: i32 = 1000;

    /// Equality.
    pub const DRAW: Score = Score::Centipawns(0);

    /// The score of a position in which the game is over by the rules.
    pub fn of_ended(position: &Position) -> Option<Score> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Checkmate { winner } => Score::Mate { winner, moves: 0 },
            _ => Score::DRAW,
        })
    }

    /// Centipawns for White, not capped; a mate counts as the ceiling.
    pub(crate) fn centipawns(self) -> i32 {
        match self {
            Score::Centipawns(amount) => amount,
            Score::Mate { winner: Color::White, .. } => Score::CEILING,
            Score::Mate { winner: Color::Black, .. } => -Score::CEILING,
        }
    }

    /// Centipawns for White, capped at the ceiling.
    pub(crate) fn capped(self) -> i32 {
        self.centipawns().clamp(-Score::CEILING, Score::CEILING)
    }

    /// Centipawns from one side's view, not capped.
    pub(crate) fn for_side(self, side: Color) -> i32 {
        if side.is_white() { self.centipawns() } else { -self.centipawns() }
    }

    /// The side that mates, if any.
    pub fn mating(self) -> Option<Color> {
        match self {
            Score::Mate { winner, .. } => Some(winner),
            Score::Centipawns(_) => None,
        }
    }

    /// The score as in PGN comments, which have no form for a mate on the board.
    pub fn to_pgn(self, depth: Option<u32>) -> Option<Eval> {
        let score = match self {
            Score::Centipawns(amount) => pgn::Score::Centipawns(amount),
            Score::Mate { moves: 0, .. } => return None,
            Score::Mate { winner: Color::White, moves } => pgn::Score::Mate(moves as i32),
            Score::Mate { winner: Color::Black, moves } => pgn::Score::Mate(-(moves as i32)),
        };
        Some(Eval { score, depth })
    }
}

impl fmt::Display for Score {
    /// Writes the form of PGN comments, without a depth; a mate on the board is `#0`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.to_pgn(None) {
            Some(eval) => f.pad(&eval.to_string()),
            None => f.pad("#0"),
        }
    }
}
