//! Creating and joining games.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::to_server::SecretText;
use crate::{BoundedString, RequestError, Sides, convert};

/// A FEN.
pub type FenText = BoundedString<128>;
/// A name as it is typed; surrounding spaces are trimmed.
pub type NameText = BoundedString<64>;
/// The name of a player, which may come from a file.
pub type PlayerNameText = BoundedString<{ game::Name::MAX_FROM_FILE }>;

/// A game to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The starting position.
    pub start: Start,
    /// The players.
    pub seats: Sides<Seat>,
    /// The time control of each side; none for unlimited time.
    pub time: Sides<Option<Time>>,
    /// Both sides are played on one device (pass and play).
    pub shared: bool,
    /// Threefold repetition and the fifty-move rule end the game without a claim.
    pub automatic_draws: bool,
}

/// The starting position of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Start {
    /// The standard starting position.
    Standard {},
    /// A Chess960 starting position.
    Chess960 {
        /// Its number, below 960.
        number: u16,
    },
    /// A custom position.
    Fen {
        /// The FEN.
        fen: FenText,
    },
}

/// One side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// The player's name.
    #[serde(default)]
    pub name: Option<PlayerNameText>,
    /// Who plays.
    pub player: Player,
}

/// Who plays one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// Nobody yet; anybody with the invitation may join.
    Open {},
    /// A person.
    Person {},
    /// Tabiya.
    Engine {
        /// The strength.
        strength: Strength,
    },
    /// An external engine.
    External {
        /// Its name in the configuration.
        name: NameText,
    },
}

/// The strength of Tabiya.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Strength {
    /// Searches two half-moves deep.
    Easy {},
    /// Searches four half-moves deep.
    Medium {},
    /// Searches six half-moves deep.
    Hard {},
    /// Plays at a rating.
    Rated {
        /// The rating.
        rating: u16,
    },
    /// Full strength.
    Full {},
}

/// The time control of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// The base time in milliseconds.
    pub base_ms: u64,
    /// The time bonus of each move.
    #[serde(default)]
    pub bonus: Bonus,
}

/// A time bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Bonus {
    /// No bonus.
    None {},
    /// Time that is added after every move (Fischer).
    Increment {
        /// The increment in milliseconds.
        ms: u64,
    },
    /// The clock starts after a delay on each move (US delay).
    Delay {
        /// The delay in milliseconds.
        ms: u64,
    },
    /// The time used for a move is added back, up to a maximum.
    Bronstein {
        /// The maximum in milliseconds.
        ms: u64,
    },
}

impl Default for Bonus {
    fn default() -> Bonus {
        Bonus::None {}
    }
}

/// A request to take the open seat of a game.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// The secret of the invitation.
    pub invitation: SecretText,
    /// The player's name.
    #[serde(default)]
    pub name: Option<NameText>,
    /// A new random secret for the seat, in the form of the invitation's. A client that did not get
    /// the answer sends the same one again, and gets its seat. Without it the server chooses one,
    /// and a lost answer is a lost seat.
    #[serde(default)]
    pub secret: Option<SecretText>,
}

impl JoinGame {
    /// The name, validated.
    ///
    /// # Errors
    /// When the name is invalid.
    pub fn name(&self) -> Result<Option<game::Name>, RequestError> {
        convert::name(self.name.as_ref())
    }
}

/// A new game, or a seat that was taken.
#[derive(Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameCreated {
    /// The id of the game.
    pub id: String,
    /// The secrets of the caller's seats.
    pub secrets: Sides<Option<String>>,
    /// The invitation to the open seat, if there is one.
    pub invitation: Option<Invitation>,
}

/// An invitation to an open seat. Anybody who has it may take the seat.
#[derive(Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Invitation {
    /// The link. The secret is in its fragment, which browsers do not send.
    pub link: String,
    /// The link as a QR code, in SVG.
    pub qr_svg: Option<String>,
}
