//! How much of the way to the server is not charged to a player. Pure arithmetic: the way is
//! measured by the server's own pings, and no client has a say in it.

use std::time::Duration;

use game::{Bonus, TimeControl};

/// The most for one move, whatever the game.
const MOST: Duration = Duration::from_secs(1);
/// What every game allows for one move.
const BASE: Duration = Duration::from_millis(150);
/// What each estimated second of the game adds to that.
const PER_SECOND: Duration = Duration::from_millis(4);
/// How many moves a game is taken to last.
const MOVES: u32 = 40;
/// How many moves' worth can be saved up; what is given beyond a steady share comes from there.
const SAVED: u32 = 3;
/// Each move brings this part of one move's worth back.
const REFILL: u32 = 2;

/// What one player may still be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    per_move: Duration,
    saved: Duration,
}

impl Allowance {
    /// The allowance of a side that plays by this control; nothing without a clock.
    pub(super) fn new(control: Option<TimeControl>) -> Allowance {
        let per_move = control.map_or(Duration::ZERO, per_move);
        Allowance { per_move, saved: per_move * SAVED }
    }

    /// The most that the next move can be given.
    pub(super) fn most(&self) -> Duration {
        self.per_move.min(self.saved)
    }

    /// What a move over a way of this length is given.
    pub(super) fn of(&self, way: Duration) -> Duration {
        way.min(self.most())
    }

    /// A move was given so much.
    pub(super) fn spend(&mut self, given: Duration) {
        let saved = self.saved.saturating_sub(given) + self.per_move / REFILL;
        self.saved = saved.min(self.per_move * SAVED);
    }
}

fn per_move(control: TimeControl) -> Duration {
    let bonus = match control.bonus {
        Bonus::None => Duration::ZERO,
        Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
    };
    let estimate = control.base + bonus * MOVES;
    let seconds = u32::try_from(estimate.as_secs()).unwrap_or(u32::MAX);
    PER_SECOND.saturating_mul(seconds).saturating_add(BASE).min(MOST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn control(base: u64, bonus: Bonus) -> TimeControl {
        TimeControl { base: Duration::from_secs(base), bonus }
    }

    #[test]
    fn a_move_is_given_more_in_longer_games_but_never_more_than_a_second() {
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
            let most = Allowance::new(Some(control(base, bonus))).most();
            assert_eq!(most, Duration::from_millis(expected), "{base} {bonus:?}");
        }
        assert_eq!(Allowance::new(None).most(), Duration::ZERO);
    }

    #[test]
    fn a_steady_way_is_given_whole_and_a_long_one_runs_out() {
        let mut allowance = Allowance::new(Some(control(60, Bonus::None)));
        for way in [0, 100, 190] {
            let way = Duration::from_millis(way);
            for _ in 0..50 {
                assert_eq!(allowance.of(way), way);
                allowance.spend(way);
            }
        }
        let long = Duration::from_secs(5);
        let mut given = Vec::new();
        for _ in 0..7 {
            given.push(allowance.of(long).as_millis());
            allowance.spend(allowance.of(long));
        }
        assert_eq!(given, [390, 390, 390, 390, 390, 195, 195]);
    }
}
