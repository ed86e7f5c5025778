//! A bar on the terminal that tells how far the review of a game has come, and how long it will
//! still take by the pace so far.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

/// Its length in characters.
const LENGTH: usize = 24;
/// What must be done before the pace says anything.
const FEWEST: usize = 4;
const SHORTEST: Duration = Duration::from_secs(1);

/// The bar, on stderr; nothing where that is no terminal. It goes away by itself.
pub(super) struct Progress {
    game: u64,
    is_terminal: bool,
    start: Instant,
}

impl Progress {
    pub(super) fn new(game: u64) -> Progress {
        Progress { game, is_terminal: io::stderr().is_terminal(), start: Instant::now() }
    }

    /// So many positions of all are done.
    pub(super) fn tell(&self, done: usize, total: usize) {
        if self.is_terminal {
            let full = LENGTH * done / total.max(1);
            let bar = format!("{}{}", "█".repeat(full), "░".repeat(LENGTH - full));
            let left = seconds_left(done, total, self.start.elapsed());
            let left = left.map_or(String::new(), |seconds| format!(", about {seconds} s left"));
            // Nobody misses a line of progress that cannot be written. A shorter one leaves nothing
            // of a longer one behind.
            let _ =
                write!(io::stderr(), "\rgame {} {bar} {done} of {total}{left}\x1b[K", self.game);
        }
    }
}

/// The seconds until all are done when it goes on as it went; none before that can be told.
fn seconds_left(done: usize, total: usize, passed: Duration) -> Option<u64> {
    let is_known = done >= FEWEST && passed >= SHORTEST;
    let each = passed.as_secs_f64() / done as f64;
    is_known.then(|| (each * total.saturating_sub(done) as f64).ceil() as u64)
}

impl Drop for Progress {
    fn drop(&mut self) {
        /// Back to the first column, and erase to the end of the line.
        const ERASE: &str = "\r\x1b[K";
        if self.is_terminal {
            let _ = write!(io::stderr(), "{ERASE}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_that_is_left_follows_from_the_pace() {
        for (done, total, passed, expected) in [
            (0, 80, 5000, None),
            (3, 80, 5000, None),
            (20, 80, 900, None),
            (20, 80, 5000, Some(15)),
            (79, 80, 20_000, Some(1)),
            (80, 80, 20_000, Some(0)),
        ] {
            assert_eq!(seconds_left(done, total, Duration::from_millis(passed)), expected);
        }
    }
}
