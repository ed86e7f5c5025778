//! The real store on a simulated disk, for simulations that can be replayed from a seed.
//!
//! A [`Disk`] has files in memory and the faults of real disks: it is slow, fails, is full, and
//! loses or tears what was not synced when the power fails. `SQLite` reaches it through a VFS.
//! [`open`] opens the store on it without threads: a [`Driver`] runs the queued jobs when the
//! simulation says so. Nothing here is part of a production build.

mod disk;
mod file;
mod locks;
mod vfs;

pub use crate::sqlite::simulated::{Driver, WrittenGroup, new_library, open};
pub use disk::{Disk, DiskFaults, SyncFault};
pub(crate) use vfs::{Mount, NAME};
