//! How games end, as a code and as an English sentence.

use chess::Outcome;
use game::End;

use crate::view::Reason;

impl From<Outcome> for Reason {
    fn from(outcome: Outcome) -> Reason {
        match outcome {
            Outcome::Checkmate { .. } => Reason::Checkmate,
            Outcome::Stalemate => Reason::Stalemate,
            Outcome::InsufficientMaterial => Reason::InsufficientMaterial,
            Outcome::FivefoldRepetition => Reason::FivefoldRepetition,
            Outcome::SeventyFiveMoves => Reason::SeventyFiveMoves,
            Outcome::ThreefoldRepetition => Reason::ThreefoldRepetition,
            Outcome::FiftyMoves => Reason::FiftyMoves,
        }
    }
}

impl From<End> for Reason {
    fn from(end: End) -> Reason {
        match end {
            End::Board(outcome) => outcome.into(),
            End::Agreement => Reason::Agreement,
            End::Resigned { .. } => Reason::Resignation,
            End::Flagged { .. } => Reason::Time,
            End::Abandoned { .. } => Reason::Abandoned,
            End::Aborted => Reason::Aborted,
            End::Recorded { .. } => Reason::Recorded,
        }
    }
}

/// The result of a game as an English sentence.
pub fn describe(end: End) -> String {
    match end {
        End::Board(Outcome::Stalemate) => "Stalemate! It's a draw".to_owned(),
        End::Board(outcome) => outcome.to_string(),
        End::Agreement => "Draw by agreement".to_owned(),
        End::Resigned { by } => format!("{by} resigned; {} wins", !by),
        End::Flagged { winner: Some(winner), color } => {
            format!("{color} ran out of time; {winner} wins")
        }
        End::Flagged { winner: None, color } => {
            format!("{color} ran out of time, but {} cannot mate: draw", !color)
        }
        End::Abandoned { winner: Some(winner), by } => format!("{by} left the game; {winner} wins"),
        End::Abandoned { winner: None, by } => format!("{by} left the game: draw"),
        End::Aborted => "Game aborted".to_owned(),
        End::Recorded { winner: Some(winner) } => format!("{winner} wins"),
        End::Recorded { winner: None } => "Draw".to_owned(),
    }
}
