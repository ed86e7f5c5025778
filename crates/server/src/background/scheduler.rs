//! The time slice of a thread, by the system calls of Linux.
//!
//! No safe wrapper of them is published, so this is one of the few files with unsafe code.

use std::mem::size_of;
use std::time::Duration;

use libc::{SYS_sched_getattr, SYS_sched_setattr, sched_attr};

/// Lets this thread run in slices of about this length. Its policy and its niceness stay. Where
/// Linux is older than 6.12 or does not allow it, the slice stays too.
pub(super) fn use_slice(slice: Duration) {
    let Some(attributes) = attributes() else {
        return;
    };
    let is_ordinary =
        matches!(attributes.sched_policy.cast_signed(), libc::SCHED_OTHER | libc::SCHED_BATCH);
    if is_ordinary {
        set_attributes(&sched_attr { sched_runtime: slice.as_nanos() as u64, ..attributes });
    }
}

/// The slice of this thread; zero where Linux is older than 6.12.
#[cfg(test)]
pub(super) fn slice() -> Option<Duration> {
    attributes().map(|attributes| Duration::from_nanos(attributes.sched_runtime))
}

/// How this thread is scheduled.
#[allow(unsafe_code)]
fn attributes() -> Option<sched_attr> {
    let mut attributes = sched_attr {
        size: size_of::<sched_attr>() as u32,
        sched_policy: 0,
        sched_flags: 0,
        sched_nice: 0,
        sched_priority: 0,
        sched_runtime: 0,
        sched_deadline: 0,
        sched_period: 0,
    };
    // SAFETY: 0 is this thread, and the kernel writes at most `size` bytes into the structure,
    // which is that large and has integers only.
    let status =
        unsafe { libc::syscall(SYS_sched_getattr, 0, &raw mut attributes, attributes.size, 0) };
    (status == 0).then_some(attributes)
}

/// Schedules this thread in another way, where that is allowed.
#[allow(unsafe_code)]
fn set_attributes(attributes: &sched_attr) {
    // SAFETY: 0 is this thread, and the kernel reads `size` bytes of the structure, which is that
    // large.
    let _ = unsafe { libc::syscall(SYS_sched_setattr, 0, &raw const *attributes, 0) };
}
