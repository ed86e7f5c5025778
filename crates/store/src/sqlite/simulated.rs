//! The store on a simulated disk, without threads: whoever has the [`Driver`] decides when the
//! queued jobs run, and when their replies are sent.

use std::path::Path;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, OnceLock};

use rusqlite::{Connection, OpenFlags};
use tokio::sync::Notify;

use super::lanes::Lanes;
use super::queue::Queue;
use super::readers::{self, Readers};
use super::writer::{self, Database, Job, Writer};
use super::{OpenError, Settings, Sqlite, inspect, open, pace};
use crate::DataDirectory;
use crate::coordination::LocalCoordination;
use crate::simulation::{Disk, Mount, NAME};

/// Opens the writing connection again.
type Reopen = Box<dyn Fn() -> rusqlite::Result<Connection>>;

/// Runs the jobs of a simulated store. Drop the store before its driver, so that the connections
/// are closed last.
pub struct Driver {
    // The drop order matters: the connections need the mount.
    reader: Connection,
    writer: Database<Reopen>,
    reads: Queued<readers::Job>,
    lanes: Arc<Lanes<Job>>,
    group: usize,
    _mount: Mount,
}

/// Jobs that have run, and whose replies wait.
#[must_use = "the jobs wait for their replies"]
pub struct WrittenGroup(writer::WrittenGroup);

impl WrittenGroup {
    /// Sends the replies.
    pub fn reply(self) {
        self.0.reply();
    }
}

struct Queued<J> {
    jobs: Receiver<J>,
    notify: Arc<Notify>,
}

impl<J: Send + 'static> Queued<J> {
    fn new(capacity: usize) -> (Queued<J>, Queue<J>) {
        let (sender, jobs) = mpsc::sync_channel(capacity);
        let notify = Arc::new(Notify::new());
        (Queued { jobs, notify: Arc::clone(&notify) }, Queue::notifying(sender, notify))
    }
}

impl Driver {
    /// Notified when there is something to read.
    pub fn read_queued(&self) -> Arc<Notify> {
        Arc::clone(&self.reads.notify)
    }

    /// Notified when there is something to write.
    pub fn write_queued(&self) -> Arc<Notify> {
        self.lanes.added()
    }

    /// Runs the oldest query and sends its reply; false when there is none.
    pub fn read(&self) -> bool {
        let job = self.reads.jobs.try_recv();
        job.map(|job| job(&self.reader)).is_ok()
    }

    /// Runs what waits to be written in one transaction, as far as it fits in a group; none when
    /// nothing waits. The replies are up to the caller.
    pub fn write(&mut self) -> Option<WrittenGroup> {
        let first = self.lanes.try_take()?;
        let (database, bulk) = (&mut self.writer, pace::LARGE_GROUP);
        Some(WrittenGroup(writer::write_next(database, &self.lanes, first, self.group, bulk)))
    }
}

/// Opens the database of a simulated disk, and checks it like any other. The log is moved into the
/// database every `checkpoint` pages.
///
/// # Errors
/// When the disk fails, or has no intact database.
pub fn open(
    disk: &Disk,
    settings: Settings,
    checkpoint: u32,
) -> Result<(Sqlite, Driver), OpenError> {
    let mount = Mount::new(disk.clone());
    let path = mount.path(DataDirectory::DATABASE);
    let failed = |error: rusqlite::Error| OpenError::Damaged {
        path: path.clone(),
        reason: error.to_string(),
    };
    disk.write_again(&format!("{}-wal", DataDirectory::DATABASE))
        .map_err(|error| OpenError::Unwritable { path: path.clone(), reason: error.to_string() })?;
    let is_new = !disk.exists(DataDirectory::DATABASE);
    let writer = open_writer(&path, is_new, checkpoint).map_err(failed)?;
    inspect::check_integrity(&writer, &path)?;
    let reader = connect(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    open::prepare(&reader).map_err(failed)?;
    let (queued_reads, read_queue) = Queued::new(settings.queue);
    let lanes = Arc::new(Lanes::new(settings.queue));
    let store = Sqlite {
        readers: Readers::simulated(read_queue),
        writer: Writer::simulated(Arc::clone(&lanes)),
        files: None,
        coordination: LocalCoordination::default(),
    };
    let reopen: Reopen = {
        let path = path.clone();
        Box::new(move || reopen_writer(&path, checkpoint))
    };
    let driver = Driver {
        reader,
        writer: Database { connection: Some(writer), reopen },
        reads: queued_reads,
        lanes,
        group: settings.group,
        _mount: mount,
    };
    Ok((store, driver))
}

/// A disk with a new, empty library.
///
/// # Panics
/// When an empty library cannot be created, which needs no file and no network.
pub fn new_library(seed: u64) -> Disk {
    static EMPTY: OnceLock<Disk> = OnceLock::new();
    let create = || {
        let disk = Disk::new(0);
        drop(open(&disk, Settings::default(), 1_000).expect("a disk without faults"));
        disk
    };
    EMPTY.get_or_init(create).copy_durable(seed)
}

fn open_writer(path: &Path, is_new: bool, checkpoint: u32) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
    let mut connection = connect(path, flags)?;
    if is_new {
        connection.pragma_update(None, "application_id", inspect::APPLICATION_ID)?;
    }
    open::prepare_writer(&mut connection)?;
    connection.pragma_update(None, "wal_autocheckpoint", checkpoint)?;
    Ok(connection)
}

/// As [`open::writer_again`], on the simulated disk.
fn reopen_writer(path: &Path, checkpoint: u32) -> rusqlite::Result<Connection> {
    let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
    open::configure(&connection)?;
    connection.pragma_update(None, "wal_autocheckpoint", checkpoint)?;
    Ok(connection)
}

fn connect(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let flags = flags | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags_and_vfs(path, flags, NAME)?;
    // There are no temporary files, and no waiting: nobody else has a lock for longer than a call.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    Ok(connection)
}
