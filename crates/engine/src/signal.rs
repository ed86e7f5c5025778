//! Stopping a running search.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};

/// The stop and ponder-hit flags of one search, shared with those who may end it.
#[derive(Debug, Default)]
pub struct Signal {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    /// Only for waiting until one of the two changes.
    changed: (Mutex<()>, Condvar),
}

impl Signal {
    /// A signal with neither flag set.
    pub fn new() -> Signal {
        Signal::default()
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.set(&self.stopped);
    }

    /// The opponent has played the expected move: the clock counts from now on.
    pub fn ponder_hit(&self) {
        self.set(&self.ponder_hit);
    }

    /// True after [`Signal::stop`].
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// True after [`Signal::ponder_hit`].
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Relaxed)
    }

    /// Blocks until the condition holds; it is checked after every change.
    pub(crate) fn wait_until(&self, condition: impl Fn(&Signal) -> bool) {
        let (lock, change) = &self.changed;
        let guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        let woken = change.wait_while(guard, |()| !condition(self));
        drop(woken.unwrap_or_else(PoisonError::into_inner));
    }

    fn set(&self, flag: &AtomicBool) {
        let (lock, change) = &self.changed;
        let guard = lock.lock().unwrap_or_else(PoisonError::into_inner);
        flag.store(true, Relaxed);
        drop(guard);
        change.notify_all();
    }
}
