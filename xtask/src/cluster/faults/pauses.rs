//! For how long nothing was acknowledged.

use std::fmt;
use std::time::Duration;

/// For how long no move was acknowledged.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Pauses {
    count: usize,
    median: Duration,
    pub(crate) longest: Duration,
}

impl Pauses {
    pub(crate) fn of(pauses: impl IntoIterator<Item = Duration>) -> Pauses {
        let mut pauses: Vec<_> = pauses.into_iter().collect();
        pauses.sort();
        Pauses {
            count: pauses.len(),
            median: pauses.get(pauses.len() / 2).copied().unwrap_or_default(),
            longest: pauses.last().copied().unwrap_or_default(),
        }
    }
}

impl fmt::Display for Pauses {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Pauses { count, median, longest } = self;
        let times = if *count == 1 { "time" } else { "times" };
        write!(f, "{count} {times}, no move acknowledged for {median:.1?} (median), ")?;
        write!(f, "{longest:.1?} (longest)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_have_a_median_and_a_longest_one() {
        let of = |seconds: &[u64]| {
            Pauses::of(seconds.iter().map(|seconds| Duration::from_secs(*seconds)))
        };
        assert_eq!(
            of(&[9, 1, 4]).to_string(),
            "3 times, no move acknowledged for 4.0s (median), 9.0s (longest)"
        );
        assert_eq!(of(&[]).longest, Duration::ZERO);
    }
}
