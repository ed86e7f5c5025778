//! Measures lag: the time that a move costs on the GUI's clock beyond the search itself, for pipes
//! and for waiting on a busy machine.
//!
//! It is estimated from the clocks of two consecutive moves: the time that the clock lost but no
//! processor was used for. Without an increment, the clock must last for all the lag to come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use chess::Color;
use engine::Limits;

/// More than this is not lag but another game, or a person at the GUI.
const MAX_LAG: Duration = Duration::from_millis(250);
/// The weight of a new measurement that is larger than the average, and of one that is smaller.
const RISE: f64 = 0.5;
const FALL: f64 = 0.05;
/// How the maximum decays from move to move.
const MAX_DECAY: f64 = 0.98;

/// The measured lag, and the last move, with which the next clock is compared.
#[derive(Default)]
pub(super) struct Lag {
    average: Duration,
    max: Duration,
    last: Option<TimedMove>,
}

/// A move that was played on the clock.
struct TimedMove {
    color: Color,
    /// The remaining time before the move, plus its increment.
    remaining: Duration,
    search_time: SearchTime,
}

/// How long a move was searched here, in microseconds; 0 until it is played.
#[derive(Clone, Default)]
pub(super) struct SearchTime(Arc<AtomicU64>);

/// When a search started.
#[derive(Clone, Copy)]
pub(super) struct Stopwatch {
    pub(super) at: Instant,
    cpu_time: Option<Duration>,
}

impl Stopwatch {
    pub(super) fn now() -> Stopwatch {
        Stopwatch { at: Instant::now(), cpu_time: cpu_time() }
    }

    /// The time spent searching: at most the wall time, which several threads share, and at most
    /// the CPU time, which stops while other processes run.
    fn elapsed(&self) -> Duration {
        let wall = self.at.elapsed();
        let used = cpu_time().zip(self.cpu_time).map(|(now, then)| now.saturating_sub(then));
        used.map_or(wall, |used| used.min(wall))
    }
}

/// The CPU time of this process.
#[cfg(unix)]
fn cpu_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
fn cpu_time() -> Option<Duration> {
    None
}

impl SearchTime {
    /// Records the time of a move that was just played.
    pub(super) fn record(&self, stopwatch: &Stopwatch) {
        self.0.store((stopwatch.elapsed().as_micros() as u64).max(1), Relaxed);
    }
}

impl Lag {
    /// The next move belongs to another game.
    pub(super) fn new_game(&mut self) {
        self.last = None;
    }

    /// Measures the lag by the clock of a new move, adds it to the limits, and remembers the move.
    pub(super) fn update(&mut self, limits: &mut Limits, color: Color) -> SearchTime {
        let search_time = SearchTime::default();
        let last = self.last.take();
        let Some(clock) = limits.clock.as_mut().filter(|_| !limits.ponder) else {
            return search_time;
        };
        if let Some(lag) = last.and_then(|last| last.lag(color, clock.remaining)) {
            let weight = if lag > self.average { RISE } else { FALL };
            self.average = self.average.mul_f64(1.0 - weight) + lag.mul_f64(weight);
            self.max = self.max.mul_f64(MAX_DECAY).max(lag);
        }
        clock.lag = self.average;
        clock.stall = self.max;
        let remaining = clock.remaining + clock.increment;
        self.last = Some(TimedMove { color, remaining, search_time: search_time.clone() });
        search_time
    }
}

impl TimedMove {
    /// The lag of this move by the clock of the next one, if both belong to one game.
    fn lag(&self, color: Color, remaining: Duration) -> Option<Duration> {
        let searched =
            Duration::from_micros(Some(self.search_time.0.load(Relaxed)).filter(|&t| t > 0)?);
        let spent = self.remaining.checked_sub(remaining).filter(|_| self.color == color)?;
        // Clocks are given in whole milliseconds, so the difference may seem negative.
        Some(spent.saturating_sub(searched)).filter(|lag| *lag <= MAX_LAG)
    }
}

#[cfg(test)]
mod tests {
    use engine::Clock;

    use super::*;

    fn limits(remaining: u64, increment: u64) -> Limits {
        let clock = Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            ..Clock::default()
        };
        Limits { clock: Some(clock), ..Limits::default() }
    }

    /// The lag of a move in microseconds.
    fn lag_of(lag: &mut Lag, mut limits: Limits, color: Color, spent: Option<u64>) -> u128 {
        let search_time = lag.update(&mut limits, color);
        if let Some(spent) = spent {
            search_time.0.store(spent * 1000, Relaxed);
        }
        limits.clock.map_or(0, |clock| clock.lag.as_micros())
    }

    #[test]
    fn the_lag_is_the_time_that_was_lost_but_not_used() {
        let mut lag = Lag::default();
        let white = Color::White;
        assert_eq!(lag_of(&mut lag, limits(1000, 0), white, Some(20)), 0);
        // 30 ms went by and 20 of them were used.
        assert_eq!(lag_of(&mut lag, limits(970, 0), white, Some(20)), 5_000);
        assert_eq!(lag_of(&mut lag, limits(940, 0), white, Some(20)), 7_500);
        // A move without lag changes little.
        let later = lag_of(&mut lag, limits(920, 10), white, Some(20));
        assert!((7_000..7_500).contains(&later), "{later}");
        // With the increment the clock shows as much as before although 10 ms were used.
        assert!(lag_of(&mut lag, limits(910, 0), white, Some(20)) < later);
    }

    #[test]
    fn the_longest_lag_is_remembered_for_a_while() {
        let mut lag = Lag::default();
        let mut stall = |remaining: u64| {
            let mut limits = limits(remaining, 0);
            lag.update(&mut limits, Color::White).0.store(1000, Relaxed);
            limits.clock.map_or(0, |clock| clock.stall.as_micros())
        };
        assert_eq!(stall(1000), 0);
        assert_eq!(stall(939), 60_000);
        assert!((58_000..60_000).contains(&stall(937)));
    }

    #[test]
    fn unrelated_moves_are_not_compared() {
        let (white, black) = (Color::White, Color::Black);
        for (first, answer, second, color) in [
            // Another side, a move that was never made, more time than before, another game.
            (limits(1000, 0), Some(1), limits(900, 0), black),
            (limits(1000, 0), None, limits(900, 0), white),
            (limits(1000, 0), Some(1), limits(2000, 0), white),
            (limits(60_000, 0), Some(1), limits(1000, 0), white),
            (Limits { ponder: true, ..limits(1000, 0) }, Some(1), limits(950, 0), white),
            (Limits::nodes(5), Some(1), limits(950, 0), white),
        ] {
            let mut lag = Lag::default();
            lag_of(&mut lag, first.clone(), white, answer);
            assert_eq!(lag_of(&mut lag, second.clone(), color, Some(1)), 0, "{first:?} {second:?}");
        }
        let mut lag = Lag::default();
        lag_of(&mut lag, limits(1000, 0), white, Some(1));
        lag.new_game();
        assert_eq!(lag_of(&mut lag, limits(950, 0), white, Some(1)), 0);
    }
}
