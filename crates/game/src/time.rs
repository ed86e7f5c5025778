//! Moments, and how much time a player is given.

use std::time::Duration;

/// A moment, in milliseconds since the beginning of 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(pub u64);

impl Timestamp {
    /// The time that has passed since an earlier moment; none when that one is later.
    pub fn since(self, earlier: Timestamp) -> Duration {
        Duration::from_millis(self.0.saturating_sub(earlier.0))
    }

    /// The moment so much later.
    pub fn after(self, time: Duration) -> Timestamp {
        Timestamp(self.0.saturating_add(u64::try_from(time.as_millis()).unwrap_or(u64::MAX)))
    }
}

/// The time of one side for the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// What the clock shows at the start.
    pub base: Duration,
    /// What every move brings.
    pub bonus: Bonus,
}

/// What a move brings to the clock of the side that made it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// Nothing.
    #[default]
    None,
    /// This much is added after every move.
    Increment(Duration),
    /// The clock waits for so long before it begins to run.
    Delay(Duration),
    /// The time that a move took is given back, but no more than this.
    Bronstein(Duration),
}
