//! Simuls: one player against many, each on a board and with a clock of their own.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::event::Clocks;
use crate::new_game::{NameText, Time};
use crate::to_server::RequestIdText;
use crate::view::Status;
use crate::{BoundedString, Side};

/// The name of a simul.
pub type SimulName = BoundedString<100>;

/// The maximum number of opponents.
pub const MAX_OPPONENTS: usize = 60;

/// A simul to create.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewSimul {
    /// The id of this request: visible ASCII characters. A request that is sent again under the
    /// same id creates no second simul.
    pub request: RequestIdText,
    /// The name.
    pub name: SimulName,
    /// The member who plays against all others; none for the caller.
    pub exhibitor: Option<NameText>,
    /// The members who play against the exhibitor, in the order of the boards.
    pub opponents: Vec<NameText>,
    /// The exhibitor's colors.
    pub colors: SimulColors,
    /// The exhibitor's clock on every board; none for games without a clock.
    pub exhibitor_time: Option<Time>,
    /// The clock of each opponent.
    pub opponent_time: Option<Time>,
}

/// The exhibitor's colors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SimulColors {
    /// White on every board.
    White,
    /// Black on every board.
    Black,
    /// White on the first board, Black on the second, and so on.
    Alternating,
}

impl SimulColors {
    /// The exhibitor's color on a board; boards count from 0 here.
    pub fn on(self, board: usize) -> Side {
        match self {
            SimulColors::Alternating if board.is_multiple_of(2) => Side::White,
            SimulColors::White => Side::White,
            SimulColors::Black | SimulColors::Alternating => Side::Black,
        }
    }
}

/// A simul that was created.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SimulCreated {
    /// Its id.
    pub id: String,
}

/// Whether a simul goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SimulState {
    /// Games are being played.
    Running,
    /// All games are over.
    Over,
    /// It was called off before the first move.
    CalledOff,
}

/// A simul in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SimulRow {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The number of boards.
    pub boards: u32,
    /// Whether it goes on.
    pub state: SimulState,
    /// When it was created, in milliseconds since the Unix epoch.
    pub created_ms: u64,
}

/// A simul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SimulView {
    /// Its id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The exhibitor's name.
    pub exhibitor: String,
    /// Whether it goes on.
    pub state: SimulState,
    /// The boards, in their order.
    pub boards: Vec<SimulBoardView>,
    /// What the caller is in it.
    pub caller: SimulCaller,
}

/// What somebody is in a simul.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SimulCaller {
    /// Plays against all others.
    pub exhibitor: bool,
    /// The number of the board on which they play the exhibitor.
    pub board: Option<u32>,
}

/// A board of a simul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct SimulBoardView {
    /// Its number, from 1.
    pub number: u32,
    /// The id of the game.
    pub game: String,
    /// The opponent's name.
    pub opponent: String,
    /// The exhibitor's color.
    pub color: Side,
    /// The number of events in the game so far.
    pub version: u32,
    /// The position.
    pub fen: String,
    /// The side to move.
    pub turn: Side,
    /// The king of the side to move is in check.
    pub check: bool,
    /// The number of half-moves so far.
    pub plies: u32,
    /// The last move in UCI notation.
    pub last_move: Option<String>,
    /// The clocks when this was sent.
    pub clocks: Clocks,
    /// Whether the game is over.
    pub status: Status,
}

/// A simul that the caller plays in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, TS, ToSchema)]
pub struct OwnSimul {
    /// The id of the simul.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The exhibitor's name.
    pub exhibitor: String,
    /// The caller's board; none for the exhibitor.
    pub board: Option<u32>,
    /// The game on it.
    pub game: Option<String>,
    /// The caller's color on it.
    pub color: Option<Side>,
}
