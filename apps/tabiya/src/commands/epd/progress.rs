//! A line on the terminal that tells how many positions are done. It goes away by itself.

use std::io::{self, IsTerminal, Write};

/// The line, on stderr; nothing where that is no terminal.
pub(super) struct Progress {
    total: usize,
    done: usize,
    is_terminal: bool,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new(total: usize) -> Progress {
        Progress { total, done: 0, is_terminal: io::stderr().is_terminal(), is_shown: false }
    }

    /// How many positions there are.
    pub(super) fn total(&self) -> usize {
        self.total
    }

    /// One more position is done.
    pub(super) fn step(&mut self, solved: usize) {
        self.done += 1;
        if self.is_terminal && self.done < self.total {
            // Nobody misses a line of progress that cannot be written.
            let _ = write!(io::stderr(), "{} of {}, solved {solved}", self.done, self.total);
            self.is_shown = true;
        }
    }

    /// Takes the line away, so that something else can be printed.
    pub(super) fn clear(&mut self) {
        /// Back to the first column, and erase to the end of the line.
        const ERASE: &str = "\r\x1b[K";
        if self.is_shown {
            let _ = write!(io::stderr(), "{ERASE}");
            self.is_shown = false;
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
