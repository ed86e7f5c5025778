//! The VFS through which `SQLite` reaches simulated disks.
//!
//! One VFS serves all of them: the first part of a path is the number of a [`Mount`]. What a
//! process shares between its connections, locks and the memory of the WAL index, belongs to the
//! mount and is gone with it; the files belong to the disk.
//!
//! All unsafe code of the crate is here. `SQLite` guarantees to the methods of a VFS that their
//! pointers are valid, and to those of a file that `open` has succeeded on it.
#![allow(unsafe_code)]

use std::cell::UnsafeCell;
use std::collections::BTreeMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ops::Range;
use std::path::PathBuf;
use std::ptr;
use std::slice;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};

use super::disk::{Disk, DiskError};
use super::locks::{FileLocks, HeldSlots, IsBusy, SharedMemoryLocks};

/// The name of the VFS.
pub(crate) const NAME: &CStr = c"tabiya-simulation";

/// The mounted disks by number.
static MOUNTS: Mutex<Mounts> = Mutex::new(Mounts { last: 0, by_number: BTreeMap::new() });

struct Mounts {
    last: u64,
    by_number: BTreeMap<u64, Mounted>,
}

struct Mounted {
    disk: Disk,
    databases: BTreeMap<String, Arc<Mutex<Database>>>,
}

/// What the connections to one file share in memory.
#[derive(Default)]
struct Database {
    locks: FileLocks,
    memory_locks: SharedMemoryLocks,
    /// The regions of the WAL index. Their bytes never move while a connection has them.
    regions: Vec<Region>,
}

struct Region(Box<[UnsafeCell<u8>]>);

// SAFETY: only `SQLite` reads and writes the bytes, and it coordinates that with its own locks.
unsafe impl Send for Region {}
// SAFETY: as above; this module only passes the address on.
unsafe impl Sync for Region {}

/// A disk as one process sees it, until this is dropped.
pub(crate) struct Mount(u64);

impl Mount {
    /// Mounts a disk.
    pub(crate) fn new(disk: Disk) -> Mount {
        register();
        let mut mounts = lock(&MOUNTS);
        mounts.last += 1;
        let number = mounts.last;
        mounts.by_number.insert(number, Mounted { disk, databases: BTreeMap::new() });
        Mount(number)
    }

    /// The path of a file for `SQLite`.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        format!("{}/{name}", self.0).into()
    }
}

impl Drop for Mount {
    fn drop(&mut self) {
        lock(&MOUNTS).by_number.remove(&self.0);
    }
}

fn register() {
    static REGISTERED: Once = Once::new();
    REGISTERED.call_once(|| {
        let vfs = Box::leak(Box::new(new_vfs()));
        // SAFETY: the structure is complete and lives forever.
        unsafe { ffi::sqlite3_vfs_register(vfs, 0) };
    });
}

fn new_vfs() -> sqlite3_vfs {
    sqlite3_vfs {
        iVersion: 2,
        szOsFile: size_of::<OpenFile>() as c_int,
        mxPathname: 256,
        pNext: ptr::null_mut(),
        zName: NAME.as_ptr(),
        pAppData: ptr::null_mut(),
        xOpen: Some(open),
        xDelete: Some(delete),
        xAccess: Some(access),
        xFullPathname: Some(full_path_name),
        xDlOpen: None,
        xDlError: None,
        xDlSym: None,
        xDlClose: None,
        xRandomness: Some(randomness),
        xSleep: Some(sleep),
        xCurrentTime: Some(current_time),
        xGetLastError: None,
        xCurrentTimeInt64: Some(current_time_ms),
        xSetSystemCall: None,
        xGetSystemCall: None,
        xNextSystemCall: None,
    }
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock_file),
    xUnlock: Some(unlock_file),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(map_memory),
    xShmLock: Some(lock_memory),
    xShmBarrier: Some(memory_barrier),
    xShmUnmap: Some(unmap_memory),
    xFetch: None,
    xUnfetch: None,
};

/// An open file as `SQLite` allocates it.
#[repr(C)]
struct OpenFile {
    base: sqlite3_file,
    handle: *mut Handle,
}

/// An open file.
struct Handle {
    disk: Disk,
    name: String,
    is_temporary: bool,
    database: Arc<Mutex<Database>>,
    lock_level: c_int,
    held_slots: HeldSlots,
}

/// The handle of an open file.
///
/// # Safety
/// `open` must have succeeded on the file, and nobody else may use it.
unsafe fn handle<'a>(file: *mut sqlite3_file) -> &'a mut Handle {
    // SAFETY: `open` has stored the pointer of a box, which `close` frees.
    unsafe { &mut *(*file.cast::<OpenFile>()).handle }
}

/// The disk of a path and the name of the file on it.
///
/// # Safety
/// The path must be a string of C.
unsafe fn locate(path: *const c_char) -> Option<(u64, String)> {
    // SAFETY: by contract.
    let path = unsafe { CStr::from_ptr(path) }.to_str().ok()?;
    let (number, name) = path.split_once('/')?;
    Some((number.parse().ok()?, name.to_owned()))
}

/// The disk of a path and the name of the file on it.
///
/// # Safety
/// The path must be a string of C.
unsafe fn disk_of(path: *const c_char) -> Option<(Disk, String)> {
    // SAFETY: by contract.
    let (number, name) = unsafe { locate(path) }?;
    Some((lock(&MOUNTS).by_number.get(&number)?.disk.clone(), name))
}

fn new_handle(number: u64, name: String, flags: c_int) -> Option<Handle> {
    let mut mounts = lock(&MOUNTS);
    let mounted = mounts.by_number.get_mut(&number)?;
    let database = Arc::clone(mounted.databases.entry(name.clone()).or_default());
    let disk = mounted.disk.clone();
    drop(mounts);
    if flags & ffi::SQLITE_OPEN_CREATE != 0 {
        disk.create(&name).ok()?;
    }
    let is_temporary = flags & ffi::SQLITE_OPEN_DELETEONCLOSE != 0;
    let held_slots = HeldSlots::default();
    disk.exists(&name).then_some(Handle {
        disk,
        name,
        is_temporary,
        database,
        lock_level: ffi::SQLITE_LOCK_NONE,
        held_slots,
    })
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    path: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: the memory is for an `OpenFile`, by the size in the VFS.
    unsafe { (*file).pMethods = ptr::null() };
    // The statements of the store need no temporary files.
    if path.is_null() {
        return ffi::SQLITE_CANTOPEN;
    }
    // SAFETY: a path that is not null is a string.
    let located = unsafe { locate(path) };
    let Some(handle) = located.and_then(|(number, name)| new_handle(number, name, flags)) else {
        return ffi::SQLITE_CANTOPEN;
    };
    // SAFETY: as above; `out_flags` may be null.
    unsafe {
        let file = file.cast::<OpenFile>();
        (*file).handle = Box::into_raw(Box::new(handle));
        (*file).base.pMethods = &raw const METHODS;
        if !out_flags.is_null() {
            *out_flags = flags;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, path: *const c_char, sync: c_int) -> c_int {
    // SAFETY: `SQLite` passes a string.
    let Some((disk, name)) = (unsafe { disk_of(path) }) else { return ffi::SQLITE_IOERR_DELETE };
    match disk.delete(&name, sync != 0) {
        Ok(true) => ffi::SQLITE_OK,
        Ok(false) => ffi::SQLITE_IOERR_DELETE_NOENT,
        Err(_) => ffi::SQLITE_IOERR_DELETE,
    }
}

unsafe extern "C" fn access(
    _: *mut sqlite3_vfs,
    path: *const c_char,
    _: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: `SQLite` passes a string, and room for the answer.
    unsafe { *out = disk_of(path).is_some_and(|(disk, name)| disk.exists(&name)).into() };
    ffi::SQLITE_OK
}

/// Every path is complete.
unsafe extern "C" fn full_path_name(
    _: *mut sqlite3_vfs,
    path: *const c_char,
    size: c_int,
    out: *mut c_char,
) -> c_int {
    // SAFETY: `SQLite` passes a string.
    let bytes = unsafe { CStr::from_ptr(path) }.to_bytes_with_nul();
    if bytes.len() > size as usize {
        return ffi::SQLITE_CANTOPEN;
    }
    // SAFETY: the buffer has `size` bytes, which are enough.
    unsafe { ptr::copy_nonoverlapping(bytes.as_ptr().cast(), out, bytes.len()) };
    ffi::SQLITE_OK
}

/// The same bytes every time. `SQLite` seeds one generator for the whole process with them, so
/// they cannot follow from the seed of a disk.
unsafe extern "C" fn randomness(_: *mut sqlite3_vfs, size: c_int, out: *mut c_char) -> c_int {
    // SAFETY: the buffer has `size` bytes.
    unsafe { ptr::write_bytes(out, 0x5a, size as usize) };
    size
}

/// Nobody else holds a lock while this thread waits for it.
unsafe extern "C" fn sleep(_: *mut sqlite3_vfs, microseconds: c_int) -> c_int {
    microseconds
}

/// The Unix epoch, in days of the Julian calendar.
const EPOCH: f64 = 2_440_587.5;

unsafe extern "C" fn current_time(_: *mut sqlite3_vfs, out: *mut f64) -> c_int {
    // SAFETY: `SQLite` passes room for the answer.
    unsafe { *out = EPOCH };
    ffi::SQLITE_OK
}

unsafe extern "C" fn current_time_ms(_: *mut sqlite3_vfs, out: *mut sqlite3_int64) -> c_int {
    // SAFETY: `SQLite` passes room for the answer.
    unsafe { *out = (EPOCH * 86_400_000.0) as sqlite3_int64 };
    ffi::SQLITE_OK
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: the pointer comes from a box, and `SQLite` does not use the file any more.
    let mut handle = unsafe { Box::from_raw((*file.cast::<OpenFile>()).handle) };
    let mut database = lock(&handle.database);
    database.locks.unlock(&mut handle.lock_level, ffi::SQLITE_LOCK_NONE);
    database.memory_locks.release(&mut handle.held_slots);
    drop(database);
    if handle.is_temporary {
        // A disk without power keeps it, which harms nobody.
        let _ = handle.disk.delete(&handle.name, false);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    into: *mut c_void,
    size: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: the file is open and the buffer has `size` bytes.
    let (handle, into) =
        unsafe { (handle(file), slice::from_raw_parts_mut(into.cast::<u8>(), size as usize)) };
    match handle.disk.read(&handle.name, offset as usize, into) {
        Err(_) => ffi::SQLITE_IOERR_READ,
        Ok(count) if count < into.len() => {
            into[count..].fill(0);
            ffi::SQLITE_IOERR_SHORT_READ
        }
        Ok(_) => ffi::SQLITE_OK,
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    size: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: the file is open and the buffer has `size` bytes.
    let (handle, from) =
        unsafe { (handle(file), slice::from_raw_parts(from.cast::<u8>(), size as usize)) };
    status(handle.disk.write(&handle.name, offset as usize, from), ffi::SQLITE_IOERR_WRITE)
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    status(handle.disk.resize(&handle.name, size as usize), ffi::SQLITE_IOERR_TRUNCATE)
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    status(handle.disk.sync(&handle.name), ffi::SQLITE_IOERR_FSYNC)
}

unsafe extern "C" fn file_size(file: *mut sqlite3_file, out: *mut sqlite3_int64) -> c_int {
    // SAFETY: the file is open, and there is room for the answer.
    unsafe {
        let handle = handle(file);
        *out = handle.disk.size(&handle.name) as sqlite3_int64;
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn lock_file(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    busy(lock(&handle.database).locks.lock(&mut handle.lock_level, level))
}

unsafe extern "C" fn unlock_file(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    lock(&handle.database).locks.unlock(&mut handle.lock_level, level);
    ffi::SQLITE_OK
}

unsafe extern "C" fn check_reserved_lock(file: *mut sqlite3_file, out: *mut c_int) -> c_int {
    // SAFETY: the file is open, and there is room for the answer.
    unsafe { *out = lock(&handle(file).database).locks.is_reserved().into() };
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_control(_: *mut sqlite3_file, _: c_int, _: *mut c_void) -> c_int {
    ffi::SQLITE_NOTFOUND
}

unsafe extern "C" fn sector_size(_: *mut sqlite3_file) -> c_int {
    4096
}

/// A write changes no bytes around it, even if it is torn: what Unix systems are taken to promise.
unsafe extern "C" fn device_characteristics(_: *mut sqlite3_file) -> c_int {
    ffi::SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

unsafe extern "C" fn map_memory(
    file: *mut sqlite3_file,
    region: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    let mut database = lock(&handle.database);
    while extend != 0 && database.regions.len() <= region as usize {
        let bytes = (0..size).map(|_| UnsafeCell::new(0)).collect();
        database.regions.push(Region(bytes));
    }
    let region = database.regions.get(region as usize);
    let address = region.map_or(ptr::null_mut(), |region| region.0.as_ptr().cast_mut().cast());
    // SAFETY: there is room for the answer. The region lives as long as the database, which the
    // handle keeps.
    unsafe { *out = address };
    ffi::SQLITE_OK
}

unsafe extern "C" fn lock_memory(
    file: *mut sqlite3_file,
    first: c_int,
    count: c_int,
    flags: c_int,
) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    let mut database = lock(&handle.database);
    let slots: Range<usize> = first as usize..(first + count) as usize;
    if flags & ffi::SQLITE_SHM_UNLOCK != 0 {
        database.memory_locks.unlock(&mut handle.held_slots, slots);
        return ffi::SQLITE_OK;
    }
    let is_exclusive = flags & ffi::SQLITE_SHM_EXCLUSIVE != 0;
    busy(database.memory_locks.lock(&mut handle.held_slots, slots, is_exclusive))
}

unsafe extern "C" fn memory_barrier(_: *mut sqlite3_file) {
    std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
}

/// The memory stays until the mount is gone, like the file that it stands for.
unsafe extern "C" fn unmap_memory(file: *mut sqlite3_file, _: c_int) -> c_int {
    // SAFETY: the file is open.
    let handle = unsafe { handle(file) };
    lock(&handle.database).memory_locks.release(&mut handle.held_slots);
    ffi::SQLITE_OK
}

fn status(done: Result<(), DiskError>, otherwise: c_int) -> c_int {
    match done {
        Ok(()) => ffi::SQLITE_OK,
        Err(DiskError::Full) => ffi::SQLITE_FULL,
        Err(DiskError::Io) => otherwise,
    }
}

fn busy(locked: Result<(), IsBusy>) -> c_int {
    locked.map_or(ffi::SQLITE_BUSY, |()| ffi::SQLITE_OK)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
