//! How games end by the rules of the board.
//!
//! Some ends come by themselves, others when a player claims them; [`Game`](crate::Game) knows
//! which apply. Resigning, agreeing and losing on time are for the players and the clock, not for
//! this crate.

use std::fmt;

use crate::{Color, Position};

/// An end of the game, named by its rule.
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
    /// The king is in check and no move ends it.
    Checkmate {
        /// The side that gave mate.
        winner: Color,
    },
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side could ever give mate.
    InsufficientMaterial,
    /// The position has occurred five times; the game is over without a claim.
    FivefoldRepetition,
    /// Seventy-five moves each without capture or pawn move; the game is over without a claim.
    SeventyFiveMoves,
    /// The position has occurred three times, and a player claimed the draw.
    ThreefoldRepetition,
    /// Fifty moves each without capture or pawn move, and a player claimed the draw.
    FiftyMoves,
}

impl Outcome {
    /// The winner, if the game is not drawn.
    pub fn winner(self) -> Option<Color> {
        match self {
            Outcome::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }

    /// True for every end but checkmate.
    pub fn is_draw(self) -> bool {
        self.winner().is_none()
    }

    /// The result as PGN writes it.
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
    /// The end that the position is by itself, without its history: mate, stalemate or a dead
    /// position.
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

    /// In check, and no move ends it.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_moves()
    }

    /// Not in check, and no move at all.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_moves()
    }
}
