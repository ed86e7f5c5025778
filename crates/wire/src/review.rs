//! Reviews of finished games.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::advice::Value;
use crate::side::Side;
use crate::view::NotatedMove;

/// A review so far.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct Review {
    /// The number of nodes per position.
    pub nodes: u64,
    /// Whether it is running.
    pub state: ReviewState,
    /// The number of positions: the start and one after each move.
    pub total: u32,
    /// The evaluated positions, in the order of the game.
    pub positions: Vec<ReviewedPosition>,
    /// The report; none until all positions are evaluated.
    pub report: Option<ReviewReport>,
}

/// The state of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReviewState {
    /// Not running; earlier evaluations are there.
    Idle,
    /// In progress.
    Running,
    /// Complete.
    Finished,
}

/// An evaluated position.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewedPosition {
    /// The number of half-moves before it.
    pub ply: u32,
    /// The value from White's point of view. A mate in 0 is on the board.
    pub value: Value,
    /// White's winning chances in percent.
    pub win_percent: f64,
    /// The search depth in half-moves.
    pub depth: u32,
    /// The principal variation.
    pub line: Vec<NotatedMove>,
}

/// The report of a complete review.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewReport {
    /// White's play.
    pub white: SideReport,
    /// Black's play.
    pub black: SideReport,
    /// The first half-move of the middlegame, counted from 0.
    pub middlegame: Option<u32>,
    /// The first half-move of the endgame, counted from 0.
    pub endgame: Option<u32>,
    /// Every move, in order.
    pub moves: Vec<ReviewedMove>,
    /// The key moments, as indices into `moves`.
    pub moments: Vec<u32>,
    /// How the game went; none without moves.
    pub summary: Option<GameSummary>,
}

/// How a game went: who was better until when, and the move that turned it. Moves are indices into
/// `moves`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameSummary {
    /// The side that was better before the game turned or was decided, or was winning since, or
    /// was better throughout; none: neither was for longer than a move.
    pub leader: Option<Side>,
    /// How that side stood for most of the time; none without one.
    pub standing: Option<Standing>,
    /// Whether no evaluation until then was that of an advantage.
    pub is_balanced: bool,
    /// The move that brought this about; none: it was so from the start.
    pub since: Option<u32>,
    /// The last move before which it was so; none: to the end.
    pub until: Option<u32>,
    /// The bad move that turned or decided the game, if a single one did. It is a key moment.
    /// Where it is not after `since`, the leader was winning from there on.
    pub turning_point: Option<u32>,
}

/// The play of one side. Accuracies are in percent, and none without moves; those of a phase also
/// where the side was lost and no move made it worse.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct SideReport {
    /// Of the whole game.
    pub accuracy: Option<f64>,
    /// Of its opening.
    pub opening: Option<f64>,
    /// Of its middlegame.
    pub middlegame: Option<f64>,
    /// Of its endgame.
    pub endgame: Option<f64>,
    /// Average centipawn loss.
    pub average_centipawn_loss: Option<u32>,
    /// The number of inaccuracies.
    pub inaccuracies: u32,
    /// The number of mistakes.
    pub mistakes: u32,
    /// The number of blunders.
    pub blunders: u32,
}

/// One move.
#[derive(Clone, Debug, PartialEq, Serialize, TS, ToSchema)]
pub struct ReviewedMove {
    /// Its accuracy in percent.
    pub accuracy: f64,
    /// Its centipawn loss.
    pub centipawn_loss: u32,
    /// Its judgment, if it was bad.
    pub judgment: Option<Judgment>,
    /// Why it was bad, where that is proven.
    pub explanation: Option<Explanation>,
}

/// The judgment of a bad move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Judgment {
    /// Slightly bad.
    Inaccuracy,
    /// Bad.
    Mistake,
    /// Very bad.
    Blunder,
}

/// Why a move was bad, as data and in English.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Explanation {
    /// The fact.
    pub fact: MoveFact,
    /// The fact as an English sentence.
    pub english: String,
}

/// What the lines of the engine prove about a bad move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum MoveFact {
    /// The mover was winning, and leaves the opponent without a move.
    Stalemates {},
    /// The opponent mates.
    AllowsMate {
        /// The number of moves.
        moves: u32,
        /// On the back rank.
        on_back_rank: bool,
    },
    /// The mover could have mated.
    MissesMate {
        /// The number of moves.
        moves: u32,
    },
    /// The opponent takes a piece for nothing.
    Hangs {
        /// The piece.
        piece: PlacedPiece,
    },
    /// The opponent takes a piece and the mover gets less for it.
    LosesPiece {
        /// What is lost.
        piece: PlacedPiece,
        /// What the mover gets: `pawn`, `knight`, `bishop`, `rook` or `queen`.
        compensation: String,
    },
    /// The opponent wins a piece.
    AllowsTactic {
        /// The tactic.
        tactic: Tactic,
    },
    /// The opponent's pawn promotes.
    AllowsPromotion {
        /// The square of the pawn.
        pawn: String,
    },
    /// The opponent wins material by the end of the line.
    LosesMaterial {
        /// What is lost.
        gain: MaterialGain,
    },
    /// The mover could have taken a piece for nothing.
    MissesCapture {
        /// The piece.
        piece: PlacedPiece,
    },
    /// The mover could have won a piece.
    MissesTactic {
        /// The tactic.
        tactic: Tactic,
    },
    /// The mover's pawn could have promoted.
    MissesPromotion {
        /// The square of the pawn.
        pawn: String,
    },
    /// The mover could have won material by the end of the line.
    MissesMaterial {
        /// What is missed.
        gain: MaterialGain,
    },
    /// A winning endgame is now drawn.
    ThrowsAwayWonEndgame {
        /// The endgame.
        endgame: EndgameType,
    },
    /// The mover's position gets worse, by the evaluations alone.
    Turns {
        /// How the mover stood.
        from: Standing,
        /// How the mover stands now.
        to: Standing,
    },
}

/// How a side stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
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

/// A piece and its square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PlacedPiece {
    /// `pawn`, `knight`, `bishop`, `rook`, `queen` or `king`.
    pub role: String,
    /// Such as `e5`.
    pub square: String,
}

/// What one side wins over a line, less equal trades. Pieces are named by role, the most valuable
/// first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct MaterialGain {
    /// What it captures.
    pub won: Vec<String>,
    /// What it gives for that.
    pub cost: Vec<String>,
    /// The square of the captured piece at the start of the line, when it is one alone.
    pub square: Option<String>,
}

/// A tactic that wins a piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Tactic {
    /// The motif.
    pub motif: Motif,
    /// The piece that does it.
    pub by: PlacedPiece,
    /// The piece that is lost.
    pub won: PlacedPiece,
}

/// A tactical motif.
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

/// An endgame by its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum EndgameType {
    /// Pawns only.
    Pawn,
    /// Rooks.
    Rook,
    /// Queens.
    Queen,
    /// Knights and bishops.
    Minor,
}
