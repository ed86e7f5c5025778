//! A line on the terminal that tells how far the reading of a file has come. It appears only when
//! that takes a while, and goes away by itself.

use std::io::{self, IsTerminal, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// How long a file may take before its reader wonders what is going on.
const PATIENCE: Duration = Duration::from_secs(1);
/// How often the line changes.
const PULSE: Duration = Duration::from_millis(200);

/// An input that counts its bytes as they are read, be it in another thread.
pub(super) struct Measured<R> {
    input: R,
    bytes: Arc<AtomicU64>,
}

impl<R> Measured<R> {
    pub(super) fn new(input: R) -> Measured<R> {
        Measured { input, bytes: Arc::default() }
    }
}

impl<R: Read> Read for Measured<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.input.read(buffer)?;
        self.bytes.fetch_add(length as u64, Ordering::Relaxed);
        Ok(length)
    }
}

/// The line, on stderr.
pub(super) struct Progress {
    bytes: Arc<AtomicU64>,
    /// The bytes of the whole input, where they are known.
    size: Option<u64>,
    /// When the line is to be written next; never where there is no terminal.
    due: Option<Instant>,
    is_shown: bool,
}

impl Progress {
    pub(super) fn new<R>(input: &Measured<R>, size: Option<u64>) -> Progress {
        let bytes = Arc::clone(&input.bytes);
        let due = io::stderr().is_terminal().then(|| Instant::now() + PATIENCE);
        Progress { bytes, size: size.filter(|&size| size > 0), due, is_shown: false }
    }

    /// To be called after each game.
    pub(super) fn tick(&mut self, games: u64) {
        let Some(due) = self.due else { return };
        let now = Instant::now();
        if now < due {
            return;
        }
        self.clear();
        let percent =
            self.size.map(|size| 100 * self.bytes.load(Ordering::Relaxed).min(size) / size);
        let percent = percent.map(|percent| format!("{percent} %, ")).unwrap_or_default();
        // Nobody misses a line of progress that cannot be written.
        let _ = write!(io::stderr(), "{percent}{games} games");
        self.is_shown = true;
        self.due = Some(now + PULSE);
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
