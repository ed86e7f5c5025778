//! What a move costs on top of the thought: the way of a command through pipes and back, and the
//! time for which a busy machine lets others work.
//!
//! The other program's clock shows it, once two moves of a game can be compared: it is what the
//! clock lost and no processor was used for. A clock without increment has to last for all of it
//! that is still to come.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use chess::Color;
use engine::Limits;

/// More than this is no lag but another game, or a person at the other program.
const MOST: Duration = Duration::from_millis(250);
/// A lag that grows is believed by this share, one that shrinks by less.
const RISE: f64 = 0.5;
const FALL: f64 = 0.05;
/// How much of the longest lag is left a move later.
const MEMORY: f64 = 0.98;

/// The lag as it has been seen, and the move that the next clock is compared with.
#[derive(Default)]
pub(super) struct Lag {
    usual: Duration,
    longest: Duration,
    last: Option<Turn>,
}

/// A move by the clock.
struct Turn {
    color: Color,
    /// What the clock showed, with the increment of the move.
    remaining: Duration,
    work: Work,
}

/// Takes down how long a move was worked on here, in microseconds; 0 before it was made.
#[derive(Clone, Default)]
pub(super) struct Work(Arc<AtomicU64>);

/// When the work on a move began.
#[derive(Clone, Copy)]
pub(super) struct Begin {
    pub(super) at: Instant,
    processor: Option<Duration>,
}

impl Begin {
    pub(super) fn now() -> Begin {
        Begin { at: Instant::now(), processor: processor_time() }
    }

    /// The work since then: no more than the time that went by, which several threads share, and
    /// no more than the processor time, which runs only while nobody else is served.
    fn work(&self) -> Duration {
        let gone = self.at.elapsed();
        let used = processor_time().zip(self.processor).map(|(now, then)| now.saturating_sub(then));
        used.map_or(gone, |used| used.min(gone))
    }
}

/// What this process has used of the processors.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).ok()
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

impl Work {
    /// The move was made just now.
    pub(super) fn note(&self, begin: &Begin) {
        self.0.store((begin.work().as_micros() as u64).max(1), Relaxed);
    }
}

impl Lag {
    /// The next clock is that of another game.
    pub(super) fn new_game(&mut self) {
        self.last = None;
    }

    /// Looks at the clock of a new move, completes its limits, and notes the move for the next.
    pub(super) fn update(&mut self, limits: &mut Limits, color: Color) -> Work {
        let work = Work::default();
        let last = self.last.take();
        let Some(clock) = limits.clock.as_mut().filter(|_| !limits.ponder) else {
            return work;
        };
        if let Some(seen) = last.and_then(|last| last.lag(color, clock.remaining)) {
            let share = if seen > self.usual { RISE } else { FALL };
            self.usual = self.usual.mul_f64(1.0 - share) + seen.mul_f64(share);
            self.longest = self.longest.mul_f64(MEMORY).max(seen);
        }
        clock.lag = self.usual;
        clock.stall = self.longest;
        let remaining = clock.remaining + clock.increment;
        self.last = Some(Turn { color, remaining, work: work.clone() });
        work
    }
}

impl Turn {
    /// The lag of this move by the clock of the next one, if they belong together.
    fn lag(&self, color: Color, remaining: Duration) -> Option<Duration> {
        let work = Duration::from_micros(Some(self.work.0.load(Relaxed)).filter(|&t| t > 0)?);
        let taken = self.remaining.checked_sub(remaining).filter(|_| self.color == color)?;
        // Clocks are told in whole milliseconds, so that it may seem to be less than nothing.
        Some(taken.saturating_sub(work)).filter(|lag| *lag <= MOST)
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

    /// The lag in microseconds that a move is told of.
    fn told(lag: &mut Lag, mut limits: Limits, color: Color, spent: Option<u64>) -> u128 {
        let work = lag.update(&mut limits, color);
        if let Some(spent) = spent {
            work.0.store(spent * 1000, Relaxed);
        }
        limits.clock.map_or(0, |clock| clock.lag.as_micros())
    }

    #[test]
    fn the_lag_is_what_the_clock_lost_and_nobody_used() {
        let mut lag = Lag::default();
        let white = Color::White;
        assert_eq!(told(&mut lag, limits(1000, 0), white, Some(20)), 0);
        // 30 ms went by and 20 of them were used.
        assert_eq!(told(&mut lag, limits(970, 0), white, Some(20)), 5_000);
        assert_eq!(told(&mut lag, limits(940, 0), white, Some(20)), 7_500);
        // A move without lag changes little.
        let later = told(&mut lag, limits(920, 10), white, Some(20));
        assert!((7_000..7_500).contains(&later), "{later}");
        // With the increment the clock shows as much as before although 10 ms were used.
        assert!(told(&mut lag, limits(910, 0), white, Some(20)) < later);
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
    fn what_does_not_belong_together_is_not_compared() {
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
            told(&mut lag, first.clone(), white, answer);
            assert_eq!(told(&mut lag, second.clone(), color, Some(1)), 0, "{first:?} {second:?}");
        }
        let mut lag = Lag::default();
        told(&mut lag, limits(1000, 0), white, Some(1));
        lag.new_game();
        assert_eq!(told(&mut lag, limits(950, 0), white, Some(1)), 0);
    }
}
