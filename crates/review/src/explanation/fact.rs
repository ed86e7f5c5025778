//! What can be said about a bad move.

use chess::{Role, Square};

/// Something that the engine's lines prove about a bad move. "The mover" is the side that played
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveFact {
    /// The mover was winning, and leaves the opponent without a move.
    Stalemates,
    /// The opponent mates.
    AllowsMate {
        /// In this many moves.
        moves: u32,
        /// On the mover's back rank, behind a wall of the mover's own pieces.
        on_back_rank: bool,
    },
    /// The mover could have mated.
    MissesMate {
        /// In this many moves.
        moves: u32,
    },
    /// The opponent takes a piece for nothing.
    Hangs(PlacedPiece),
    /// The opponent takes a piece and the mover gets less for it.
    LosesPiece {
        /// What is lost.
        piece: PlacedPiece,
        /// What the mover gets for it.
        compensation: Role,
    },
    /// The opponent wins a piece by a tactic.
    AllowsTactic(Tactic),
    /// The opponent's pawn on this square promotes.
    AllowsPromotion(Square),
    /// The mover could have taken a piece for nothing.
    MissesCapture(PlacedPiece),
    /// The mover could have won a piece by a tactic.
    MissesTactic(Tactic),
    /// The mover's pawn on this square could have promoted.
    MissesPromotion(Square),
    /// The mover was winning an endgame that is now drawn.
    ThrowsAwayWonEndgame(EndgameType),
}

/// A piece and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PlacedPiece {
    /// What it is.
    pub role: Role,
    /// Where it stands.
    pub square: Square,
}

/// A way to win a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Tactic {
    /// How.
    pub motif: Motif,
    /// The piece that does it, after the move.
    pub by: PlacedPiece,
    /// The piece that is lost.
    pub won: PlacedPiece,
}

/// How a piece is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Motif {
    /// One piece attacks two.
    Fork,
    /// The piece cannot leave the line to what stands behind it, its king or something better.
    Pin,
    /// What stands before the piece, its king or something better, has to leave the line.
    Skewer,
    /// A piece moves out of the way of another, which attacks.
    DiscoveredAttack,
    /// A piece moves out of the way of another, which gives check, and then takes.
    DiscoveredCheck,
    /// The piece is attacked and has no safe square to go to.
    Trap,
}

/// An ending by the pieces that are left beside kings and pawns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndgameType {
    /// None.
    Pawn,
    /// Rooks alone.
    Rook,
    /// Queens alone.
    Queen,
    /// Knights and bishops alone.
    Minor,
}
