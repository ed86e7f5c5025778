//! A time without any server, for which nobody is charged.

use std::ops::Range;
use std::time::Duration;

use game::Timestamp;
use store::{Store, StoreError};

/// A time without any server, which ended when this one started.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Downtime {
    /// The last heartbeat before it, if there was a server.
    pub(super) last_heartbeat: Option<Timestamp>,
    /// When servers ran, but could not store anything: in order, and they may overlap.
    pub(super) outages: Vec<Range<Timestamp>>,
}

impl Downtime {
    /// Finds out how long no server used a store; none when another one still does.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub(crate) async fn of(store: &dyn Store) -> Result<Option<Downtime>, StoreError> {
        if !store.begin_serving().await? {
            return Ok(None);
        }
        let (last_heartbeat, outages) = (store.last_heartbeat().await?, store.outages().await?);
        Ok(Some(Downtime { last_heartbeat, outages }))
    }

    /// Until when a turn is charged that began at a time, for a server that started at another one.
    /// A heartbeat in the future says nothing.
    pub(super) fn charged_until(&self, turn: Timestamp, started: Timestamp) -> Option<Timestamp> {
        let heartbeat = self.last_heartbeat.filter(|heartbeat| *heartbeat <= started)?;
        Some(heartbeat.before(overlap(&self.outages, turn..heartbeat)))
    }
}

/// How much of a time is in some of these, which are in order and may overlap.
fn overlap(times: &[Range<Timestamp>], whole: Range<Timestamp>) -> Duration {
    let (mut total, mut counted_until) = (Duration::ZERO, whole.start);
    for time in times {
        let (start, end) = (time.start.max(counted_until), time.end.min(whole.end));
        total += end.since(start);
        counted_until = counted_until.max(end);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_overlaps_counts_once() {
        let times = [(10, 20), (12, 15), (14, 23), (50, 61)]
            .map(|(start, end)| Timestamp(start)..Timestamp(end));
        for (whole, expected) in
            [(0..100, 24), (0..9, 0), (11..100, 23), (16..21, 5), (30..55, 5), (70..90, 0)]
        {
            let found = overlap(&times, Timestamp(whole.start)..Timestamp(whole.end));
            assert_eq!(found, Duration::from_millis(expected), "{whole:?}");
        }
    }
}
