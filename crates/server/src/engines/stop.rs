//! Stopping a search.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use engine::Signal;

/// How long an external engine may take to stop before it is killed.
const KILL_DELAY: Duration = Duration::from_secs(2);

/// The stop signal of a job, shared by its engine and the one who waits for it.
#[derive(Debug, Default)]
pub struct StopHandle {
    signal: Signal,
    is_interrupted: AtomicBool,
    /// The external engine that searches, if it is one.
    external: External,
}

type External = Arc<Mutex<Option<uci::Handle>>>;

impl StopHandle {
    /// Stops the search as soon as possible.
    pub fn stop(&self) {
        let was_stopped = self.is_stopped();
        self.signal.stop();
        if let Some(program) = &*lock(&self.external) {
            program.stop();
            if !was_stopped {
                kill_later(&self.external);
            }
        }
    }

    /// True once the search was stopped.
    pub fn is_stopped(&self) -> bool {
        self.signal.is_stopped()
    }

    /// Stops the search for something more urgent.
    pub(super) fn interrupt(&self) {
        self.is_interrupted.store(true, Ordering::Relaxed);
        self.stop();
    }

    /// True once the search was stopped for something more urgent.
    pub(super) fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    /// The signal for Tabiya's own search.
    pub(super) fn signal(&self) -> &Signal {
        &self.signal
    }

    /// Forwards the stop signal to an external engine, now or later.
    pub(super) fn attach(&self, program: uci::Handle) {
        let mut slot = lock(&self.external);
        if self.is_stopped() {
            program.stop();
            kill_later(&self.external);
        }
        *slot = Some(program);
    }

    /// The external engine has finished its search.
    pub(super) fn detach(&self) {
        *lock(&self.external) = None;
    }
}

/// Kills an external engine that does not stop in time.
fn kill_later(external: &External) {
    let external = Arc::clone(external);
    let watchdog = thread::Builder::new().name("engine watchdog".into()).spawn(move || {
        thread::sleep(KILL_DELAY);
        if let Some(program) = &*lock(&external) {
            program.kill();
        }
    });
    // Without it the search ends when its own time is up.
    drop(watchdog);
}

fn lock(external: &External) -> MutexGuard<'_, Option<uci::Handle>> {
    external.lock().unwrap_or_else(PoisonError::into_inner)
}
