//! Absent players: how long the opponent has to wait before claiming the game.
//!
//! Who is connected is an argument here. A successful claim is an event, so a log replays the same
//! even if these waits change.

use std::time::Duration;

use crate::{Bonus, TimeControl, Timestamp};

/// The absence of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// When it started.
    pub since: Timestamp,
    /// How long the player may take to reconnect; usually [`Departure::patience`].
    pub patience: Duration,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The player closed it, for example by leaving the page.
    Closed,
    /// It was lost, and the player may be trying to reconnect.
    Lost,
}

/// The result that is claimed for an abandoned game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AbandonedResult {
    /// A win.
    Win,
    /// A draw.
    Draw,
}

/// The wait in games without clocks.
const UNTIMED: Duration = Duration::from_mins(5);
/// The number of moves that a game is expected to last.
const TYPICAL_MOVES: u32 = 40;

impl Absence {
    /// When the opponent may claim the game.
    pub fn claimable_at(self) -> Timestamp {
        self.since.after(self.patience)
    }
}

impl Departure {
    /// A fair wait for a player with this time control: a share of the expected length of the game,
    /// because a minute is long in a bullet game and short in a slow one.
    pub fn patience(self, control: Option<TimeControl>) -> Duration {
        let Some(control) = control else { return UNTIMED };
        let (share, least, most) = match self {
            Departure::Closed => (10, Duration::from_secs(15), Duration::from_mins(2)),
            Departure::Lost => (4, Duration::from_secs(30), Duration::from_mins(5)),
        };
        (control.expected() / share).clamp(least, most)
    }
}

impl TimeControl {
    /// The expected thinking time of one side in a whole game.
    fn expected(self) -> Duration {
        let bonus = match self.bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        };
        self.base.saturating_add(bonus.saturating_mul(TYPICAL_MOVES))
    }
}
