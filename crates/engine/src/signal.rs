//! How a running search is told to stop.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, PoisonError};

/// Shared by a search and whoever may end it. One search, one signal.
#[derive(Debug, Default)]
pub struct Signal {
    stopped: AtomicBool,
    ponder_hit: AtomicBool,
    /// Guards nothing but the wait for a change of the two.
    changed: (Mutex<()>, Condvar),
}

impl Signal {
    /// A signal that has not been given.
    pub fn new() -> Signal {
        Signal::default()
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.set(&self.stopped);
    }

    /// The opponent has played the move that was expected: the clock counts from now on.
    pub fn ponder_hit(&self) {
        self.set(&self.ponder_hit);
    }

    /// True once a stop was asked for.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// True once the ponder hit came.
    pub fn is_ponder_hit(&self) -> bool {
        self.ponder_hit.load(Relaxed)
    }

    /// Sleeps until the condition holds; it is asked again after every change.
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
