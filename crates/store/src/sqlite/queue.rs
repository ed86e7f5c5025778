//! A bounded queue of jobs and the threads that do them.

use std::io;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::thread::{self, JoinHandle};

use tokio::sync::oneshot;

use crate::StoreError;

/// Where the outcome of a job goes. Whoever asked may be gone; then nobody hears it.
pub(super) type Answer<T> = oneshot::Sender<Result<T, StoreError>>;

/// The sending end of a queue, with the threads at its other end.
pub(super) struct Queue<J> {
    sender: Option<SyncSender<J>>,
    threads: Vec<JoinHandle<()>>,
}

impl<J: Send + 'static> Queue<J> {
    /// A queue with nobody at its other end yet.
    pub(super) fn new(sender: SyncSender<J>) -> Queue<J> {
        Queue { sender: Some(sender), threads: Vec::new() }
    }

    /// Starts a thread that does jobs until there are no more.
    pub(super) fn staff(
        &mut self,
        name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        self.threads.push(thread::Builder::new().name(name.into()).spawn(work)?);
        Ok(())
    }

    /// Hands in a job that is made around the place for its answer, and waits for that.
    pub(super) async fn ask<T>(&self, make: impl FnOnce(Answer<T>) -> J) -> Result<T, StoreError> {
        let (answer, outcome) = oneshot::channel();
        let sender = self.sender.as_ref().ok_or(StoreError::Closed)?;
        sender.try_send(make(answer)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Closed,
        })?;
        outcome.await.unwrap_or(Err(StoreError::Closed))
    }
}

impl<J> Drop for Queue<J> {
    /// Takes no more jobs and waits until those that were taken are done.
    fn drop(&mut self) {
        drop(self.sender.take());
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to wait for.
            let _ = thread.join();
        }
    }
}
