//! When bulk jobs may be written beside the moves of people.
//!
//! A move that comes during a commit waits for its end, and the disk is busy for a while after
//! that: with the pages of an import, and then with their checkpoint. So while people play, bulk
//! jobs share small transactions, and rest after each one. When nobody plays they go on without a
//! pause.

use std::time::{Duration, Instant};

/// How long after a move people are taken to play.
const PLAYING: Duration = Duration::from_millis(250);
/// How much longer bulk jobs rest than they have worked.
const REST: u32 = 9;
/// How many bulk jobs share a transaction while people play.
const SMALL_GROUP: usize = 8;
/// How many share one otherwise.
pub(super) const LARGE_GROUP: usize = 32;

/// What decides when the next bulk job is due.
#[derive(Default)]
pub(super) struct Pace {
    /// When the last urgent job was taken.
    urgent_at: Option<Instant>,
    /// Bulk jobs rest until then.
    rest_until: Option<Instant>,
}

impl Pace {
    /// An urgent job was taken.
    pub(super) fn urgent(&mut self, now: Instant) {
        self.urgent_at = Some(now);
    }

    /// A transaction of bulk jobs is done.
    pub(super) fn bulk(&mut self, started: Instant, now: Instant) {
        self.rest_until = self.is_shared(now).then(|| now + (now - started) * REST);
    }

    /// How long bulk jobs must still wait.
    pub(super) fn rest(&self, now: Instant) -> Duration {
        self.rest_until.map_or(Duration::ZERO, |until| until.saturating_duration_since(now))
    }

    /// How many bulk jobs may share a transaction.
    pub(super) fn group(&self, now: Instant) -> usize {
        if self.is_shared(now) { SMALL_GROUP } else { LARGE_GROUP }
    }

    fn is_shared(&self, now: Instant) -> bool {
        self.urgent_at.is_some_and(|at| now < at + PLAYING)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: Duration = Duration::from_millis(1);

    #[test]
    fn bulk_jobs_rest_while_people_play() {
        let (start, mut pace) = (Instant::now(), Pace::default());
        pace.urgent(start);
        assert_eq!(pace.group(start), SMALL_GROUP);
        pace.bulk(start + MS, start + 11 * MS);
        assert_eq!(pace.rest(start + 11 * MS), 90 * MS);
        assert_eq!(pace.rest(start + 100 * MS), MS);
        assert_eq!(pace.rest(start + 200 * MS), Duration::ZERO);
    }

    #[test]
    fn bulk_jobs_do_not_rest_when_nobody_plays() {
        let (start, mut pace) = (Instant::now(), Pace::default());
        pace.bulk(start, start + 20 * MS);
        assert_eq!((pace.rest(start + 20 * MS), pace.group(start)), (Duration::ZERO, LARGE_GROUP));
        pace.urgent(start + 20 * MS);
        let later = start + 20 * MS + PLAYING;
        pace.bulk(start + PLAYING, later);
        assert_eq!((pace.rest(later), pace.group(later)), (Duration::ZERO, LARGE_GROUP));
    }
}
