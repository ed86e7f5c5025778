//! Lag compensation: how much network lag is not charged to a player's clock. Pure arithmetic; the
//! round-trip time is measured by the server's own pings, so clients cannot cheat.

use std::time::Duration;

use game::{Bonus, TimeControl};

/// The maximum for one move in any game.
const MAX_PER_MOVE: Duration = Duration::from_secs(1);
/// The compensation for one move in the shortest games.
const BASE: Duration = Duration::from_millis(150);
/// What each second of the game's estimated length adds to that.
const PER_SECOND: Duration = Duration::from_millis(4);
/// The number of moves that a game is expected to last.
const EXPECTED_MOVES: u32 = 40;
/// How many moves' worth of compensation can be saved up for lag spikes.
const SAVED_MOVES: u32 = 3;
/// Each move refills the savings by one move's worth divided by this.
const REFILL_DIVISOR: u32 = 2;

/// The lag compensation that one player has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LagAllowance {
    per_move: Duration,
    saved: Duration,
}

impl LagAllowance {
    /// The allowance for a time control; nothing without a clock.
    pub(super) fn new(control: Option<TimeControl>) -> LagAllowance {
        let per_move = control.map_or(Duration::ZERO, per_move);
        LagAllowance { per_move, saved: per_move * SAVED_MOVES }
    }

    /// The maximum compensation for the next move.
    pub(super) fn max(&self) -> Duration {
        self.per_move.min(self.saved)
    }

    /// The compensation for a move over a connection with this round-trip time.
    pub(super) fn lag(&self, round_trip: Duration) -> Duration {
        round_trip.min(self.max())
    }

    /// Takes the compensation of a move off the savings.
    pub(super) fn spend(&mut self, lag: Duration) {
        let saved = self.saved.saturating_sub(lag) + self.per_move / REFILL_DIVISOR;
        self.saved = saved.min(self.per_move * SAVED_MOVES);
    }
}

fn per_move(control: TimeControl) -> Duration {
    let bonus = match control.bonus {
        Bonus::None => Duration::ZERO,
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
    };
    let estimate = control.base + bonus * EXPECTED_MOVES;
    let seconds = u32::try_from(estimate.as_secs()).unwrap_or(u32::MAX);
    PER_SECOND.saturating_mul(seconds).saturating_add(BASE).min(MAX_PER_MOVE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(base: u64, bonus: Bonus) -> TimeControl {
        TimeControl { base: Duration::from_secs(base), bonus }
    }

    #[test]
    fn longer_games_compensate_more_lag_but_never_more_than_a_second_per_move() {
        let two = Duration::from_secs(2);
        for (base, bonus, expected) in [
            (0, Bonus::Increment(Duration::from_secs(1)), 310),
            (60, Bonus::None, 390),
            (60, Bonus::Increment(two), 710),
            (60, Bonus::Delay(two), 710),
            (60, Bonus::Bronstein(two), 710),
            (180, Bonus::None, 870),
            (213, Bonus::None, 1_000),
            (86_400, Bonus::None, 1_000),
        ] {
            let max = LagAllowance::new(Some(control(base, bonus))).max();
            assert_eq!(max, Duration::from_millis(expected), "{base} {bonus:?}");
        }
        assert_eq!(LagAllowance::new(None).max(), Duration::ZERO);
    }

    #[test]
    fn a_steady_lag_is_compensated_in_full_and_a_long_one_only_for_a_while() {
        let mut allowance = LagAllowance::new(Some(control(60, Bonus::None)));
        for lag in [0, 100, 190] {
            let lag = Duration::from_millis(lag);
            for _ in 0..50 {
                assert_eq!(allowance.lag(lag), lag);
                allowance.spend(lag);
            }
        }
        let long = Duration::from_secs(5);
        let mut compensated = Vec::new();
        for _ in 0..7 {
            compensated.push(allowance.lag(long).as_millis());
            allowance.spend(allowance.lag(long));
        }
        assert_eq!(compensated, [390, 390, 390, 390, 390, 195, 195]);
    }
}
