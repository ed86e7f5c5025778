//! A game as clients show it: everything that is needed to draw it and to know what is allowed.
//!
//! The rules stay on the server: legal moves are part of the view.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::event::Clocks;
use crate::new_game::{Seat, Time};
use crate::{Offer, Side, Sides};

/// A whole game.
#[expect(clippy::struct_excessive_bools, reason = "the terms are yes or no")]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameView {
    /// Its id.
    pub id: String,
    /// The number of events so far.
    pub version: u32,
    /// Who plays.
    pub seats: Sides<Seat>,
    /// The time control of each side.
    pub time: Sides<Option<Time>>,
    /// Both sides are played on one device (pass and play).
    pub shared: bool,
    /// Threefold repetition and the fifty-move rule end the game without a claim.
    pub automatic_draws: bool,
    /// Players may ask each other to take moves back.
    pub takebacks: bool,
    /// The starting position.
    pub start_fen: String,
    /// Castling is entered by moving the king onto its rook.
    pub chess960: bool,
    /// The moves.
    pub moves: Vec<NotatedMove>,
    /// The current state.
    pub state: State,
}

/// The state of a game after an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct State {
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// The square of the king in check.
    pub check: Option<String>,
    /// The legal moves.
    pub legal: LegalMoves,
    /// The number of half-moves that can be redone.
    pub undone: usize,
    /// The draw that the side to move may claim.
    pub claim: Option<Reason>,
    /// The clocks.
    pub clocks: Clocks,
    /// The open offers.
    pub offers: Vec<OpenOffer>,
    /// Whether the game is over.
    pub status: Status,
}

/// The legal moves, as a board needs them. Empty when the game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct LegalMoves {
    /// The destinations of each piece that can move, by its square.
    pub destinations: BTreeMap<String, Vec<String>>,
    /// The moves that are promotions, as `e7e8`.
    pub promotions: Vec<String>,
}

/// A move in both notations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct NotatedMove {
    /// In UCI notation.
    pub uci: String,
    /// In SAN.
    pub san: String,
}

/// An open offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OpenOffer {
    /// Who made it.
    pub by: Side,
    /// The offer.
    pub offer: Offer,
}

/// Whether a game is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Status {
    /// A seat is open.
    Waiting {},
    /// In progress.
    Playing {},
    /// An arbiter has adjourned it: the clocks stand, and the players can only resign.
    Adjourned {},
    /// It is over.
    Over {
        /// The winner; none for draws and aborted games.
        winner: Option<Side>,
        /// The result in PGN notation.
        result: String,
        /// Why it ended.
        reason: Reason,
        /// The result as an English sentence.
        message: String,
        /// The rematch.
        next: Option<String>,
    },
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// Checkmate.
    Checkmate,
    /// Stalemate.
    Stalemate,
    /// Neither side can mate.
    InsufficientMaterial,
    /// The position occurred five times.
    FivefoldRepetition,
    /// The seventy-five-move rule.
    SeventyFiveMoves,
    /// The position occurred three times.
    ThreefoldRepetition,
    /// The fifty-move rule.
    FiftyMoves,
    /// Draw by agreement.
    Agreement,
    /// Resignation.
    Resignation,
    /// A player ran out of time.
    Time,
    /// A player left, and the opponent claimed the game.
    Abandoned,
    /// The game was aborted.
    Aborted,
    /// The result comes from a file without a reason.
    Recorded,
}
