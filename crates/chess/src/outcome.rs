//! How games end by the rules.
//!
//! Some draws are automatic, others must be claimed; [`Game`](crate::Game) knows which apply.
//! Resignation, draw by agreement and loss on time are outside this crate.

use std::fmt;

use crate::{Color, Position};

/// How a game ended.
///
/// ```
/// use tabiya_chess::{Color, Outcome};
///
/// let mate = Outcome::Checkmate { winner: Color::White };
/// assert_eq!(mate.winner(), Some(Color::White));
/// assert_eq!(mate.result(), "1-0");
/// assert_eq!(Outcome::Stalemate.result(), "1/2-1/2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The king is in check and has no legal move.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check.
    Stalemate,
    /// Neither side can ever give mate.
    InsufficientMaterial,
    /// The position occurred five times: an automatic draw.
    FivefoldRepetition,
    /// Seventy-five moves by each side without a capture or pawn move: an automatic draw.
    SeventyFiveMoves,
    /// The position occurred three times, and a player claimed the draw.
    ThreefoldRepetition,
    /// Fifty moves by each side without a capture or pawn move, and a player claimed the draw.
    FiftyMoves,
}

impl Outcome {
    /// The winner, or `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// True for every outcome except checkmate.
    pub fn is_draw(self) -> bool {
        self.winner().is_none()
    }

    /// The result in PGN notation.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Color::White) => "1-0",
            Some(Color::Black) => "0-1",
            None => "1/2-1/2",
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Outcome::Checkmate { winner } => write!(f, "{winner} wins by checkmate"),
            Outcome::Stalemate => f.write_str("Draw by stalemate"),
            Outcome::InsufficientMaterial => f.write_str("Draw by insufficient material"),
            Outcome::FivefoldRepetition => f.write_str("Draw by fivefold repetition"),
            Outcome::SeventyFiveMoves => f.write_str("Draw by the seventy-five-move rule"),
            Outcome::ThreefoldRepetition => f.write_str("Draw by threefold repetition"),
            Outcome::FiftyMoves => f.write_str("Draw by the fifty-move rule"),
        }
    }
}

impl Position {
    /// The outcome of the position alone, regardless of its history: checkmate, stalemate or
    /// insufficient material.
    ///
    /// ```
    /// use tabiya_chess::{Color, Outcome, Position};
    ///
    /// let mated: Position = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1".parse()?;
    /// assert_eq!(mated.outcome(), Some(Outcome::Checkmate { winner: Color::White }));
    /// # Ok::<(), tabiya_chess::FenError>(())
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if self.is_checkmate() {
            Some(Outcome::Checkmate { winner: !self.turn })
        } else if self.is_stalemate() {
            Some(Outcome::Stalemate)
        } else if self.board.is_insufficient_material() {
            Some(Outcome::InsufficientMaterial)
        } else {
            None
        }
    }

    /// The side to move is in check and has no legal move.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// The side to move is not in check and has no legal move.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }
}
