//! Messages from the server to a client, over a WebSocket.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::event::Event;
use crate::view::{GameView, State};
use crate::{ErrorCode, Sides};

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole game.
    Full {
        /// What the client is in the game.
        you: Viewer,
        /// The game.
        game: Box<GameView>,
    },
    /// An event. Versions are consecutive; a client that misses one says hello again.
    Event {
        /// The game.
        game: String,
        /// The version of the game after it.
        version: u32,
        /// When it happened, in milliseconds since the Unix epoch.
        at_ms: u64,
        /// The event.
        event: Event,
        /// The state of the game after it.
        state: Box<State>,
    },
    /// A request was carried out and stored.
    Ack {
        /// The id of the request.
        id: String,
        /// The version of the game after it.
        version: u32,
    },
    /// A request was rejected; nothing has changed.
    Error {
        /// The id of the request; none if it could not be parsed, or for a rejected hello.
        id: Option<String>,
        /// The code of the error.
        code: ErrorCode,
        /// The message in English.
        message: String,
        /// The version of the game, if one was found.
        version: Option<u32>,
    },
    /// The engine cannot move, and the game waits. New followers get this message too; the next
    /// event cancels it.
    Stuck {
        /// The game.
        game: String,
        /// The code of the error.
        code: ErrorCode,
        /// The message in English.
        message: String,
    },
    /// Who is connected, in a game of two people on two devices. New followers get it, and
    /// everybody when it changes.
    Presence {
        /// The game.
        game: String,
        /// Both players.
        players: Sides<Presence>,
    },
    /// The game belongs to a competition. A follower learns this with its hello.
    Competition {
        /// The game.
        game: String,
        /// The competition.
        competition: String,
    },
    /// The answer to a ping.
    Pong {
        /// The number in the ping.
        number: u32,
        /// The server's time, in milliseconds since the Unix epoch.
        now_ms: u64,
    },
    /// The client was too slow and has missed events; it should say hello again.
    Resync {
        /// The game.
        game: String,
    },
}

/// Whether a player is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Presence {
    /// Whether the player is connected.
    pub connected: bool,
    /// The milliseconds until the opponent may claim the game; none while there is nothing to
    /// claim.
    pub claimable_in_ms: Option<u64>,
}

/// What a client is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Plays both sides (pass and play).
    Both,
    /// Watches.
    Spectator,
}

impl ServerMessage {
    /// The answer to a request that the game refuses.
    pub fn error(id: &str, error: game::GameError, version: u32) -> ServerMessage {
        ServerMessage::Error {
            id: Some(id.to_owned()),
            code: error.into(),
            message: error.to_string(),
            version: Some(version),
        }
    }
}
