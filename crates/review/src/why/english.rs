//! Facts as English sentences.

use std::fmt;

use super::{Ending, Fact, Motif, PlacedPiece, Tactic};

impl fmt::Display for Fact {
    /// Writes one sentence with its full stop.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fact::Stalemates => f.write_str("Stalemates a won game."),
            Fact::AllowsMate { moves, on_back_rank: false } => {
                write!(f, "Allows mate in {moves}.")
            }
            Fact::AllowsMate { moves, on_back_rank: true } => {
                write!(f, "Allows a back-rank mate in {moves}.")
            }
            Fact::MissesMate { moves } => write!(f, "Misses mate in {moves}."),
            Fact::Hangs(piece) => write!(f, "Hangs {piece}."),
            Fact::LosesFor { piece, price } => write!(f, "Loses {piece} for a {price}."),
            Fact::Allows(Tactic { motif: Motif::Trap, won, .. }) => {
                write!(f, "Lets {won} be trapped.")
            }
            Fact::Allows(Tactic { motif, by, won }) => {
                write!(f, "Loses {won} to a {motif} by {by}.")
            }
            Fact::AllowsPromotion(pawn) => write!(f, "Lets the pawn on {pawn} promote."),
            Fact::MissesCapture(piece) => write!(f, "Misses that {piece} can be taken."),
            Fact::Misses(Tactic { motif: Motif::Trap, won, .. }) => {
                write!(f, "Misses a way to trap {won}.")
            }
            Fact::Misses(Tactic { motif, by, won }) => {
                write!(f, "Misses a {motif} by {by} that wins {won}.")
            }
            Fact::MissesPromotion(pawn) => write!(f, "Misses that the pawn on {pawn} promotes."),
            Fact::LetsSlip(ending) => write!(f, "Lets a won {ending} slip to a draw."),
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

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Ending::Pawn => "pawn ending",
            Ending::Rook => "rook ending",
            Ending::Queen => "queen ending",
            Ending::Minor => "minor-piece ending",
        })
    }
}
