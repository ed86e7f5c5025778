//! How long a player may think: a clock, a time or a size for each move; and the clock itself.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use chess::{ByColor, Color};
use uci::Go;

/// What limits the players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    Nodes(u64),
    Depth(u32),
    MoveTime(Duration),
    Clock(TimeControl),
}

/// A clock: so much time, for so many moves or the whole game, and more for each move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TimeControl {
    pub(super) moves: Option<u32>,
    pub(super) base: Duration,
    pub(super) increment: Duration,
}

impl Control {
    /// What the engine is asked when these clocks are running.
    pub(super) fn go(self, clocks: &ByColor<Clock>) -> Go {
        match self {
            Control::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            Control::Depth(depth) => Go { depth: Some(depth), ..Go::default() },
            Control::MoveTime(time) => Go { movetime: Some(time), ..Go::default() },
            Control::Clock(control) => Go {
                wtime: Some(clocks[Color::White].left),
                btime: Some(clocks[Color::Black].left),
                winc: Some(control.increment),
                binc: Some(control.increment),
                ..Go::default()
            },
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Control::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
            Control::MoveTime(time) => write!(f, "{} ms a move", time.as_millis()),
            Control::Clock(control) => control.fmt(f),
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
        parse().ok_or_else(|| "it must be seconds such as 8+0.08 or 40/60+0.5".into())
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

/// A player's clock. It is wound by the runner, which measures the time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Clock {
    pub(super) left: Duration,
    /// Moves until it gets more time.
    until_more: Option<u32>,
}

impl Clock {
    pub(super) fn new(control: Control) -> Clock {
        match control {
            Control::Clock(control) => Clock { left: control.base, until_more: control.moves },
            Control::MoveTime(time) => Clock { left: time, until_more: None },
            // Without a clock nothing ever reads what it shows.
            Control::Nodes(_) | Control::Depth(_) => {
                Clock { left: Duration::ZERO, until_more: None }
            }
        }
    }

    /// Moves until more time, as the engine is told.
    pub(super) fn moves_to_go(&self) -> Option<u32> {
        self.until_more
    }

    /// Takes off the time of a move that came within the margin, and adds what it earns.
    pub(super) fn press(&mut self, control: Control, elapsed: Duration) {
        let Control::Clock(control) = control else { return };
        self.left = self.left.saturating_sub(elapsed) + control.increment;
        if let (Some(moves), Some(until_more)) = (control.moves, &mut self.until_more) {
            *until_more -= 1;
            if *until_more == 0 {
                *until_more = moves;
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
    fn a_clock_runs_down_and_is_wound_up() {
        let control = Control::Clock("2/10+1".parse().unwrap());
        let mut clock = Clock::new(control);
        let mut shown = Vec::new();
        for seconds in [3, 20, 5, 0] {
            clock.press(control, Duration::from_secs(seconds));
            shown.push((clock.left.as_secs(), clock.moves_to_go().unwrap()));
        }
        assert_eq!(shown, [(8, 1), (11, 2), (7, 1), (18, 2)]);
    }
}
