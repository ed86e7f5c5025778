//! Time management: a soft limit, checked after every iteration and scaled by how stable the search
//! is, and a hard limit that is never passed.

use std::time::{Duration, Instant};

use crate::{Clock, Limits, tunables};

/// The time of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    start: Instant,
    budget: Option<Budget>,
}

/// The limits of one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    soft: Duration,
    hard: Duration,
    /// A fixed time per move is used up, however stable the search is.
    is_fixed: bool,
}

/// How stable the result of a search is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stability {
    /// Iterations for which the best move has been the same.
    pub(crate) stable_iterations: u32,
    /// The share of all nodes that went into the best move.
    pub(crate) effort: f64,
    /// How far the score has fallen since earlier iterations, in centipawns.
    pub(crate) score_drop: i32,
}

impl Timer {
    /// Starts the clock for a move.
    pub(crate) fn new(limits: &Limits, overhead: Duration) -> Timer {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(overhead).max(SHORTEST_FIXED);
            Budget { soft: time, hard: time, is_fixed: true }
        });
        let clock = limits.clock.map(|clock| allocate(&clock, overhead));
        let budget = match (fixed, clock) {
            (Some(fixed), Some(clock)) => {
                Some(Budget { hard: fixed.hard.min(clock.hard), ..clock })
            }
            (fixed, clock) => fixed.or(clock),
        };
        Timer { start: limits.start.unwrap_or_else(Instant::now), budget }
    }

    /// Nodes between two checks of the clock, a power of two: few where little time is left.
    pub(crate) fn check_interval(&self) -> u64 {
        const SHORT: Duration = Duration::from_millis(100);
        let is_short = self.budget.is_some_and(|budget| budget.hard < SHORT);
        if is_short { SHORT_INTERVAL } else { INTERVAL }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True when the hard limit is reached.
    pub(crate) fn hard_limit_reached(&self) -> bool {
        self.budget.is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// True when the soft limit, scaled by the stability of the search, is reached.
    pub(crate) fn soft_limit_reached(&self, stability: &Stability) -> bool {
        let Some(budget) = self.budget else { return false };
        let scale = if budget.is_fixed { 1.0 } else { stability.scale() };
        self.elapsed().as_secs_f64() >= budget.soft.as_secs_f64() * scale
    }
}

/// Nodes between two checks of the clock.
const INTERVAL: u64 = 1024;
const SHORT_INTERVAL: u64 = 64;
/// The shortest fixed time: no thread gets to run in less.
const SHORTEST_FIXED: Duration = Duration::from_millis(1);
/// The minimum hard limit, even for a move played instantly.
const SHORTEST: Duration = Duration::from_micros(200);
/// No limit is longer than this, in seconds.
const LONGEST: f64 = 1e9;

/// The limits of one move on a clock.
fn allocate(clock: &Clock, overhead: Duration) -> Budget {
    let remaining = usable(clock, overhead);
    let increment = clock.increment.as_secs_f64();
    let moves = f64::from(tunables::time_moves());
    let to_go = clock.moves_to_go.map_or(moves, |to_go| f64::from(to_go.max(1)).min(moves));
    // The less time is left, the smaller the share that is spent: the clock settles at a level at
    // which a stall of the machine does not lose the game.
    let stall = f64::from(tunables::time_stall()) / 1000.0;
    let stall_scale = remaining / (remaining + stall);
    let raw = remaining / to_go + increment * percent(tunables::time_increment());
    let is_last = clock.moves_to_go == Some(1);
    let hard_percent =
        if is_last { tunables::time_hard_last_move() } else { tunables::time_hard() };
    let hard = remaining * percent(hard_percent) * stall_scale;
    let soft = (raw * percent(tunables::time_soft()) * stall_scale).min(hard);
    let seconds = |value: f64| Duration::from_secs_f64(value.clamp(0.0, LONGEST));
    Budget { soft: seconds(soft), hard: seconds(hard).max(SHORTEST), is_fixed: false }
}

/// The seconds of a clock that may be spent: without the overhead of this move, without the lag of
/// future moves beyond what the increment pays for, and without the longest recent stall.
fn usable(clock: &Clock, overhead: Duration) -> f64 {
    let left = clock.remaining.saturating_sub(overhead).as_secs_f64();
    let unpaid = |time: Duration| time.saturating_sub(clock.increment).as_secs_f64();
    let lag_moves = f64::from(tunables::time_lag_moves());
    let future = clock.moves_to_go.map_or(lag_moves, |to_go| f64::from(to_go).min(lag_moves));
    let reserved = (unpaid(clock.lag) * future).min(left * percent(tunables::time_lag_max()));
    (left - reserved - unpaid(clock.stall)).max(0.0)
}

fn percent(value: i32) -> f64 {
    f64::from(value) / 100.0
}

impl Stability {
    /// What the soft limit is multiplied by: less for a move that has long been best and took most
    /// of the nodes, more when the score is falling.
    fn scale(&self) -> f64 {
        let effort = (percent(tunables::time_effort_offset()) - self.effort)
            * percent(tunables::time_effort_factor());
        let drop = self
            .score_drop
            .clamp(-tunables::time_score_rise_max(), tunables::time_score_drop_max());
        let falling = 1.0 + f64::from(drop) / f64::from(tunables::time_score_divisor());
        let (min, max) = (tunables::time_scale_min(), tunables::time_scale_max());
        (self.best_move_scale() * effort * falling).clamp(percent(min), percent(max))
    }

    /// By the iterations for which the best move has been the same.
    fn best_move_scale(&self) -> f64 {
        percent(match self.stable_iterations {
            0 => tunables::time_stability_0(),
            1 => tunables::time_stability_1(),
            2 => tunables::time_stability_2(),
            3 => tunables::time_stability_3(),
            4 => tunables::time_stability_4(),
            _ => tunables::time_stability_5(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> Clock {
        Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            moves_to_go,
            ..Clock::default()
        }
    }

    #[test]
    fn a_move_never_takes_more_than_is_left() {
        for remaining in [0, 1, 5, 50, 1_000, 60_000, 7_200_000, u64::MAX / 2_000] {
            for increment in [0, 10, 1_000, 60_000] {
                for to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let clock = clock(remaining, increment, to_go);
                    let budget = allocate(&clock, Duration::from_millis(10));
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= clock.remaining.max(SHORTEST), "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_or_increment_means_longer_thought() {
        let soft = |clock| allocate(&clock, Duration::ZERO).soft;
        assert!(soft(clock(10_000, 0, None)) < soft(clock(20_000, 0, None)));
        assert!(soft(clock(10_000, 0, None)) < soft(clock(10_000, 100, None)));
        assert!(soft(clock(10_000, 0, Some(40))) < soft(clock(10_000, 0, Some(5))));
    }

    #[test]
    fn a_clock_with_an_increment_does_not_run_down_to_nothing() {
        for increment in [10, 50, 1_000] {
            let mut clock = clock(1_000, increment, None);
            for _ in 0..300 {
                // An unstable search takes half as much again.
                let budget = allocate(&clock, Duration::from_millis(30));
                let spent = budget.soft.mul_f64(1.5).min(budget.hard);
                clock.remaining = clock.remaining.saturating_sub(spent) + clock.increment;
            }
            assert!(clock.remaining > Duration::from_millis(200), "{clock:?}");
        }
    }

    /// How many moves a clock without increment lasts when each costs a lag on top of its thought.
    fn moves_until_flag(remaining: u64, lag: Duration, is_known: bool) -> u32 {
        let mut clock = clock(remaining, 0, None);
        clock.lag = if is_known { lag } else { Duration::ZERO };
        let costs = |budget: Budget| budget.soft.mul_f64(1.2).min(budget.hard) + SHORTEST + lag;
        for number in 0..10_000 {
            let cost = costs(allocate(&clock, Duration::from_millis(30)));
            match clock.remaining.checked_sub(cost) {
                Some(left) => clock.remaining = left,
                None => return number,
            }
        }
        10_000
    }

    #[test]
    fn a_clock_without_increment_outlasts_a_long_game() {
        let lag = Duration::from_micros(300);
        assert!(moves_until_flag(1_000, lag, true) > 250, "{}", moves_until_flag(1_000, lag, true));
        assert!(moves_until_flag(5_000, lag, true) > 250, "{}", moves_until_flag(5_000, lag, true));
    }

    #[test]
    fn a_known_lag_is_reserved_for() {
        let lag = Duration::from_millis(8);
        let (blind, warned) =
            (moves_until_flag(1_000, lag, false), moves_until_flag(1_000, lag, true));
        assert!(warned > 75 && warned > blind + 20, "{blind} {warned}");
        let hard = |remaining, stall| {
            let stall = Duration::from_millis(stall);
            allocate(&Clock { stall, ..clock(remaining, 0, None) }, Duration::ZERO).hard
        };
        assert!(hard(150, 60) < hard(150, 0) / 2);
        assert_eq!(hard(60, 60), SHORTEST);
        // What the increment pays for need not be reserved.
        let soft = |lag| {
            let clock = Clock { lag, ..clock(2_000, 20, None) };
            allocate(&clock, Duration::ZERO).soft
        };
        assert_eq!(soft(Duration::from_millis(15)), soft(Duration::ZERO));
    }

    #[test]
    fn a_short_clock_is_checked_often() {
        let interval = |remaining| {
            let limits = Limits { clock: Some(clock(remaining, 0, None)), ..Limits::default() };
            Timer::new(&limits, Duration::from_millis(30)).check_interval()
        };
        assert!(interval(300) < interval(60_000));
        assert_eq!(Timer::new(&Limits::default(), Duration::ZERO).check_interval(), INTERVAL);
    }

    #[test]
    fn the_clock_counts_from_the_command_on() {
        let start = Instant::now().checked_sub(Duration::from_secs(5));
        let limits = Limits { start, clock: Some(clock(4_000, 0, None)), ..Limits::default() };
        assert!(Timer::new(&limits, Duration::ZERO).hard_limit_reached());
    }

    #[test]
    fn a_stable_search_stops_earlier() {
        let stable = Stability { stable_iterations: 9, effort: 0.95, score_drop: 0 };
        let unstable = Stability { stable_iterations: 0, effort: 0.2, score_drop: 50 };
        assert!(stable.scale() < 1.0 && unstable.scale() > 1.5);
    }

    #[test]
    fn a_fixed_time_is_the_time_less_the_overhead() {
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        let budget = Timer::new(&limits, Duration::from_millis(10)).budget.unwrap();
        assert_eq!((budget.soft, budget.hard), (Duration::from_millis(90), budget.soft));
    }
}
