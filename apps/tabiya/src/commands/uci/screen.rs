//! Where the engine speaks: whole lines from any thread, each sent at once.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use uci::{Info, Reply};

/// Standard output, shared by those who speak.
#[derive(Clone, Default)]
pub(super) struct Screen {
    gone: Arc<AtomicBool>,
}

impl Screen {
    /// Says something.
    pub(super) fn say(&self, reply: &Reply) {
        self.write(reply);
    }

    /// Says what was wrong with a command. The protocol has no other word for it.
    pub(super) fn complain(&self, what: &(impl Display + ?Sized)) {
        self.remark(&format!("error: {what}"));
    }

    /// Says something for people to read.
    pub(super) fn remark(&self, what: &str) {
        let string = Some(what.to_owned());
        self.say(&Reply::Info(Info { string, ..Info::default() }));
    }

    /// Writes a line and sends it.
    pub(super) fn write(&self, line: &impl Display) {
        let mut out = io::stdout().lock();
        if writeln!(out, "{line}").and_then(|()| out.flush()).is_err() {
            self.gone.store(true, Relaxed);
        }
    }

    /// True when nobody listens any more.
    pub(super) fn is_gone(&self) -> bool {
        self.gone.load(Relaxed)
    }
}
