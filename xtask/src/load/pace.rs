//! When things are due. The schedule is fixed beforehand and waits for nobody: what is late is
//! measured from when it was due, so that a slow server cannot slow down its own examination.

use std::time::Duration;

use tokio::time::Instant;

/// A steady rate, shared by many who take turns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    start: Instant,
    end: Instant,
    /// Between two turns of the same one.
    period: Duration,
    /// Between two neighbors.
    step: Duration,
}

impl Pace {
    /// A rate shared by several clients in turn, for some time from now.
    pub(crate) fn new(rate: usize, takers: usize, time: Duration) -> Pace {
        let step = Duration::from_secs(1) / rate.max(1) as u32;
        let start = Instant::now();
        Pace { start, end: start + time, period: step * takers as u32, step }
    }

    /// When one of them is due for the so manieth time; none when that is after the end.
    pub(crate) fn due(&self, taker: usize, turn: u32) -> Option<Instant> {
        let due = self.start + self.step * taker as u32 + self.period * turn;
        (due < self.end && Instant::now() < self.end).then_some(due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_spread_evenly_until_the_end() {
        let pace = Pace::new(100, 10, Duration::from_mins(1));
        for (taker, turn, expected) in [
            (0, 0, Some(0)),
            (1, 0, Some(10)),
            (9, 0, Some(90)),
            (0, 1, Some(100)),
            (9, 599, Some(59_990)),
            (0, 600, None),
        ] {
            let due = pace.due(taker, turn).map(|due| (due - pace.start).as_millis());
            assert_eq!(due, expected, "{taker} {turn}");
        }
    }
}
