//! What happened in a run: a number that is equal for equal runs, and on request the text.

use std::fmt;

use random::mix;

/// The trace of a run.
#[derive(Debug, Default)]
pub(super) struct Trace {
    fingerprint: u64,
    lines: Option<Vec<String>>,
}

impl Trace {
    /// An empty trace.
    pub(super) fn new(keeps_text: bool) -> Trace {
        Trace { fingerprint: 0, lines: keeps_text.then(Vec::new) }
    }

    /// Adds something that happened at a time.
    pub(super) fn add(&mut self, at: u64, what: fmt::Arguments) {
        // Formatting into the hash would save the text, but it is not where the time goes.
        let line = format!("{:>6}.{:03} {what}", at / 1_000, at % 1_000);
        for chunk in line.as_bytes().chunks(8) {
            let word = chunk.iter().fold(0, |word: u64, byte| word << 8 | u64::from(*byte));
            self.fingerprint = mix(self.fingerprint ^ word);
        }
        if let Some(lines) = &mut self.lines {
            lines.push(line);
        }
    }

    /// Adds a number to the fingerprint alone.
    pub(super) fn add_number(&mut self, number: u64) {
        self.fingerprint = mix(self.fingerprint ^ number);
    }

    /// A number that is equal for equal traces.
    pub(super) fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The lines, if they were kept.
    pub(super) fn into_lines(self) -> Vec<String> {
        self.lines.unwrap_or_default()
    }
}
