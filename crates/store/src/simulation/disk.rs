//! A simulated disk: files in memory, with the delays and faults of real disks.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use random::{SplitMix64, mix};

use super::file::SimulatedFile;

/// A simulated disk. Clones refer to the same disk.
#[derive(Clone)]
pub struct Disk(Arc<Mutex<DiskState>>);

/// What goes wrong on a disk.
#[derive(Clone, Copy, Debug)]
pub struct DiskFaults {
    /// How long a sync takes at least and at most.
    pub sync_time: (Duration, Duration),
    /// How often a sync fails.
    pub sync_errors: f64,
    /// How often a write fails.
    pub write_errors: f64,
    /// What a failed sync leaves behind.
    pub after_sync_error: SyncFault,
    /// No file can grow.
    pub is_full: bool,
    /// A sync reports success and does nothing. No disk of good repute does this; it is a fault
    /// for a simulation to find.
    pub ignores_sync: bool,
}

impl Default for DiskFaults {
    fn default() -> DiskFaults {
        DiskFaults {
            sync_time: (Duration::from_millis(1), Duration::from_millis(3)),
            sync_errors: 0.0,
            write_errors: 0.0,
            after_sync_error: SyncFault::KeepsDirtyPages,
            is_full: false,
            ignores_sync: false,
        }
    }
}

/// What the system does with the data of a failed sync.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncFault {
    /// A later sync tries again.
    KeepsDirtyPages,
    /// It regards them as written, as Linux does.
    DropsDirtyPages,
}

/// Why an operation fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum DiskError {
    #[error("input/output error")]
    Io,
    #[error("no space left")]
    Full,
}

struct DiskState {
    files: BTreeMap<String, SimulatedFile>,
    /// Deleted files whose deletion was not synced: a power loss may bring them back.
    deleted: BTreeMap<String, Vec<u8>>,
    faults: DiskFaults,
    random: SplitMix64,
    /// The time that operations took since it was last asked for.
    spent: Duration,
    /// The number of changing operations until the power fails.
    power_left: Option<u64>,
    is_off: bool,
    /// Over all operations, to compare runs.
    fingerprint: u64,
}

impl Disk {
    /// An empty disk. Its faults follow from the seed.
    pub fn new(seed: u64) -> Disk {
        Disk::with_files(seed, BTreeMap::new())
    }

    /// Another disk with the durable content of this one.
    pub(crate) fn copy_durable(&self, seed: u64) -> Disk {
        let state = self.lock();
        let durable = |(name, file): (&String, &SimulatedFile)| {
            let content = file.clone().into_durable()?;
            Some((name.clone(), SimulatedFile::synced(content)))
        };
        Disk::with_files(seed, state.files.iter().filter_map(durable).collect())
    }

    fn with_files(seed: u64, files: BTreeMap<String, SimulatedFile>) -> Disk {
        Disk(Arc::new(Mutex::new(DiskState {
            files,
            deleted: BTreeMap::new(),
            faults: DiskFaults::default(),
            random: SplitMix64::new(seed),
            spent: Duration::ZERO,
            power_left: None,
            is_off: false,
            fingerprint: 0,
        })))
    }

    /// Changes what goes wrong from now on.
    pub fn set_faults(&self, faults: DiskFaults) {
        self.lock().faults = faults;
    }

    /// Lets the power fail in the middle of things, after this many changing operations.
    pub fn fail_power_after(&self, operations: u64) {
        self.lock().power_left = Some(operations);
    }

    /// The power does not fail after all.
    pub fn keep_power(&self) {
        self.lock().power_left = None;
    }

    /// Cuts the power: nothing can be read or written any more.
    pub fn cut_power(&self) {
        self.lock().is_off = true;
    }

    /// True while there is no power.
    pub fn is_off(&self) -> bool {
        self.lock().is_off
    }

    /// Turns the power on again. What was not synced may be lost or torn.
    pub fn restart_after_power_loss(&self) {
        let mut state = self.lock();
        let DiskState { files, deleted, random, .. } = &mut *state;
        for (name, content) in std::mem::take(deleted) {
            if !files.contains_key(&name) && random.below(2) == 0 {
                files.insert(name, SimulatedFile::synced(content));
            }
        }
        let survive =
            |(name, file): (String, SimulatedFile)| Some((name, file.after_power_loss(random)?));
        *files = std::mem::take(files).into_iter().filter_map(survive).collect();
        state.turn_on();
    }

    /// Turns the disk on again after the process was killed: the system still has every write.
    pub fn restart_after_kill(&self) {
        self.lock().turn_on();
    }

    /// Makes everything durable, as if every file were synced.
    pub fn sync_all(&self) {
        let mut state = self.lock();
        if !state.is_off {
            state.files.values_mut().for_each(SimulatedFile::sync);
            state.deleted.clear();
        }
    }

    /// The time that operations took since this was last called.
    pub fn take_time_spent(&self) -> Duration {
        std::mem::take(&mut self.lock().spent)
    }

    /// A number that is equal for equal sequences of operations.
    pub fn fingerprint(&self) -> u64 {
        self.lock().fingerprint
    }

    fn lock(&self) -> MutexGuard<'_, DiskState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The operations of the VFS.
impl Disk {
    pub(super) fn create(&self, name: &str) -> Result<(), DiskError> {
        let mut state = self.lock();
        if !state.files.contains_key(name) {
            state.begin_change(name, 0)?;
            state.files.insert(name.to_owned(), SimulatedFile::default());
        }
        Ok(())
    }

    pub(crate) fn exists(&self, name: &str) -> bool {
        self.lock().files.contains_key(name)
    }

    /// Deletes a file; false when there is none.
    pub(super) fn delete(&self, name: &str, is_synced: bool) -> Result<bool, DiskError> {
        let mut state = self.lock();
        state.begin_change(name, 1)?;
        let Some(file) = state.files.remove(name) else { return Ok(false) };
        state.deleted.remove(name);
        if let (false, Some(content)) = (is_synced, file.into_durable()) {
            state.deleted.insert(name.to_owned(), content);
        }
        Ok(true)
    }

    /// Reads into a buffer; the number of bytes there were.
    pub(super) fn read(
        &self,
        name: &str,
        offset: usize,
        into: &mut [u8],
    ) -> Result<usize, DiskError> {
        let state = self.lock();
        if state.is_off {
            return Err(DiskError::Io);
        }
        let content = state.files.get(name).map_or(&[][..], SimulatedFile::content);
        let rest = content.get(offset..).unwrap_or_default();
        let count = rest.len().min(into.len());
        into[..count].copy_from_slice(&rest[..count]);
        Ok(count)
    }

    pub(super) fn write(&self, name: &str, offset: usize, bytes: &[u8]) -> Result<(), DiskError> {
        let mut state = self.lock();
        let was_on = !state.is_off;
        let begun = state.begin_change(name, offset as u64 ^ (bytes.len() as u64) << 40);
        let size = state.files.get(name).map_or(0, |file| file.content().len());
        if begun.is_ok() && state.faults.is_full && offset + bytes.len() > size {
            return Err(DiskError::Full);
        }
        let is_failure = state.faults.write_errors > 0.0 && {
            let errors = state.faults.write_errors;
            state.random.next_f64() < errors
        };
        // The write during which the power fails may have reached the disk.
        let is_last = was_on && begun.is_err();
        if is_last || begun.is_ok() && !is_failure {
            let file = state.files.entry(name.to_owned()).or_default();
            file.write(offset, bytes);
        }
        begun?;
        if is_failure { Err(DiskError::Io) } else { Ok(()) }
    }

    pub(super) fn resize(&self, name: &str, size: usize) -> Result<(), DiskError> {
        let mut state = self.lock();
        state.begin_change(name, 2 ^ (size as u64) << 8)?;
        state.files.entry(name.to_owned()).or_default().resize(size);
        Ok(())
    }

    pub(super) fn sync(&self, name: &str) -> Result<(), DiskError> {
        let mut state = self.lock();
        state.begin_change(name, 3)?;
        let DiskState { files, deleted, faults, random, spent, .. } = &mut *state;
        *spent += between(faults.sync_time, random);
        let Some(file) = files.get_mut(name) else { return Err(DiskError::Io) };
        if faults.sync_errors > 0.0 && random.next_f64() < faults.sync_errors {
            if faults.after_sync_error == SyncFault::DropsDirtyPages {
                file.lose_dirty_pages(random);
            }
            return Err(DiskError::Io);
        }
        if !faults.ignores_sync {
            file.sync();
            deleted.remove(name);
        }
        Ok(())
    }

    /// Writes a file again and syncs it, if it exists, as [`crate::durable::write_again`] does.
    pub(crate) fn write_again(&self, name: &str) -> Result<(), DiskError> {
        if !self.exists(name) {
            return Ok(());
        }
        let mut bytes = vec![0; self.size(name)];
        self.read(name, 0, &mut bytes)?;
        self.write(name, 0, &bytes)?;
        self.sync(name)
    }

    pub(super) fn size(&self, name: &str) -> usize {
        self.lock().files.get(name).map_or(0, |file| file.content().len())
    }
}

impl DiskState {
    /// Counts an operation that changes the disk, and notes what it does.
    fn begin_change(&mut self, name: &str, what: u64) -> Result<(), DiskError> {
        if self.is_off {
            return Err(DiskError::Io);
        }
        let kind = name.bytes().fold(0, |hash: u64, byte| hash.rotate_left(5) ^ u64::from(byte));
        self.fingerprint = mix(self.fingerprint ^ what ^ kind << 16);
        if let Some(left) = &mut self.power_left {
            if *left == 0 {
                self.is_off = true;
                return Err(DiskError::Io);
            }
            *left -= 1;
        }
        Ok(())
    }

    fn turn_on(&mut self) {
        self.is_off = false;
        self.power_left = None;
        self.spent = Duration::ZERO;
    }
}

/// A random time between two.
fn between((least, most): (Duration, Duration), random: &mut SplitMix64) -> Duration {
    let range = most.saturating_sub(least).as_micros() as usize;
    least + Duration::from_micros(random.below(range + 1) as u64)
}
