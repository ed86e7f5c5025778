//! How a thought is ended by somebody who no longer wants it.

use std::sync::{Mutex, PoisonError};

use engine::Signal;

/// Shared by a job and the one who waits for it.
#[derive(Debug, Default)]
pub struct Stop {
    signal: Signal,
    /// The program that thinks, where it is one of others.
    program: Mutex<Option<uci::Handle>>,
}

impl Stop {
    /// Ends the thought as soon as possible.
    pub fn stop(&self) {
        self.signal.stop();
        if let Some(program) = &*self.program.lock().unwrap_or_else(PoisonError::into_inner) {
            program.stop();
        }
    }

    /// True once it was asked for.
    pub fn is_stopped(&self) -> bool {
        self.signal.is_stopped()
    }

    /// The same for a search of our own.
    pub(super) fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Has another program told when a stop comes, and also when it has come already.
    pub(super) fn attach(&self, program: uci::Handle) {
        let mut slot = self.program.lock().unwrap_or_else(PoisonError::into_inner);
        if self.is_stopped() {
            program.stop();
        }
        *slot = Some(program);
    }
}
