//! A bounded job queue and its worker threads.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError};
use std::thread::{self, JoinHandle};

use tokio::sync::{Notify, oneshot};

use crate::StoreError;

/// Where the result of a job goes. The receiver may be gone; then the result is dropped.
pub(super) type ReplySender<T> = oneshot::Sender<Result<T, StoreError>>;

/// The sending end of a queue, with the worker threads at the other end.
pub(super) struct Queue<J> {
    sender: Option<SyncSender<J>>,
    threads: Vec<JoinHandle<()>>,
    /// Notified of every job, for a simulation that runs the jobs without threads.
    notify: Option<Arc<Notify>>,
}

impl<J: Send + 'static> Queue<J> {
    /// A queue without workers yet.
    pub(super) fn new(sender: SyncSender<J>) -> Queue<J> {
        Queue { sender: Some(sender), threads: Vec::new(), notify: None }
    }

    /// A queue whose jobs somebody else runs when notified.
    #[cfg(feature = "simulation")]
    pub(super) fn notifying(sender: SyncSender<J>, notify: Arc<Notify>) -> Queue<J> {
        Queue { sender: Some(sender), threads: Vec::new(), notify: Some(notify) }
    }

    /// Starts a worker thread.
    pub(super) fn spawn(
        &mut self,
        name: &str,
        work: impl FnOnce() + Send + 'static,
    ) -> io::Result<()> {
        self.threads.push(thread::Builder::new().name(name.into()).spawn(work)?);
        Ok(())
    }

    /// Queues a job and waits for its result. `make` builds the job around its reply channel.
    pub(super) async fn submit<T>(
        &self,
        make: impl FnOnce(ReplySender<T>) -> J,
    ) -> Result<T, StoreError> {
        let (reply, result) = oneshot::channel();
        let sender = self.sender.as_ref().ok_or(StoreError::Closed)?;
        sender.try_send(make(reply)).map_err(|error| match error {
            TrySendError::Full(_) => StoreError::Busy,
            TrySendError::Disconnected(_) => StoreError::Closed,
        })?;
        self.notify.iter().for_each(|notify| notify.notify_one());
        result.await.unwrap_or(Err(StoreError::Closed))
    }
}

impl<J> Drop for Queue<J> {
    /// Closes the queue and waits until all accepted jobs are done.
    fn drop(&mut self) {
        drop(self.sender.take());
        for thread in self.threads.drain(..) {
            // A thread that panicked has nothing left to wait for.
            let _ = thread.join();
        }
    }
}
