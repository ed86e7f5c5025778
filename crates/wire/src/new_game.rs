//! What somebody asks for who sets up a game, and what they are told then.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::to_server::SecretText;
use crate::{RequestError, Sides, Text, convert};

/// A FEN that is worth reading.
pub type FenText = Text<128>;
/// A name as it is typed; the blanks around it do not count later.
pub type NameText = Text<64>;
/// The name of a player, which may come from a file.
pub type PlayerNameText = Text<{ game::Name::MAX_FROM_FILE }>;

/// A game to set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Where the pieces stand at the start.
    pub start: Start,
    /// Who plays.
    pub seats: Sides<Seat>,
    /// How much time each side has; none is as much as they like.
    pub time: Sides<Option<Time>>,
    /// Both sides are played at one screen.
    pub shared: bool,
    /// Threefold repetition and fifty moves end the game without a claim.
    pub automatic_draws: bool,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Start {
    /// The ordinary start.
    Standard {},
    /// A start of Chess960.
    Chess960 {
        /// Its number, below 960.
        number: u16,
    },
    /// A position of somebody's choice.
    Fen {
        /// The position.
        fen: FenText,
    },
}

/// One side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// What the player is called.
    #[serde(default)]
    pub name: Option<PlayerNameText>,
    /// Who moves the pieces.
    pub player: Player,
}

/// Who moves the pieces of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Player {
    /// Nobody yet; whoever has the invitation may sit down.
    Open {},
    /// A person.
    Person {},
    /// Our engine.
    Engine {
        /// How strong it plays.
        strength: Strength,
    },
    /// Another engine.
    External {
        /// The name that the server knows it under.
        name: NameText,
    },
}

/// How strong our engine plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Strength {
    /// Looks two half-moves ahead.
    Easy {},
    /// Looks four half-moves ahead.
    Medium {},
    /// Looks six half-moves ahead.
    Hard {},
    /// Plays to a rating.
    Rated {
        /// The rating.
        rating: u16,
    },
    /// Plays as well as it can.
    Full {},
}

/// The time of one side for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Time {
    /// What the clock shows at the start, in milliseconds.
    pub base_ms: u64,
    /// What every move brings.
    #[serde(default)]
    pub bonus: Bonus,
}

/// What a move brings to the clock of the side that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case", deny_unknown_fields)]
pub enum Bonus {
    /// Nothing.
    None {},
    /// Time that is added after every move.
    Increment {
        /// How much, in milliseconds.
        ms: u64,
    },
    /// The clock waits before it begins to run.
    Delay {
        /// How long, in milliseconds.
        ms: u64,
    },
    /// The time that a move took is given back.
    Bronstein {
        /// No more than this, in milliseconds.
        ms: u64,
    },
}

impl Default for Bonus {
    fn default() -> Bonus {
        Bonus::None {}
    }
}

/// Somebody who takes the open seat of a game.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct JoinGame {
    /// The secret of the invitation.
    pub invitation: SecretText,
    /// What to be called.
    #[serde(default)]
    pub name: Option<NameText>,
}

impl JoinGame {
    /// The name as the game keeps it.
    ///
    /// # Errors
    /// When it is no name.
    pub fn name(&self) -> Result<Option<game::Name>, RequestError> {
        convert::name(self.name.as_ref())
    }
}

/// A game that was set up, or a seat that was taken.
#[derive(Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct GameCreated {
    /// The id of the game.
    pub id: String,
    /// What proves that the creator sits on a seat; none for seats that are not the creator's.
    pub secrets: Sides<Option<String>>,
    /// What to send to whoever is to take the open seat; none when no seat is open.
    pub invitation: Option<Invitation>,
}

/// The way to an open seat. Only for the one who is invited: whoever has it may sit down.
#[derive(Clone, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct Invitation {
    /// An address to open. The secret stands behind `#`, which browsers send to nobody.
    pub link: String,
    /// The same as a picture to point a camera at, in SVG.
    pub qr_svg: Option<String>,
}
