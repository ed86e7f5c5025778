//! The locks of `SQLite` on a database file and on its shared memory, among the connections of one
//! process.

use rusqlite::ffi;

/// A lock is taken by another connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct IsBusy;

/// The locks on a database file.
#[derive(Debug, Default)]
pub(super) struct FileLocks {
    shared: u32,
    is_reserved: bool,
    /// A connection waits until the others have released their shared locks, or writes.
    is_pending: bool,
}

impl FileLocks {
    /// Raises the level of a connection, one of `SQLITE_LOCK_*`.
    pub(super) fn lock(&mut self, held: &mut i32, wanted: i32) -> Result<(), IsBusy> {
        if *held < ffi::SQLITE_LOCK_SHARED && wanted >= ffi::SQLITE_LOCK_SHARED {
            free(self.is_pending)?;
            self.shared += 1;
            *held = ffi::SQLITE_LOCK_SHARED;
        }
        if *held < ffi::SQLITE_LOCK_RESERVED && wanted >= ffi::SQLITE_LOCK_RESERVED {
            free(self.is_reserved)?;
            self.is_reserved = true;
            *held = ffi::SQLITE_LOCK_RESERVED;
        }
        if wanted == ffi::SQLITE_LOCK_EXCLUSIVE && *held < wanted {
            free(self.is_pending && *held < ffi::SQLITE_LOCK_PENDING)?;
            self.is_pending = true;
            *held = ffi::SQLITE_LOCK_PENDING;
            free(self.shared > 1)?;
            *held = ffi::SQLITE_LOCK_EXCLUSIVE;
        }
        Ok(())
    }

    /// Lowers the level of a connection.
    pub(super) fn unlock(&mut self, held: &mut i32, wanted: i32) {
        if *held >= ffi::SQLITE_LOCK_PENDING && wanted < ffi::SQLITE_LOCK_PENDING {
            self.is_pending = false;
        }
        if *held >= ffi::SQLITE_LOCK_RESERVED && wanted < ffi::SQLITE_LOCK_RESERVED {
            self.is_reserved = false;
        }
        if *held >= ffi::SQLITE_LOCK_SHARED && wanted < ffi::SQLITE_LOCK_SHARED {
            self.shared -= 1;
        }
        *held = wanted.min(*held);
    }

    pub(super) fn is_reserved(&self) -> bool {
        self.is_reserved
    }
}

const SLOTS: usize = ffi::SQLITE_SHM_NLOCK as usize;

/// The locks on the shared memory of a database in WAL mode.
#[derive(Debug, Default)]
pub(super) struct SharedMemoryLocks {
    shared: [u32; SLOTS],
    exclusive: [bool; SLOTS],
}

/// The slots that a connection has locked.
#[derive(Debug, Default)]
pub(super) struct HeldSlots {
    shared: [bool; SLOTS],
    exclusive: [bool; SLOTS],
}

impl SharedMemoryLocks {
    /// Locks slots, all or none.
    pub(super) fn lock(
        &mut self,
        held: &mut HeldSlots,
        slots: std::ops::Range<usize>,
        is_exclusive: bool,
    ) -> Result<(), IsBusy> {
        for slot in slots.clone() {
            let others = self.shared[slot] - u32::from(held.shared[slot]);
            let taken = self.exclusive[slot] && !held.exclusive[slot];
            free(taken || is_exclusive && others > 0)?;
        }
        for slot in slots {
            if is_exclusive {
                (self.exclusive[slot], held.exclusive[slot]) = (true, true);
            } else if !held.shared[slot] {
                self.shared[slot] += 1;
                held.shared[slot] = true;
            }
        }
        Ok(())
    }

    /// Releases slots.
    pub(super) fn unlock(&mut self, held: &mut HeldSlots, slots: std::ops::Range<usize>) {
        for slot in slots {
            if std::mem::take(&mut held.exclusive[slot]) {
                self.exclusive[slot] = false;
            }
            if std::mem::take(&mut held.shared[slot]) {
                self.shared[slot] -= 1;
            }
        }
    }

    /// Releases all slots of a connection.
    pub(super) fn release(&mut self, held: &mut HeldSlots) {
        self.unlock(held, 0..SLOTS);
    }
}

fn free(is_taken: bool) -> Result<(), IsBusy> {
    if is_taken { Err(IsBusy) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_connection_writes_when_no_other_reads() {
        let mut locks = FileLocks::default();
        let (mut one, mut two) = (0, 0);
        assert_eq!(locks.lock(&mut one, ffi::SQLITE_LOCK_SHARED), Ok(()));
        assert_eq!(locks.lock(&mut two, ffi::SQLITE_LOCK_SHARED), Ok(()));
        assert_eq!(locks.lock(&mut one, ffi::SQLITE_LOCK_RESERVED), Ok(()));
        assert_eq!(locks.lock(&mut two, ffi::SQLITE_LOCK_RESERVED), Err(IsBusy));
        assert_eq!(locks.lock(&mut one, ffi::SQLITE_LOCK_EXCLUSIVE), Err(IsBusy));
        locks.unlock(&mut two, ffi::SQLITE_LOCK_NONE);
        assert_eq!(locks.lock(&mut two, ffi::SQLITE_LOCK_SHARED), Err(IsBusy), "one is pending");
        assert_eq!(locks.lock(&mut one, ffi::SQLITE_LOCK_EXCLUSIVE), Ok(()));
        locks.unlock(&mut one, ffi::SQLITE_LOCK_NONE);
        assert_eq!(locks.lock(&mut two, ffi::SQLITE_LOCK_EXCLUSIVE), Ok(()));
    }

    #[test]
    fn a_slot_has_one_exclusive_or_many_shared_locks() {
        let mut locks = SharedMemoryLocks::default();
        let (mut one, mut two) = (HeldSlots::default(), HeldSlots::default());
        assert_eq!(locks.lock(&mut one, 3..4, false), Ok(()));
        assert_eq!(locks.lock(&mut two, 3..4, false), Ok(()));
        assert_eq!(locks.lock(&mut two, 2..5, true), Err(IsBusy));
        locks.unlock(&mut one, 3..4);
        assert_eq!(locks.lock(&mut two, 2..5, true), Ok(()));
        assert_eq!(locks.lock(&mut one, 4..5, false), Err(IsBusy));
        locks.release(&mut two);
        assert_eq!(locks.lock(&mut one, 4..5, true), Ok(()));
    }
}
