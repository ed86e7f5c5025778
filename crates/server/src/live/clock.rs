//! The server's clock. It is set from the system clock once, at the start, and then runs on its
//! own: correcting the system clock affects no game.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::Timestamp;
use tokio::time::Instant;

/// A monotonic clock. Copies show the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    set_at: Instant,
    start: Timestamp,
}

impl Clock {
    /// A clock set to the system time.
    pub(crate) fn system() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::starting_at(Timestamp::default().after(since))
    }

    /// A clock set to this time.
    pub(crate) fn starting_at(start: Timestamp) -> Clock {
        Clock { set_at: Instant::now(), start }
    }

    /// The current time.
    pub(crate) fn now(&self) -> Timestamp {
        self.start.after(self.set_at.elapsed())
    }

    /// The instant at which it shows this time, or when it was set if the time is earlier.
    pub(crate) fn when(&self, time: Timestamp) -> Instant {
        self.set_at + time.since(self.start).min(FARTHEST)
    }
}

/// No timer is set for later than this.
const FARTHEST: Duration = Duration::from_hours(24 * 365);

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_clock_runs_from_the_time_it_was_set_to() {
        let clock = Clock::starting_at(Timestamp(1_000));
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(clock.now(), Timestamp(1_250));
        assert_eq!(clock.when(Timestamp(1_300)) - Instant::now(), Duration::from_millis(50));
        assert!(clock.when(Timestamp(900)) <= Instant::now());
        assert!(clock.when(Timestamp(u64::MAX)) > Instant::now());
    }
}
