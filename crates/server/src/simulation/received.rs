//! The server's messages as a client reads them: only what a client of the simulation needs.

use std::collections::BTreeMap;

use serde::Deserialize;
use wire::{ErrorCode, Offer, Side};

/// A message from the server.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Received {
    Full { game: View },
    Event { version: u32, event: Happening, state: State },
    Ack { id: String, version: u32 },
    Error { id: Option<String>, code: ErrorCode, message: String },
    Stuck {},
    Presence {},
    Pong {},
    Resync {},
}

/// A whole game.
#[derive(Debug, Deserialize)]
pub(super) struct View {
    pub(super) version: u32,
    pub(super) moves: Vec<Played>,
    pub(super) state: State,
}

/// A move that was played.
#[derive(Debug, Deserialize)]
pub(super) struct Played {
    pub(super) uci: String,
}

/// The state of a game.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct State {
    pub(super) fen: String,
    pub(super) turn: Side,
    pub(super) legal: LegalMoves,
    pub(super) offers: Vec<OpenOffer>,
    pub(super) status: Status,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct LegalMoves {
    destinations: BTreeMap<String, Vec<String>>,
    promotions: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
pub(super) struct OpenOffer {
    pub(super) by: Side,
    pub(super) offer: Offer,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Status {
    Waiting {},
    Playing {},
    Over {},
}

/// An event, as far as it changes the moves.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(super) enum Happening {
    Moved {
        ply: u32,
    },
    TakenBack {
        plies: u32,
    },
    Redone {
        played: Vec<Played>,
    },
    #[serde(other)]
    Other,
}

impl State {
    /// The legal moves in UCI notation. Pawns promote to queens.
    pub(super) fn legal_moves(&self) -> Vec<String> {
        let moves = self
            .legal
            .destinations
            .iter()
            .flat_map(|(from, targets)| targets.iter().map(move |to| format!("{from}{to}")));
        let promote = |play: String| {
            if self.legal.promotions.contains(&play) { play + "q" } else { play }
        };
        moves.map(promote).collect()
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self.status, Status::Over {})
    }
}
