//! What a review says about a finished game.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::advice::Value;
use crate::view::PlayedMove;

/// A review as far as it has come.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Review {
    /// Nodes for each position.
    pub nodes: u64,
    /// Whether somebody is at it.
    pub state: ReviewState,
    /// How many positions there are: the start and one after each move.
    pub total: u32,
    /// The positions that are done, in the order of the game.
    pub positions: Vec<ReviewedPosition>,
    /// What they come to; none until all are done.
    pub report: Option<ReviewReport>,
}

/// Whether a review is being made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Nobody is at it; what was done before is there.
    Idle,
    /// More is on its way.
    Running,
    /// All is there.
    Finished,
}

/// A position that an engine has looked at.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewedPosition {
    /// Half-moves before it.
    pub ply: u32,
    /// Its worth for White. A mate in no moves is on the board.
    pub value: Value,
    /// White's chances in percent.
    pub win_percent: f64,
    /// How many half-moves were looked ahead.
    pub depth: u32,
    /// Best play for both sides.
    pub line: Vec<PlayedMove>,
}

/// What a whole review comes to.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewReport {
    /// How White has played.
    pub white: ReviewSide,
    /// How Black has played.
    pub black: ReviewSide,
    /// The first half-move of the middlegame, counted from 0.
    pub middlegame: Option<u32>,
    /// The first half-move of the endgame, counted from 0.
    pub endgame: Option<u32>,
    /// Every move, in order.
    pub moves: Vec<ReviewedMove>,
    /// The moves that mattered, by their place in `moves`.
    pub moments: Vec<u32>,
}

/// How one side has played. Accuracies are in percent, and none where it has not moved.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewSide {
    /// Of the whole game.
    pub accuracy: Option<f64>,
    /// Of its opening.
    pub opening: Option<f64>,
    /// Of its middlegame.
    pub middlegame: Option<f64>,
    /// Of its endgame.
    pub endgame: Option<f64>,
    /// Centipawns given away by a move on average.
    pub average_loss: Option<u32>,
    /// How many moves were slightly bad.
    pub inaccuracies: u32,
    /// How many were bad.
    pub mistakes: u32,
    /// How many were very bad.
    pub blunders: u32,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewedMove {
    /// How accurate it was, in percent.
    pub accuracy: f64,
    /// The centipawns that it gave away.
    pub loss: u32,
    /// What to call it, if it was bad.
    pub judgment: Option<Judgment>,
    /// Why it was bad, where that is proven.
    pub why: Option<Why>,
}

/// A bad move, by how bad it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgment {
    /// Slightly.
    Inaccuracy,
    /// Plainly.
    Mistake,
    /// Very.
    Blunder,
}

/// A reason, for programs and in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Why {
    /// What was found.
    pub fact: Fact,
    /// The same as a sentence.
    pub english: String,
}

/// What the lines of the engine prove about a bad move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Fact {
    /// The mover was winning, and leaves the opponent without a move.
    Stalemates {},
    /// The opponent mates.
    AllowsMate {
        /// In so many moves.
        moves: u32,
        /// On the back rank.
        on_back_rank: bool,
    },
    /// The mover could have mated.
    MissesMate {
        /// In so many moves.
        moves: u32,
    },
    /// The opponent takes a piece for nothing.
    Hangs {
        /// Which.
        piece: PlacedPiece,
    },
    /// The opponent takes a piece and the mover gets less for it.
    LosesFor {
        /// What is lost.
        piece: PlacedPiece,
        /// What the mover gets: `pawn`, `knight`, `bishop`, `rook` or `queen`.
        price: String,
    },
    /// The opponent wins a piece.
    Allows {
        /// How.
        tactic: Tactic,
    },
    /// The opponent's pawn promotes.
    AllowsPromotion {
        /// Where it sets out from.
        pawn: String,
    },
    /// The mover could have taken a piece for nothing.
    MissesCapture {
        /// Which.
        piece: PlacedPiece,
    },
    /// The mover could have won a piece.
    Misses {
        /// How.
        tactic: Tactic,
    },
    /// The mover's pawn could have promoted.
    MissesPromotion {
        /// Where it sets out from.
        pawn: String,
    },
    /// The mover was winning an ending that is now drawn.
    LetsSlip {
        /// Which.
        ending: Ending,
    },
}

/// A piece and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PlacedPiece {
    /// `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    pub role: String,
    /// Such as `e5`.
    pub square: String,
}

/// A way to win a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Tactic {
    /// How.
    pub motif: Motif,
    /// The piece that does it.
    pub by: PlacedPiece,
    /// The piece that is lost.
    pub won: PlacedPiece,
}

/// How a piece is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Motif {
    /// One piece attacks two.
    Fork,
    /// The piece cannot leave a line.
    Pin,
    /// What stands before the piece has to leave a line.
    Skewer,
    /// A piece moves out of the way of another, which attacks.
    DiscoveredAttack,
    /// A piece moves out of the way of another, which gives check.
    DiscoveredCheck,
    /// The piece has no safe square to go to.
    Trap,
}

/// An ending by the pieces that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// None but kings and pawns.
    Pawn,
    /// Rooks.
    Rook,
    /// Queens.
    Queen,
    /// Knights and bishops.
    Minor,
}
