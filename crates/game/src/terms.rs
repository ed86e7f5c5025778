//! What is agreed before the first move.

use chess::{ByColor, Position};

use crate::{Seat, TimeControl};

/// What a game is played by. Never changes, except that somebody sits down or is renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where the men stand at the start.
    pub start: Start,
    /// White's seat and Black's.
    pub seats: ByColor<Seat>,
    /// White's time and Black's; none is as much as they like.
    pub time: ByColor<Option<TimeControl>>,
    /// Both sides are played at one screen: whoever holds it may move for either.
    pub shared: bool,
    /// Threefold repetition and fifty moves end the game without a claim.
    pub automatic_draws: bool,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The ordinary start.
    Standard,
    /// The Chess960 start of this number, below 960.
    Chess960(u16),
    /// A position of somebody's choice.
    Position(Box<Position>),
}
