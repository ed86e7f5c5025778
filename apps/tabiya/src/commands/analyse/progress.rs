//! A bar on the terminal that tells how far the review of a game has come.

use std::io::{self, IsTerminal, Write};

/// Its length in characters.
const LENGTH: usize = 24;

/// The bar, on stderr; nothing where that is no terminal. It goes away by itself.
pub(super) struct Progress {
    game: u64,
    is_terminal: bool,
}

impl Progress {
    pub(super) fn new(game: u64) -> Progress {
        Progress { game, is_terminal: io::stderr().is_terminal() }
    }

    /// So many positions of all are done.
    pub(super) fn tell(&self, done: usize, total: usize) {
        if self.is_terminal {
            let full = LENGTH * done / total.max(1);
            let bar = format!("{}{}", "█".repeat(full), "░".repeat(LENGTH - full));
            // Nobody misses a line of progress that cannot be written.
            let _ = write!(io::stderr(), "\rgame {} {bar} {done} of {total}", self.game);
        }
    }
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
