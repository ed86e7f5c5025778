//! The threads that read.

use std::io;
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};

use rusqlite::Connection;

use super::queue::{Answer, Queue};
use crate::StoreError;

type Job = Box<dyn FnOnce(&Connection) + Send>;

/// A few connections that only read, each with a thread.
pub(super) struct Readers(Queue<Job>);

impl Readers {
    /// Starts a thread for each connection.
    pub(super) fn start(connections: Vec<Connection>, capacity: usize) -> io::Result<Readers> {
        let (sender, jobs) = mpsc::sync_channel(capacity);
        let jobs = Arc::new(Mutex::new(jobs));
        let mut queue = Queue::new(sender);
        for connection in connections {
            let jobs = Arc::clone(&jobs);
            queue.staff("store-reader", move || run(&connection, &jobs))?;
        }
        Ok(Readers(queue))
    }

    /// Reads something.
    pub(super) async fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, StoreError> + Send + 'static,
    ) -> Result<T, StoreError> {
        let make = |answer: Answer<T>| -> Job {
            Box::new(move |connection| drop(answer.send(work(connection))))
        };
        self.0.ask(make).await
    }
}

/// Does jobs until there are no more. One thread waits for the next job while the others queue for
/// the lock; a job is done after the lock is given back.
fn run(connection: &Connection, jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        match job {
            Ok(job) => job(connection),
            Err(_) => return,
        }
    }
}
