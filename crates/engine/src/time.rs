//! How long a move may take: a soft limit that is asked after every iteration, scaled by how sure
//! the search is, and a hard limit that is never passed.

use std::time::{Duration, Instant};

use crate::{Clock, Limits, tunables};

/// The time of one move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    start: Instant,
    budget: Option<Budget>,
}

/// When to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Budget {
    soft: Duration,
    hard: Duration,
    /// A fixed time is used to the end, whatever the search thinks.
    fixed: bool,
}

/// How sure a search is of its move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Confidence {
    /// Iterations for which the best move has been the same.
    pub(crate) stable: u32,
    /// The share of all nodes that went into the best move.
    pub(crate) effort: f64,
    /// How far the score has fallen since the iterations before, in centipawns.
    pub(crate) drop: i32,
}

impl Timer {
    /// Starts the clock for a move.
    pub(crate) fn new(limits: &Limits, overhead: Duration) -> Timer {
        let fixed = limits.move_time.map(|time| {
            let time = time.saturating_sub(overhead).max(SHORTEST_FIXED);
            Budget { soft: time, hard: time, fixed: true }
        });
        let clock = limits.clock.map(|clock| share(&clock, overhead));
        let budget = match (fixed, clock) {
            (Some(fixed), Some(clock)) => {
                Some(Budget { hard: fixed.hard.min(clock.hard), ..clock })
            }
            (fixed, clock) => fixed.or(clock),
        };
        Timer { start: limits.start.unwrap_or_else(Instant::now), budget }
    }

    /// How many nodes may pass between two looks at the clock: few where it is short.
    pub(crate) fn interval(&self) -> u64 {
        const SHORT: Duration = Duration::from_millis(100);
        if self.budget.is_some_and(|budget| budget.hard < SHORT) { 64 } else { 1024 }
    }

    /// Time since the start.
    pub(crate) fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// True when the move has to be made now.
    pub(crate) fn is_over(&self) -> bool {
        self.budget.is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    /// True when another iteration is not worth its time.
    pub(crate) fn is_enough(&self, confidence: &Confidence) -> bool {
        let Some(budget) = self.budget else { return false };
        let scale = if budget.fixed { 1.0 } else { confidence.scale() };
        self.elapsed().as_secs_f64() >= budget.soft.as_secs_f64() * scale
    }
}

/// A time that was asked for is never less: not even a thread gets to run in less.
const SHORTEST_FIXED: Duration = Duration::from_millis(1);
/// What a move takes that is made at once.
const SHORTEST: Duration = Duration::from_micros(200);
/// Seconds for which a busy machine may well leave a program waiting.
const STALL: f64 = 0.2;
/// Moves that may still come and cost their lag, where nobody says how many.
const LATER_MOVES: f64 = 60.0;
/// The most of the clock that is kept for the lag of later moves.
const LAG_SHARE: f64 = 0.8;

/// The share of a clock that one move gets.
fn share(clock: &Clock, overhead: Duration) -> Budget {
    let percent = |value: i32| f64::from(value) / 100.0;
    let remaining = usable(clock, overhead);
    let increment = clock.increment.as_secs_f64();
    let moves = f64::from(tunables::time_moves());
    let to_go = clock.moves_to_go.map_or(moves, |to_go| f64::from(to_go.max(1)).min(moves));
    // The less is left, the less of it is spent: the clock settles at a height from which a moment
    // in which the machine does something else does not lose the game.
    let trust = remaining / (remaining + STALL);
    let raw = remaining / to_go + increment * percent(tunables::time_increment());
    // With the last move before the control most of the time may be used; with more to come, less.
    let most = if clock.moves_to_go == Some(1) { 0.9 } else { percent(tunables::time_hard()) };
    let hard = remaining * most * trust;
    let soft = (raw * percent(tunables::time_soft()) * trust).min(hard);
    let seconds = |value: f64| Duration::from_secs_f64(value.clamp(0.0, 1e9));
    Budget { soft: seconds(soft), hard: seconds(hard).max(SHORTEST), fixed: false }
}

/// The seconds of a clock that may be spent on thought: without the overhead of this move, without
/// what the moves to come will cost however quickly they are made, as far as their increment does
/// not pay for it, and without what a move like the worst of late would take.
fn usable(clock: &Clock, overhead: Duration) -> f64 {
    let left = clock.remaining.saturating_sub(overhead).as_secs_f64();
    let unpaid = |time: Duration| time.saturating_sub(clock.increment).as_secs_f64();
    let later = clock.moves_to_go.map_or(LATER_MOVES, |to_go| f64::from(to_go).min(LATER_MOVES));
    let kept = (unpaid(clock.lag) * later).min(left * LAG_SHARE);
    (left - kept - unpaid(clock.stall)).max(0.0)
}

impl Confidence {
    /// What the soft limit is multiplied with: less for a move that has long been best and took
    /// most of the effort, more when the score is falling.
    fn scale(&self) -> f64 {
        const STABILITY: [f64; 6] = [2.1, 1.3, 1.1, 0.95, 0.85, 0.78];
        let stability = STABILITY[(self.stable as usize).min(STABILITY.len() - 1)];
        let effort = (1.52 - self.effort) * 1.74;
        let falling = (1.0 + f64::from(self.drop.clamp(-20, 60)) / 130.0).max(0.8);
        (stability * effort * falling).clamp(0.2, 3.5)
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
                    let budget = share(&clock, Duration::from_millis(10));
                    assert!(budget.soft <= budget.hard);
                    assert!(budget.hard <= clock.remaining.max(SHORTEST), "{clock:?} {budget:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_or_increment_means_longer_thought() {
        let soft = |clock| share(&clock, Duration::ZERO).soft;
        assert!(soft(clock(10_000, 0, None)) < soft(clock(20_000, 0, None)));
        assert!(soft(clock(10_000, 0, None)) < soft(clock(10_000, 100, None)));
        assert!(soft(clock(10_000, 0, Some(40))) < soft(clock(10_000, 0, Some(5))));
    }

    #[test]
    fn a_clock_with_an_increment_does_not_run_down_to_nothing() {
        for increment in [10, 50, 1_000] {
            let mut clock = clock(1_000, increment, None);
            for _ in 0..300 {
                // A search that is not sure of its move takes half as much again.
                let budget = share(&clock, Duration::from_millis(30));
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
            let cost = costs(share(&clock, Duration::from_millis(30)));
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
    fn a_lag_that_was_seen_is_saved_up_for() {
        let lag = Duration::from_millis(8);
        let (blind, warned) =
            (moves_until_flag(1_000, lag, false), moves_until_flag(1_000, lag, true));
        assert!(warned > 75 && warned > blind + 20, "{blind} {warned}");
        let hard = |remaining, stall| {
            let stall = Duration::from_millis(stall);
            share(&Clock { stall, ..clock(remaining, 0, None) }, Duration::ZERO).hard
        };
        assert!(hard(150, 60) < hard(150, 0) / 2);
        assert_eq!(hard(60, 60), SHORTEST);
        // What the increment pays for need not be saved up for.
        let soft = |lag| {
            let clock = Clock { lag, ..clock(2_000, 20, None) };
            share(&clock, Duration::ZERO).soft
        };
        assert_eq!(soft(Duration::from_millis(15)), soft(Duration::ZERO));
    }

    #[test]
    fn a_short_clock_is_looked_at_often() {
        let interval = |remaining| {
            let limits = Limits { clock: Some(clock(remaining, 0, None)), ..Limits::default() };
            Timer::new(&limits, Duration::from_millis(30)).interval()
        };
        assert!(interval(300) < interval(60_000));
        assert_eq!(Timer::new(&Limits::default(), Duration::ZERO).interval(), 1024);
    }

    #[test]
    fn the_clock_counts_from_the_command_on() {
        let start = Instant::now().checked_sub(Duration::from_secs(5));
        let limits = Limits { start, clock: Some(clock(4_000, 0, None)), ..Limits::default() };
        assert!(Timer::new(&limits, Duration::ZERO).is_over());
    }

    #[test]
    fn a_sure_search_stops_earlier() {
        let sure = Confidence { stable: 9, effort: 0.95, drop: 0 };
        let unsure = Confidence { stable: 0, effort: 0.2, drop: 50 };
        assert!(sure.scale() < 1.0 && unsure.scale() > 1.5);
    }

    #[test]
    fn a_fixed_time_is_the_time_less_the_overhead() {
        let limits = Limits { move_time: Some(Duration::from_millis(100)), ..Limits::default() };
        let budget = Timer::new(&limits, Duration::from_millis(10)).budget.unwrap();
        assert_eq!((budget.soft, budget.hard), (Duration::from_millis(90), budget.soft));
    }
}
