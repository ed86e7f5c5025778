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
    /// The opponent wins material, and keeps it to the end of the line.
    LosesMaterial(MaterialGain),
    /// The mover could have taken a piece for nothing.
    MissesCapture(PlacedPiece),
    /// The mover could have won a piece by a tactic.
    MissesTactic(Tactic),
    /// The mover's pawn on this square could have promoted.
    MissesPromotion(Square),
    /// The mover could have won material, and kept it to the end of the line.
    MissesMaterial(MaterialGain),
    /// The mover was winning an endgame that is now drawn.
    ThrowsAwayWonEndgame(EndgameType),
    /// The mover's position gets worse, by the evaluations alone: no line proves a reason.
    Turns {
        /// How the mover stood.
        from: Standing,
        /// How the mover stands now.
        to: Standing,
    },
}

impl MoveFact {
    /// True when the fact says why, and not only what became of the position.
    pub fn is_reason(self) -> bool {
        !matches!(self, MoveFact::Turns { .. })
    }
}

/// How a side stands, from the worst to the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Standing {
    /// Five pawns behind, or more.
    Lost,
    /// Clearly behind.
    MuchWorse,
    /// A little behind.
    Worse,
    /// Neither side is better.
    Equal,
    /// A little ahead.
    Better,
    /// Clearly ahead.
    MuchBetter,
    /// Five pawns ahead, or more.
    Winning,
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

/// What one side wins over a line, less equal trades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MaterialGain {
    /// What it captures.
    pub won: Material,
    /// What it gives for that.
    pub cost: Material,
    /// Where the captured piece stood at the start of the line, when it is one alone.
    pub square: Option<Square>,
}

impl MaterialGain {
    /// True for a rook won for a knight or a bishop.
    pub fn is_the_exchange(self) -> bool {
        let minor = matches!(self.cost.single(), Some(Role::Knight | Role::Bishop));
        self.won.single() == Some(Role::Rook) && minor
    }
}

/// Pieces counted by role. Kings do not count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Material {
    /// From pawns to queens.
    pub(super) counts: [u8; Role::King as usize],
}

impl Material {
    /// How many pieces of a role there are.
    pub fn count(self, role: Role) -> u8 {
        self.counts.get(role as usize).copied().unwrap_or(0)
    }

    /// The role of every piece, the most valuable first.
    pub fn roles(self) -> impl Iterator<Item = Role> {
        let from_queens = Role::ALL.into_iter().rev();
        from_queens.flat_map(move |role| std::iter::repeat_n(role, self.count(role).into()))
    }

    /// True without any piece.
    pub fn is_empty(self) -> bool {
        self == Material::default()
    }
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
