//! The reading threads.

use std::io;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::queue::{Queue, ReplySender};
use crate::StoreError;

pub(super) type Job = Box<dyn FnOnce(&Connection) + Send>;

/// Read-only connections, each with a thread.
pub(super) struct Readers(Queue<Job>);

impl Readers {
    /// Starts a thread for each connection.
    pub(super) fn start(connections: Vec<Connection>, capacity: usize) -> io::Result<Readers> {
        let (sender, jobs) = mpsc::sync_channel(capacity);
        let jobs = Arc::new(Mutex::new(jobs));
        let mut queue = Queue::new(sender);
        for connection in connections {
            let jobs = Arc::clone(&jobs);
            queue.spawn("store-reader", move || run(&connection, &jobs))?;
        }
        Ok(Readers(queue))
    }

    /// Readers whose jobs a simulation runs.
    #[cfg(feature = "simulation")]
    pub(super) fn simulated(queue: Queue<Job>) -> Readers {
        Readers(queue)
    }

    /// Runs a query on one of the threads.
    pub(super) async fn read<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let make = |reply: ReplySender<T>| -> Job {
            Box::new(move |connection| drop(reply.send(work(connection))))
        };
        self.0.submit(make).await
    }
}

/// Runs jobs until the queue is closed. One thread waits for a job while the others wait for the
/// lock; jobs run after the lock is released.
fn run(connection: &Connection, jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(connection),
            Err(_) => return,
        }
    }
}
