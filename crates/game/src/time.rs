//! Timestamps and time controls.

use std::time::Duration;

/// A timestamp, in milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The time since an earlier timestamp; zero if that one is later.
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The timestamp this long before; the epoch at the earliest.
    pub fn before(self, time: Duration) -> Timestamp {
        Timestamp(self.0.saturating_sub(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }

    /// The timestamp after a duration.
    pub fn after(self, time: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }
}

/// The time control of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TimeControl {
    /// The base time.
    pub base: Duration,
    /// The time bonus of each move.
    pub bonus: Bonus,
}

/// A time bonus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Bonus {
    /// No bonus.
    #[default]
    None,
    /// Time that is added after every move (Fischer).
    Increment(Duration),
    /// The clock starts after a delay on each move (US delay).
    Delay(Duration),
    /// The time used for a move is added back, up to this maximum.
    Bronstein(Duration),
}
