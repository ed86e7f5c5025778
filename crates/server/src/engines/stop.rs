//! How a thought is ended by somebody who no longer wants it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use engine::Signal;

/// How long a program may take to end its search before it is ended itself. Whoever waits for an
/// engine does not wait for one that hangs.
const PATIENCE: Duration = Duration::from_secs(2);

/// Shared by a job and the one who waits for it.
#[derive(Debug, Default)]
pub struct Stop {
    signal: Signal,
    is_interrupted: AtomicBool,
    /// The program that thinks, where it is one of others.
    program: Program,
}

type Program = Arc<Mutex<Option<uci::Handle>>>;

impl Stop {
    /// Ends the thought as soon as possible.
    pub fn stop(&self) {
        let was_stopped = self.is_stopped();
        self.signal.stop();
        if let Some(program) = &*lock(&self.program) {
            program.stop();
            if !was_stopped {
                watch(&self.program);
            }
        }
    }

    /// True once it was asked for.
    pub fn is_stopped(&self) -> bool {
        self.signal.is_stopped()
    }

    /// Ends the thought because something more urgent came.
    pub(super) fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// True once something more urgent came.
    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// The same for a search of our own.
    pub(super) fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Has another program told when a stop comes, and also when it has come already.
    pub(super) fn attach(&self, program: uci::Handle) {
        let mut slot = lock(&self.program);
        if self.is_stopped() {
            program.stop();
            watch(&self.program);
        }
        *slot = Some(program);
    }

    /// The program has ended its search.
    pub(super) fn detach(&self) {
        *lock(&self.program) = None;
    }
}

/// Ends a program that still searches some time after it was told to stop.
fn watch(program: &Program) {
    let program = Arc::clone(program);
    let watchdog = thread::Builder::new().name("engine watchdog".into()).spawn(move || {
        thread::sleep(PATIENCE);
        if let Some(program) = &*lock(&program) {
            program.kill();
        }
    });
    // Without it the search ends when its own time is up.
    drop(watchdog);
}

fn lock(program: &Program) -> MutexGuard<'_, Option<uci::Handle>> {
    program.lock().unwrap_or_else(PoisonError::into_inner)
}
