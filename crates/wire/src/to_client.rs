//! What the server says through a socket.

use serde::Serialize;
use ts_rs::TS;
use utoipa::ToSchema;

use crate::event::Event;
use crate::view::{GameView, State};
use crate::{Code, Sides};

/// A message to a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum ServerMessage {
    /// The whole game.
    Full {
        /// What the client may do.
        you: Viewer,
        /// The game.
        game: Box<GameView>,
    },
    /// Something happened. Versions have no gaps; a client that sees one says hello again.
    Event {
        /// The game.
        game: String,
        /// The version after it.
        version: u32,
        /// When, in milliseconds since the beginning of 1970.
        at_ms: u64,
        /// What.
        event: Event,
        /// Where the game stands now.
        state: Box<State>,
    },
    /// A wish was fulfilled, and is on disk.
    Ack {
        /// The name that the client gave to it.
        id: String,
        /// The version after it.
        version: u32,
    },
    /// A wish was refused, and nothing has changed.
    Error {
        /// The name that the client gave to it; none where it could not be read.
        id: Option<String>,
        /// A short word for programs.
        code: Code,
        /// A sentence for people.
        message: String,
        /// The version that the game has; none where no game was found.
        version: Option<u32>,
    },
    /// The engine that is to move cannot, and the game waits. It is told once more to whoever
    /// comes; the next event makes it void.
    Stuck {
        /// The game.
        game: String,
        /// A short word for programs.
        code: Code,
        /// A sentence for people.
        message: String,
    },
    /// Who is connected, in a game of two people at two screens. It is told to whoever comes, and
    /// whenever it changes.
    Presence {
        /// The game.
        game: String,
        /// Both players.
        players: Sides<Presence>,
    },
    /// The answer to a ping.
    Pong {
        /// The number that came with it.
        number: u32,
        /// The server's time, in milliseconds since the beginning of 1970.
        now_ms: u64,
    },
    /// The client was too slow and has missed something; it should say hello again.
    Resync {
        /// The game.
        game: String,
    },
}

/// Whether a player is connected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Presence {
    /// Whether the player has a connection.
    pub connected: bool,
    /// After how many milliseconds the opponent may claim the game, if the player does not come
    /// back; none while there is nothing to claim.
    pub claimable_in_ms: Option<u64>,
}

/// What a client may do in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Viewer {
    /// Plays White.
    White,
    /// Plays Black.
    Black,
    /// Plays both sides at one screen.
    Both,
    /// Looks on.
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
