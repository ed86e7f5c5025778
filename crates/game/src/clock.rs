//! The arithmetic of one side's clock, in time spent and time remaining. It knows no moments and no
//! game.

use std::time::Duration;

use crate::{Bonus, TimeControl};

impl TimeControl {
    /// How long a turn that begins with so much on the clock may last before the flag falls.
    pub(crate) fn allowance(self, remaining: Duration) -> Duration {
        remaining.saturating_add(self.delay())
    }

    /// What the clock shows so long into the turn.
    pub(crate) fn left(self, remaining: Duration, spent: Duration) -> Duration {
        remaining.saturating_sub(spent.saturating_sub(self.delay()))
    }

    /// What the clock shows after a move that took so long.
    pub(crate) fn after_move(self, remaining: Duration, spent: Duration) -> Duration {
        let left = self.left(remaining, spent);
        match self.bonus {
            Bonus::Increment(increment) => left.saturating_add(increment),
            Bonus::Bronstein(most) => left.saturating_add(spent.min(most)),
            Bonus::None | Bonus::Delay(_) => left,
        }
    }

    /// How long the clock waits at the beginning of a turn.
    fn delay(self) -> Duration {
        match self.bonus {
            Bonus::Delay(delay) => delay,
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Duration::ZERO,
        }
    }
}

/// Time without what is shorter than a millisecond. Moments are whole milliseconds; so are clocks,
/// or a log that is written in milliseconds would not read back as the same game.
pub(crate) fn whole_milliseconds(time: Duration) -> Duration {
    time.saturating_sub(Duration::from_nanos(u64::from(time.subsec_nanos() % 1_000_000)))
}
