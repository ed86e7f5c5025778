//! What a browser says through its socket.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::command::MoveText;
use crate::{Command, Text};

/// The most bytes of a message to the server.
pub const LONGEST_MESSAGE: usize = 4096;
/// The id of a game.
pub type GameText = Text<16>;
/// The id that a client gives to what it asks for.
pub type RequestText = Text<36>;
/// The secret of a seat.
pub type SecretText = Text<64>;

/// A message from a client. It has no `Debug`, since a secret may be in it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum ClientMessage {
    /// Wants to follow a game, or to catch up with it.
    Hello {
        /// The game.
        game: GameText,
        /// What proves that the client sits there; a spectator has none.
        #[serde(default)]
        secret: Option<SecretText>,
        /// The last version that the client has seen.
        #[serde(default)]
        last_version: Option<u32>,
    },
    /// Wants to move.
    Move {
        /// The game.
        game: GameText,
        /// A name for this wish; the same name again gets the same answer again.
        id: RequestText,
        /// The version that the client has on its screen.
        base_version: u32,
        /// How many half-moves were played before.
        ply: u32,
        /// The move.
        uci: MoveText,
    },
    /// Wants something else.
    Command {
        /// The game.
        game: GameText,
        /// A name for this wish; the same name again gets the same answer again.
        id: RequestText,
        /// The version that the client has on its screen.
        base_version: u32,
        /// The command.
        command: Command,
    },
    /// Is there, and wants to know how long the way is.
    Ping {
        /// A number that comes back.
        number: u32,
    },
}
