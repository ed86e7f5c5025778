//! Whether a room has crashed, as opposed to closed.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

/// Set when the task of a room panics. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct CrashFlag(Arc<AtomicBool>);

impl CrashFlag {
    /// True once the room has crashed.
    pub(super) fn is_set(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }
}

/// Belongs to a room, and sets the flag when it is dropped by a panic.
pub(super) struct CrashGuard(pub(super) CrashFlag);

impl Drop for CrashGuard {
    fn drop(&mut self) {
        if thread::panicking() {
            tracing::error!("bug: the room crashed");
            self.0.0.store(true, Ordering::Release);
        }
    }
}
