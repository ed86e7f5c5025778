//! Reasons why moves were bad, as clients get them.

use review::explanation;
use wire::review::{
    EndgameType, Explanation, MaterialGain, Motif, MoveFact, PlacedPiece, Standing, Tactic,
};

/// A fact with its English sentence.
pub(super) fn explanation(fact: explanation::MoveFact) -> Explanation {
    let english = fact.to_string();
    let fact = match fact {
        explanation::MoveFact::Stalemates => MoveFact::Stalemates {},
        explanation::MoveFact::AllowsMate { moves, on_back_rank } => {
            MoveFact::AllowsMate { moves, on_back_rank }
        }
        explanation::MoveFact::MissesMate { moves } => MoveFact::MissesMate { moves },
        explanation::MoveFact::Hangs(lost) => MoveFact::Hangs { piece: piece(lost) },
        explanation::MoveFact::LosesPiece { piece: lost, compensation } => {
            MoveFact::LosesPiece { piece: piece(lost), compensation: compensation.to_string() }
        }
        explanation::MoveFact::AllowsTactic(how) => MoveFact::AllowsTactic { tactic: tactic(how) },
        explanation::MoveFact::AllowsPromotion(pawn) => {
            MoveFact::AllowsPromotion { pawn: pawn.to_string() }
        }
        explanation::MoveFact::LosesMaterial(gain) => {
            MoveFact::LosesMaterial { gain: material_gain(gain) }
        }
        explanation::MoveFact::MissesCapture(missed) => {
            MoveFact::MissesCapture { piece: piece(missed) }
        }
        explanation::MoveFact::MissesTactic(how) => MoveFact::MissesTactic { tactic: tactic(how) },
        explanation::MoveFact::MissesPromotion(pawn) => {
            MoveFact::MissesPromotion { pawn: pawn.to_string() }
        }
        explanation::MoveFact::MissesMaterial(gain) => {
            MoveFact::MissesMaterial { gain: material_gain(gain) }
        }
        explanation::MoveFact::ThrowsAwayWonEndgame(which) => {
            MoveFact::ThrowsAwayWonEndgame { endgame: endgame_type(which) }
        }
        explanation::MoveFact::Turns { from, to } => {
            MoveFact::Turns { from: standing(from), to: standing(to) }
        }
    };
    Explanation { fact, english }
}

fn piece(piece: explanation::PlacedPiece) -> PlacedPiece {
    PlacedPiece { role: piece.role.to_string(), square: piece.square.to_string() }
}

fn material_gain(gain: explanation::MaterialGain) -> MaterialGain {
    let names = |material: explanation::Material| {
        material.roles().map(|role| role.to_string()).collect::<Vec<_>>()
    };
    MaterialGain {
        won: names(gain.won),
        cost: names(gain.cost),
        square: gain.square.map(|square| square.to_string()),
    }
}

fn tactic(tactic: explanation::Tactic) -> Tactic {
    let motif = match tactic.motif {
        explanation::Motif::Fork => Motif::Fork,
        explanation::Motif::Pin => Motif::Pin,
        explanation::Motif::Skewer => Motif::Skewer,
        explanation::Motif::DiscoveredAttack => Motif::DiscoveredAttack,
        explanation::Motif::DiscoveredCheck => Motif::DiscoveredCheck,
        explanation::Motif::Trap => Motif::Trap,
    };
    Tactic { motif, by: piece(tactic.by), won: piece(tactic.won) }
}

fn endgame_type(endgame: explanation::EndgameType) -> EndgameType {
    match endgame {
        explanation::EndgameType::Pawn => EndgameType::Pawn,
        explanation::EndgameType::Rook => EndgameType::Rook,
        explanation::EndgameType::Queen => EndgameType::Queen,
        explanation::EndgameType::Minor => EndgameType::Minor,
    }
}

pub(super) fn standing(standing: explanation::Standing) -> Standing {
    match standing {
        explanation::Standing::Lost => Standing::Lost,
        explanation::Standing::MuchWorse => Standing::MuchWorse,
        explanation::Standing::Worse => Standing::Worse,
        explanation::Standing::Equal => Standing::Equal,
        explanation::Standing::Better => Standing::Better,
        explanation::Standing::MuchBetter => Standing::MuchBetter,
        explanation::Standing::Winning => Standing::Winning,
    }
}
