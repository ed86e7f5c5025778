//! Facts as English sentences.

use std::fmt;

use chess::Role;

use super::{EndgameType, Material, MaterialGain, Motif, MoveFact, PlacedPiece, Standing, Tactic};

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
                write!(f, "Loses {won}, which gets trapped.")
            }
            MoveFact::AllowsTactic(Tactic { motif, by, won }) => {
                write!(f, "Loses {won} to a {motif} by {by}.")
            }
            MoveFact::AllowsPromotion(pawn) => write!(f, "Lets the pawn on {pawn} promote."),
            MoveFact::LosesMaterial(gain) => write!(f, "Loses {gain}."),
            MoveFact::MissesCapture(PlacedPiece { role, square }) => {
                write!(f, "Misses a free {role} on {square}.")
            }
            MoveFact::MissesTactic(Tactic { motif: Motif::Trap, won, .. }) => {
                write!(f, "Misses a chance to win {won} by trapping it.")
            }
            MoveFact::MissesTactic(Tactic { motif, by, won }) => {
                write!(f, "Misses a chance to win {won} with a {motif} by {by}.")
            }
            MoveFact::MissesPromotion(pawn) => write!(f, "Misses promoting the pawn on {pawn}."),
            MoveFact::MissesMaterial(gain) => write!(f, "Misses a chance to win {gain}."),
            MoveFact::ThrowsAwayWonEndgame(endgame) => write!(f, "Throws away a won {endgame}."),
            MoveFact::Turns { from, to } => {
                write!(
                    f,
                    "Turns {} {from} position into {} {to} one.",
                    article(*from),
                    article(*to)
                )
            }
        }
    }
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "the {} on {}", self.role, self.square)
    }
}

impl fmt::Display for MaterialGain {
    /// Writes what is won, and for what: `the knight on e5 for a pawn`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.won.single(), self.square) {
            _ if self.is_the_exchange() => return f.write_str("the exchange"),
            (Some(role), Some(square)) => write!(f, "{}", PlacedPiece { role, square })?,
            _ => write!(f, "{}", self.won)?,
        }
        if self.cost.is_empty() { Ok(()) } else { write!(f, " for {}", self.cost) }
    }
}

impl fmt::Display for Material {
    /// Writes a list, the most valuable piece first: `a rook and two pawns`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let counts = Role::ALL.into_iter().rev().map(|role| (role, self.count(role)));
        let items: Vec<String> = counts
            .filter(|&(_, count)| count > 0)
            .map(|(role, count)| counted(role, count))
            .collect();
        match items.split_last() {
            Some((last, [])) => f.write_str(last),
            Some((last, others)) => write!(f, "{} and {last}", others.join(", ")),
            None => f.write_str("nothing"),
        }
    }
}

/// A number of pieces: `a rook`, `two pawns`.
fn counted(role: Role, count: u8) -> String {
    const NUMBERS: [&str; 7] = ["two", "three", "four", "five", "six", "seven", "eight"];
    let number = usize::from(count).checked_sub(2).and_then(|index| NUMBERS.get(index));
    number.map_or_else(|| format!("a {role}"), |number| format!("{number} {role}s"))
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

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Standing::Winning => "winning",
            Standing::MuchBetter => "clearly better",
            Standing::Better => "slightly better",
            Standing::Equal => "equal",
            Standing::Worse => "slightly worse",
            Standing::MuchWorse => "clearly worse",
            Standing::Lost => "lost",
        })
    }
}

/// The article before a standing.
fn article(standing: Standing) -> &'static str {
    if standing == Standing::Equal { "an" } else { "a" }
}
