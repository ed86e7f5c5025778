//! The arithmetic of one side's clock: time spent and time remaining.

use std::time::Duration;

use crate::{Bonus, TimeControl};

impl TimeControl {
    /// How long a turn may last before the flag falls, given the time on the clock.
    pub(crate) fn allowance(self, remaining: Duration) -> Duration {
        remaining.saturating_add(self.delay())
    }

    /// The time on the clock after `spent` of the turn.
    pub(crate) fn left(self, remaining: Duration, spent: Duration) -> Duration {
        remaining.saturating_sub(spent.saturating_sub(self.delay()))
    }

    /// The time on the clock after a move that took `spent`.
    pub(crate) fn after_move(self, remaining: Duration, spent: Duration) -> Duration {
        let left = self.left(remaining, spent);
        match self.bonus {
            Bonus::Increment(increment) => left.saturating_add(increment),
            Bonus::Bronstein(most) => left.saturating_add(spent.min(most)),
            Bonus::None | Bonus::Delay(_) => left,
        }
    }

    /// How long the clock waits at the start of a turn.
    fn delay(self) -> Duration {
        match self.bonus {
            Bonus::Delay(delay) => delay,
            Bonus::None | Bonus::Increment(_) | Bonus::Bronstein(_) => Duration::ZERO,
        }
    }
}

/// A time rounded down to milliseconds. Timestamps and stored clocks are whole milliseconds, so a
/// replayed game would differ otherwise.
pub(crate) fn whole_milliseconds(time: Duration) -> Duration {
    time.saturating_sub(Duration::from_nanos(u64::from(time.subsec_nanos() % 1_000_000)))
}
