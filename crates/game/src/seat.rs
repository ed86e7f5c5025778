//! Seats and players.

use crate::Name;

/// One side of the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Seat {
    /// The player's name, if they have one.
    pub name: Option<Name>,
    /// Who plays.
    pub player: Player,
}

/// Who plays one side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Player {
    /// Nobody yet; the seat is open.
    Open,
    /// A person.
    Person,
    /// Tabiya.
    Engine(Strength),
    /// An external engine, by its name in the configuration.
    External(String),
}

impl Player {
    /// True for every engine.
    pub fn is_engine(&self) -> bool {
        matches!(self, Player::Engine(_) | Player::External(_))
    }
}

/// The strength of Tabiya.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strength {
    /// Searches two half-moves deep.
    Easy,
    /// Searches four half-moves deep.
    Medium,
    /// Searches six half-moves deep.
    Hard,
    /// Plays at a rating. The engine knows the range.
    Rated(u16),
    /// Full strength.
    Full,
}
