//! The server's time. It is set by the system's clock once, at the start, and then runs by itself:
//! whoever corrects the system's clock changes nobody's game.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use game::Timestamp;
use tokio::time::Instant;

/// A clock that never goes back. Copies show the same time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    set_at: Instant,
    shown: Timestamp,
}

impl Clock {
    /// A clock that shows the system's time.
    pub(crate) fn system() -> Clock {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Clock::showing(Timestamp::default().after(since))
    }

    /// A clock that shows this moment now.
    pub(crate) fn showing(shown: Timestamp) -> Clock {
        Clock { set_at: Instant::now(), shown }
    }

    /// What it shows.
    pub(crate) fn now(&self) -> Timestamp {
        self.shown.after(self.set_at.elapsed())
    }

    /// When it will show a moment; a moment that has passed is now.
    pub(crate) fn when(&self, moment: Timestamp) -> Instant {
        let wait = moment.since(self.shown);
        // A moment is whole milliseconds, and waking a little early would find nothing to do.
        self.set_at + wait.min(FARTHEST)
    }
}

/// No timer is set for later than this; who waits longer looks again then.
const FARTHEST: Duration = Duration::from_hours(24 * 365);

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_clock_runs_from_the_moment_it_was_set_to() {
        let clock = Clock::showing(Timestamp(1_000));
        tokio::time::advance(Duration::from_millis(250)).await;
        assert_eq!(clock.now(), Timestamp(1_250));
        assert_eq!(clock.when(Timestamp(1_300)) - Instant::now(), Duration::from_millis(50));
        assert!(clock.when(Timestamp(900)) <= Instant::now());
        assert!(clock.when(Timestamp(u64::MAX)) > Instant::now());
    }
}
