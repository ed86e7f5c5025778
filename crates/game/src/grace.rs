//! Extra time after restarts of the server.
//!
//! A restart interrupts both players, and a few seconds each make up for that. Several restarts in
//! one turn interrupt it no more than one does, and a server that keeps restarting must not change
//! the pace of the game. So there is extra time once in a turn, and a limited amount in a game.

use std::time::Duration;

/// The maximum of extra time that each side gets in one game.
const MAX_GRACE: Duration = Duration::from_secs(15);

/// The extra time that each side of a game has had.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grace {
    given: Duration,
    given_in_turn: bool,
}

impl Grace {
    /// How much of this the next restart gives.
    pub(crate) fn due(self, wanted: Duration) -> Duration {
        let left = MAX_GRACE.saturating_sub(self.given);
        if self.given_in_turn { Duration::ZERO } else { wanted.min(left) }
    }

    /// Extra time was given.
    pub(crate) fn give(&mut self, amount: Duration) {
        self.given = self.given.saturating_add(amount);
        self.given_in_turn = true;
    }

    /// A move was made, taken back or redone.
    pub(crate) fn next_turn(&mut self) {
        self.given_in_turn = false;
    }
}
