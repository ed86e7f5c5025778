//! The progress bar of every command that takes a while.
//!
//! It is drawn on stderr, only when that is a terminal and the work takes longer than a moment, and
//! it is gone when the work ends. Commands that should leave a trace in a log file write their own
//! lines where [`Progress::is_visible`] says that nobody sees the bar.

use std::cell::Cell;
use std::io::{self, IsTerminal, Read, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Work that is done sooner than this needs no bar.
const DELAY: Duration = Duration::from_millis(500);
/// How often the message changes.
const INTERVAL: Duration = Duration::from_millis(100);

const KNOWN_TOTAL: &str = "{prefix} {bar:24.dim} {percent:>3}%  {msg}  {eta} left";
const UNKNOWN_TOTAL: &str = "{prefix} {spinner}  {msg}  {elapsed}";

/// A bar with a label before it and a message after it.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    /// When the message is to change next.
    due: Cell<Instant>,
}

impl Progress {
    /// A bar for this much work; where that is unknown, it only shows that work goes on.
    pub(crate) fn new(label: impl Into<String>, total: Option<u64>) -> Progress {
        let template = if total.is_some() { KNOWN_TOTAL } else { UNKNOWN_TOTAL };
        let bar = ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden());
        // The templates are constants that a test parses.
        bar.set_style(
            ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar()),
        );
        bar.set_prefix(label.into());
        let due = Cell::new(Instant::now() + DELAY);
        Progress { bar, is_terminal: io::stderr().is_terminal(), due }
    }

    /// A bar that is never drawn.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), is_terminal: false, due: Cell::new(Instant::now()) }
    }

    /// True where the bar can be seen.
    pub(crate) fn is_visible(&self) -> bool {
        self.is_terminal
    }

    /// Shows how much is done, and the latest figures.
    pub(crate) fn update(&self, done: u64, message: impl FnOnce() -> String) {
        self.bar.set_position(done);
        self.set_message(message);
    }

    /// Shows the latest figures. The message is made only when it will be seen.
    pub(crate) fn set_message(&self, message: impl FnOnce() -> String) {
        let now = Instant::now();
        if !self.is_terminal || now < self.due.get() {
            return;
        }
        self.due.set(now + INTERVAL);
        self.bar.set_message(message());
        if self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
    }

    /// An input that counts as done what is read from it.
    pub(crate) fn reading<R: Read>(&self, input: R) -> impl Read + use<R> {
        self.bar.wrap_read(input)
    }

    /// Takes the bar off the screen while something else is printed.
    pub(crate) fn suspend<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Prints a line on stderr that stays.
    pub(crate) fn log(&self, line: &str) {
        // A line of progress that cannot be written is not worth an error.
        let _ = self.suspend(|| writeln!(io::stderr(), "{line}"));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_valid() {
        for template in [KNOWN_TOTAL, UNKNOWN_TOTAL] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn what_is_read_counts_as_done() {
        let progress = Progress::new("file", Some(5));
        let mut text = String::new();
        progress.reading(&b"bytes"[..]).read_to_string(&mut text).unwrap();
        assert_eq!((text.as_str(), progress.bar.position()), ("bytes", 5));
    }
}
