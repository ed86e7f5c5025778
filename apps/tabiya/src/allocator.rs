//! Has the allocator give large blocks back to the system as soon as they are free.
//!
//! The GNU C library raises the size from which it does so up to 32 MB, whenever a larger block is
//! freed. Hashing a password takes 19 MB for a moment; after thirty wrong logins a server kept
//! 362 MB forever. With a fixed threshold it keeps 20 MB, and the most it ever takes are 58 MB
//! instead of 381 MB. Other allocators kept more: mimalloc 66 MB.

/// Blocks from this size on are mapped by themselves, and unmapped when they are freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const LARGE_BLOCK: i32 = 1 << 20;

/// Sets the threshold. Other systems have no such setting.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a function of the C library")]
pub(crate) fn configure() {
    // SAFETY: it only sets a number of the allocator, and no other thread has been started yet.
    let was_set = unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE_BLOCK) };
    debug_assert_eq!(was_set, 1, "the threshold is within its range");
}

/// Sets the threshold. Other systems have no such setting.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn configure() {}
