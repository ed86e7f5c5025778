//! Simuls: one player against many. Positions, clocks and results are those of the games.

use std::fmt;

use async_trait::async_trait;
use chess::Color;
use game::{GameId, Timestamp};

use crate::checksum::Checksum;
use crate::{AccountId, StoreError};

/// The id of a simul: ten letters and digits, as they stand in its address.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimulId(String);

impl SimulId {
    /// The number of characters in an id.
    pub const LENGTH: usize = 10;

    /// Parses an id; none when the text is not one.
    pub fn new(text: &str) -> Option<SimulId> {
        let fits = text.len() == SimulId::LENGTH && text.bytes().all(|b| b.is_ascii_alphanumeric());
        fits.then(|| SimulId(text.to_owned()))
    }

    /// The id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SimulId {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a simul goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulState {
    /// Games are being played.
    Running,
    /// All games are over.
    Over,
    /// It was called off before the first move.
    CalledOff,
}

impl SimulState {
    const ALL: [SimulState; 3] = [SimulState::Running, SimulState::Over, SimulState::CalledOff];

    /// The state as a word.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            SimulState::Running => "running",
            SimulState::Over => "over",
            SimulState::CalledOff => "called_off",
        }
    }

    pub(crate) fn from_word(word: &str) -> Option<SimulState> {
        SimulState::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// A simul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Simul {
    /// Its id.
    pub id: SimulId,
    /// Who created it; none for the owner of a server without accounts.
    pub owner: Option<AccountId>,
    /// Its name.
    pub name: String,
    /// Who plays against all others.
    pub exhibitor: AccountId,
    /// Whether it goes on.
    pub state: SimulState,
    /// When it was created.
    pub created: Timestamp,
    /// The boards, in their order.
    pub boards: Vec<SimulBoard>,
}

/// A board of a simul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SimulBoard {
    /// The game.
    pub game: GameId,
    /// The exhibitor's opponent.
    pub opponent: AccountId,
    /// The exhibitor's color.
    pub color: Color,
}

/// The checksum of all that never changes, as a column.
pub(crate) fn simul_checksum(simul: &Simul) -> i64 {
    let AccountId(exhibitor) = simul.exhibitor;
    let values: [&[u8]; 3] =
        [simul.name.as_bytes(), &exhibitor.to_le_bytes(), &simul.created.0.to_le_bytes()];
    let start = Checksum::of_log(simul.id.as_str()).next(&values);
    let board = |sum: Checksum, board: &SimulBoard| {
        let AccountId(opponent) = board.opponent;
        let color = color_word(board.color).as_bytes();
        sum.next(&[board.game.as_str().as_bytes(), &opponent.to_le_bytes(), color])
    };
    simul.boards.iter().fold(start, board).column()
}

pub(crate) fn color_word(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) fn color_of_word(text: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|color| color_word(*color) == text)
}

/// Storage of simuls, with the guarantees of [`Store`](crate::Store).
#[async_trait]
pub trait Simuls: Send + Sync {
    /// Stores a new simul. False when there is one of this id already.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn create_simul(&self, simul: Simul) -> Result<bool, StoreError>;

    /// Changes the state of a simul. False when there is none.
    ///
    /// # Errors
    /// When the store cannot be written.
    async fn set_simul_state(&self, id: &SimulId, state: SimulState) -> Result<bool, StoreError>;

    /// A simul, if it exists.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] when it was changed or cannot be decoded.
    async fn simul(&self, id: &SimulId) -> Result<Option<Simul>, StoreError>;

    /// All simuls, the last created one first. Damaged ones are left out.
    ///
    /// # Errors
    /// When the store cannot be read.
    async fn simuls(&self) -> Result<Vec<Simul>, StoreError>;
}
