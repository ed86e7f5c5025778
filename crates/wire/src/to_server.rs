//! Messages from a client to the server, over a WebSocket.

use game::RequestId;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::command::MoveText;
use crate::{BoundedString, Command};

/// The maximum size of a message to the server, in bytes.
pub const MAX_MESSAGE_SIZE: usize = 4096;
/// The id of a game.
pub type GameIdText = BoundedString<16>;
/// The id that a client gives to a request.
pub type RequestIdText = BoundedString<{ RequestId::MAX_LENGTH }>;
/// The secret of a seat.
pub type SecretText = BoundedString<64>;

/// A message from a client. It does not implement `Debug`, because it may contain a secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Follow a game, or catch up with it.
    Hello {
        /// The game.
        game: GameIdText,
        /// The secret of the client's seat; none for a spectator.
        #[serde(default)]
        secret: Option<SecretText>,
        /// The last version of the game that the client has seen.
        #[serde(default)]
        last_version: Option<u32>,
    },
    /// Make a move.
    Move {
        /// The game.
        game: GameIdText,
        /// The id of this request. Sending a request again under the same id gets the same
        /// answer.
        id: RequestIdText,
        /// The version of the game that the client shows.
        base_version: u32,
        /// The number of half-moves played before it.
        ply: u32,
        /// The move in UCI notation.
        uci: MoveText,
    },
    /// Give any other command.
    Command {
        /// The game.
        game: GameIdText,
        /// The id of this request. Sending a request again under the same id gets the same
        /// answer.
        id: RequestIdText,
        /// The version of the game that the client shows.
        base_version: u32,
        /// The command.
        command: Command,
    },
    /// Check the connection and measure the round-trip time.
    Ping {
        /// A number that the answer repeats.
        number: u32,
    },
}
