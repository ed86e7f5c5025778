//! How fast a client is heard. One that sends faster waits for itself: what it sends is not read
//! until its turn, and in the end its own connection is full.

use std::time::Duration;

use tokio::time::Instant;

/// The time for one frame. No game needs 40 a second.
const INTERVAL: Duration = Duration::from_millis(25);
/// How many frames may come at once.
const BURST: u32 = 100;

/// The rate limit of a connection.
#[derive(Debug)]
pub(super) struct Pace {
    /// When all frames until now would have come, one in each interval.
    due: Instant,
}

impl Pace {
    /// Nothing has been heard so far.
    pub(super) fn new(now: Instant) -> Pace {
        Pace { due: now }
    }

    /// Counts a frame: how long to wait before it is handled, if at all.
    pub(super) fn delay(&mut self, now: Instant) -> Option<Duration> {
        self.due = self.due.max(now) + INTERVAL;
        let ahead = self.due.duration_since(now);
        ahead.checked_sub(INTERVAL * BURST).filter(|delay| !delay.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_client_that_sends_much_is_heard_at_a_steady_rate() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        assert!((0..BURST).all(|_| pace.delay(start).is_none()), "a burst");
        assert_eq!(pace.delay(start), Some(INTERVAL));
        assert_eq!(pace.delay(start + INTERVAL), Some(INTERVAL), "and so on");
    }

    #[test]
    fn a_client_that_was_silent_may_burst_again() {
        let start = Instant::now();
        let mut pace = Pace::new(start);
        for _ in 0..2 * BURST {
            pace.delay(start);
        }
        let later = start + 2 * BURST * INTERVAL;
        assert!((0..BURST).all(|_| pace.delay(later).is_none()));
        assert!(pace.delay(later).is_some());
    }
}
