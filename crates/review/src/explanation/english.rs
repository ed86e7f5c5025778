//! Facts as English sentences.

use std::fmt;

use super::{EndgameType, Motif, MoveFact, PlacedPiece, Tactic};

impl fmt::Display for MoveFact {
    /// Writes one sentence with its full stop.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MoveFact::Stalemates => f.write_str("Stalemates a won game."),
            MoveFact::AllowsMate { moves, on_back_rank: false } => {
                write!(f, "Allows mate in {moves}.")
            }
            MoveFact::AllowsMate { moves, on_back_rank: true } => {
                write!(f, "Allows a back-rank mate in {moves}.")
            }
            MoveFact::MissesMate { moves } => write!(f, "Misses mate in {moves}."),
            MoveFact::Hangs(piece) => write!(f, "Hangs {piece}."),
            MoveFact::LosesPiece { piece, compensation } => {
                write!(f, "Loses {piece} for a {compensation}.")
            }
            MoveFact::AllowsTactic(Tactic { motif: Motif::Trap, won, .. }) => {
                write!(f, "Lets {won} be trapped.")
            }
            MoveFact::AllowsTactic(Tactic { motif, by, won }) => {
                write!(f, "Loses {won} to a {motif} by {by}.")
            }
            MoveFact::AllowsPromotion(pawn) => write!(f, "Lets the pawn on {pawn} promote."),
            MoveFact::MissesCapture(PlacedPiece { role, square }) => {
                write!(f, "Misses a free {role} on {square}.")
            }
            MoveFact::MissesTactic(Tactic { motif: Motif::Trap, won, .. }) => {
                write!(f, "Misses a way to trap {won}.")
            }
            MoveFact::MissesTactic(Tactic { motif, by, won }) => {
                write!(f, "Misses a {motif} by {by} that wins {won}.")
            }
            MoveFact::MissesPromotion(pawn) => write!(f, "Misses promoting the pawn on {pawn}."),
            MoveFact::ThrowsAwayWonEndgame(endgame) => write!(f, "Throws away a won {endgame}."),
        }
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.role, self.square)
    }
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Motif::Fork => "fork",
            Motif::Pin => "pin",
            Motif::Skewer => "skewer",
            Motif::DiscoveredAttack => "discovered attack",
            Motif::DiscoveredCheck => "discovered check",
            Motif::Trap => "trap",
        })
    }
}

impl fmt::Display for EndgameType {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            EndgameType::Pawn => "pawn ending",
            EndgameType::Rook => "rook ending",
            EndgameType::Queen => "queen ending",
            EndgameType::Minor => "minor-piece ending",
        })
    }
}
