//! A player who is gone: how long the other has to wait before the game can be claimed.
//!
//! Who is connected and since when is an argument here. A claim that was granted is an event, so a
//! log replays the same whatever becomes of these waits.

use std::time::Duration;

use crate::{Bonus, TimeControl, Timestamp};

/// Since when a player has no connection, and how long the opponent has to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// When it began.
    pub since: Timestamp,
    /// How long the player may take to come back; as a rule [`Departure::patience`].
    pub patience: Duration,
}

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Departure {
    /// The player closed it, as by leaving the page.
    Closed,
    /// It broke, and the player may be trying to come back.
    Lost,
}

/// What somebody claims whose opponent is gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AbandonedResult {
    /// The point.
    Win,
    /// Half of it.
    Draw,
}

/// Without clocks nobody is in a hurry.
const UNTIMED: Duration = Duration::from_mins(5);
/// How many moves a game is taken to last when its length is estimated.
const TYPICAL_MOVES: u32 = 40;

impl Absence {
    /// When the opponent may claim the game.
    pub fn claimable_at(self) -> Timestamp {
        self.since.after(self.patience)
    }
}

impl Departure {
    /// A fair wait for a player with this clock: a share of the time that a whole game would take,
    /// since a minute is long in a bullet game and short in a slow one.
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
    /// How long a side is expected to think in a whole game.
    fn expected(self) -> Duration {
        let bonus = match self.bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        };
        self.base.saturating_add(bonus.saturating_mul(TYPICAL_MOVES))
    }
}
