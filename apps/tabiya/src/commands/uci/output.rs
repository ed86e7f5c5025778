//! The output of the engine: whole lines from any thread, each flushed at once.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use uci::{Info, Reply};

/// Standard output, shared by all threads.
#[derive(Clone, Default)]
pub(super) struct Output {
    is_closed: Arc<AtomicBool>,
}

impl Output {
    /// Sends a reply.
    pub(super) fn send(&self, reply: &Reply) {
        self.write(reply);
    }

    /// Reports an error. The protocol has no other way than an info string.
    pub(super) fn error(&self, error: &(impl Display + ?Sized)) {
        self.info_string(&format!("error: {error}"));
    }

    /// Sends a message for people to read.
    pub(super) fn info_string(&self, message: &str) {
        let string = Some(message.to_owned());
        self.send(&Reply::Info(Info { string, ..Info::default() }));
    }

    /// Writes a line and flushes it.
    pub(super) fn write(&self, line: &impl Display) {
        let mut out = io::stdout().lock();
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.is_closed.store(true, Relaxed);
        }
    }

    /// True when the output has been closed.
    pub(super) fn is_closed(&self) -> bool {
        self.is_closed.load(Relaxed)
    }
}
