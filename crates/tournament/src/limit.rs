//! How long an engine may think: a clock, or a fixed time, depth or node count for each move.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chess::{ByColor, Color};
use uci::Go;

/// What limits an engine's thinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Nodes per move.
    Nodes(u64),
    /// Depth per move, in plies.
    Depth(u32),
    /// Time per move.
    MoveTime(Duration),
    /// A clock for the game.
    Clock(TimeControl),
}

/// A time control with an increment, for a number of moves or the whole game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves per period; none when the base time is for the whole game.
    pub moves: Option<u32>,
    /// The time for each period.
    pub base: Duration,
    /// What is added after each move.
    pub increment: Duration,
}

impl Limit {
    /// The `go` command for these clocks.
    pub(crate) fn go(self, clocks: &ByColor<Clock>) -> Go {
        match self {
            Limit::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            Limit::Depth(depth) => Go { depth: Some(depth), ..Go::default() },
            Limit::MoveTime(time) => Go { movetime: Some(time), ..Go::default() },
            Limit::Clock(control) => Go {
                wtime: Some(clocks[Color::White].left),
                btime: Some(clocks[Color::Black].left),
                winc: Some(control.increment),
                binc: Some(control.increment),
                ..Go::default()
            },
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes per move"),
            Limit::Depth(depth) => write!(f, "depth {depth}"),
            Limit::MoveTime(time) => write!(f, "{} ms per move", time.as_millis()),
            Limit::Clock(control) => control.fmt(f),
        }
    }
}

impl FromStr for TimeControl {
    type Err = String;

    /// Reads `8+0.08` or `40/60+0.5`, in seconds.
    fn from_str(text: &str) -> Result<TimeControl, String> {
        let parse = || {
            let (moves, times) = match text.split_once('/') {
                Some((moves, times)) => (Some(moves.parse().ok().filter(|&m| m > 0)?), times),
                None => (None, text),
            };
            let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
            let (base, increment) = (seconds(base)?, seconds(increment)?);
            (!base.is_zero()).then_some(TimeControl { moves, base, increment })
        };
        parse().ok_or_else(|| "expected seconds, such as 8+0.08 or 40/60+0.5".into())
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// A number of seconds, rounded to milliseconds; a day at most.
fn seconds(text: &str) -> Option<Duration> {
    const DAY: f64 = 86_400.0;
    let seconds: f64 = text.parse().ok().filter(|seconds| (0.0..=DAY).contains(seconds))?;
    Some(Duration::from_millis((seconds * 1000.0).round() as u64))
}

/// The clock of one engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) left: Duration,
    /// Moves until the next period.
    moves_to_go: Option<u32>,
}

impl Clock {
    pub(crate) fn new(control: Limit) -> Clock {
        match control {
            Limit::Clock(control) => Clock { left: control.base, moves_to_go: control.moves },
            Limit::MoveTime(time) => Clock { left: time, moves_to_go: None },
            // Nothing reads a clock that does not run.
            Limit::Nodes(_) | Limit::Depth(_) => Clock { left: Duration::ZERO, moves_to_go: None },
        }
    }

    /// Moves until the next period, where the time control has periods.
    pub(crate) fn moves_to_go(&self) -> Option<u32> {
        self.moves_to_go
    }

    /// Deducts the time of a move and adds the increment, and the next period when it begins.
    pub(crate) fn press(&mut self, control: Limit, elapsed: Duration) {
        let Limit::Clock(control) = control else { return };
        self.left = self.left.saturating_sub(elapsed) + control.increment;
        if let (Some(moves), Some(moves_to_go)) = (control.moves, &mut self.moves_to_go) {
            *moves_to_go -= 1;
            if *moves_to_go == 0 {
                *moves_to_go = moves;
                self.left += control.base;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["8+0.08", "40/60+0.5", "0.001+0", "86400+1"] {
            assert_eq!(
                text.parse::<TimeControl>().map(|control| control.to_string()).as_deref(),
                Ok(text)
            );
        }
        assert_eq!("10".parse::<TimeControl>(), "10+0".parse());
        for text in ["", "0", "-1", "1+-1", "nan", "inf", "0/5", "x/5", "1e9", "5+", "+5", "8 + 1"]
        {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_gets_its_increments_and_periods() {
        let control = Limit::Clock("2/10+1".parse().unwrap());
        let mut clock = Clock::new(control);
        let mut shown = Vec::new();
        for seconds in [3, 20, 5, 0] {
            clock.press(control, Duration::from_secs(seconds));
            shown.push((clock.left.as_secs(), clock.moves_to_go().unwrap()));
        }
        assert_eq!(shown, [(8, 1), (11, 2), (7, 1), (18, 2)]);
    }
}
