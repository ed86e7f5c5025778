//! How long things took, by percentile.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::error::TaskError;

/// Longer times are taken for this long.
const LONGEST: Duration = Duration::from_mins(5);
/// How many significant digits a time has.
const FIGURES: u8 = 3;

/// Times that were taken. Clones are one.
#[derive(Clone, Debug)]
pub(crate) struct Latency(Arc<Mutex<Histogram<u64>>>);

impl Latency {
    /// Nothing was timed yet.
    pub(crate) fn new() -> Result<Latency, TaskError> {
        let histogram = Histogram::new_with_max(LONGEST.as_micros() as u64, FIGURES);
        let unable = |error| TaskError::Unable(format!("times cannot be counted: {error}"));
        Ok(Latency(Arc::new(Mutex::new(histogram.map_err(unable)?))))
    }

    /// Something took so long.
    pub(crate) fn record(&self, time: Duration) {
        self.lock().saturating_record(time.as_micros() as u64);
    }

    /// How much was timed.
    pub(crate) fn count(&self) -> u64 {
        self.lock().len()
    }

    /// The time that half of them kept, and 99 in a hundred, and the longest.
    pub(crate) fn percentiles(&self) -> Percentiles {
        let histogram = self.lock();
        let at = |quantile| Duration::from_micros(histogram.value_at_quantile(quantile));
        Percentiles { p50: at(0.5), p99: at(0.99), longest: Duration::from_micros(histogram.max()) }
    }

    /// A panic while the lock was held cannot leave a count half done.
    fn lock(&self) -> MutexGuard<'_, Histogram<u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A summary of many times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Percentiles {
    /// Half were no longer.
    pub(crate) p50: Duration,
    /// 99 in a hundred were no longer.
    pub(crate) p99: Duration,
    /// None was longer.
    pub(crate) longest: Duration,
}

impl std::fmt::Display for Percentiles {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let Percentiles { p50, p99, longest } = self;
        write!(f, "{} / {} / {}", millis(*p50), millis(*p99), millis(*longest))
    }
}

/// A time in milliseconds, as games show it.
pub(crate) fn millis(time: Duration) -> String {
    format!("{:.1} ms", time.as_secs_f64() * 1_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_those_of_what_was_recorded() {
        let latency = Latency::new().expect("sound bounds");
        for number in 1..=1_000 {
            latency.record(Duration::from_millis(number));
        }
        assert_eq!(latency.count(), 1_000);
        let shown = latency.percentiles().to_string();
        assert_eq!(shown, "500.2 ms / 990.2 ms / 1000.4 ms");
    }
}
