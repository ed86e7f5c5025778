//! A game as a screen shows it: everything that is needed to draw it and to know what is allowed.
//!
//! The rules stay on the server. A client finds its legal destinations here and works out none.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::event::Clocks;
use crate::new_game::{Seat, Time};
use crate::{Offer, Side, Sides};

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// How many events have happened to it.
    pub version: u32,
    /// Who plays.
    pub seats: Sides<Seat>,
    /// How much time each side was given.
    pub time: Sides<Option<Time>>,
    /// Both sides are played at one screen.
    pub shared: bool,
    /// Threefold repetition and fifty moves end the game without a claim.
    pub automatic_draws: bool,
    /// Where it began.
    pub start_fen: String,
    /// Castling is played by moving the king onto its rook.
    pub chess960: bool,
    /// What was played, in order.
    pub moves: Vec<PlayedMove>,
    /// Where it stands.
    pub state: State,
}

/// Where a game stands after an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct State {
    /// The position.
    pub fen: String,
    /// Whose turn it is.
    pub turn: Side,
    /// The square of a king in check.
    pub check: Option<String>,
    /// What may be played.
    pub legal: Legal,
    /// How many half-moves were taken back and can be played again.
    pub undone: usize,
    /// The draw that the side to move may claim.
    pub claim: Option<Reason>,
    /// What the clocks show now.
    pub clocks: Clocks,
    /// What was offered and not answered yet.
    pub offers: Vec<OpenOffer>,
    /// Whether it goes on.
    pub status: Status,
}

/// Legal destinations, as a board wants them. None when the game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Legal {
    /// For the square of each piece that can move, where it can go.
    pub destinations: BTreeMap<String, Vec<String>>,
    /// The moves among them with which a pawn promotes, as `e7e8`; the choice is to be asked for.
    pub promotions: Vec<String>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct PlayedMove {
    /// As UCI writes it.
    pub uci: String,
    /// As people write it.
    pub san: String,
}

/// An offer that waits for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OpenOffer {
    /// Who made it.
    pub by: Side,
    /// What is offered.
    pub offer: Offer,
}

/// Whether a game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Status {
    /// A seat is open.
    Waiting {},
    /// It is being played.
    Playing {},
    /// It is over.
    Over {
        /// Who won; none for draws and for games that were called off.
        winner: Option<Side>,
        /// As PGN writes it.
        result: String,
        /// By what.
        reason: Reason,
        /// In a sentence.
        message: String,
        /// The game that the players went on with.
        next: Option<String>,
    },
}

/// How a game ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Mate.
    Checkmate,
    /// No move and no check.
    Stalemate,
    /// Neither side could ever mate.
    InsufficientMaterial,
    /// The position occurred five times.
    FivefoldRepetition,
    /// Seventy-five moves without progress.
    SeventyFiveMoves,
    /// The position occurred three times.
    ThreefoldRepetition,
    /// Fifty moves without progress.
    FiftyMoves,
    /// Both wanted a draw.
    Agreement,
    /// A player gave up.
    Resignation,
    /// A player's time was over.
    Time,
    /// A player was gone, and the other claimed the game.
    Abandoned,
    /// It was called off.
    Aborted,
    /// The result came from a file that does not say how.
    Recorded,
}
