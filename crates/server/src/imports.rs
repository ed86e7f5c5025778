//! Running imports: a few at once, each fed by the body of a request.
//!
//! The body goes through a bounded channel to a thread that parses and stores the games, so the
//! sender is slowed down to the pace of the store, and charged for what it reads and stores.
//! Aborting the request cancels the import; games that were stored until then stay. An import
//! counts until its thread has ended, whether or not anybody still waits for it.

mod report;

use std::io::{self, Read};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use library::import::{self, AbortedImport, Context, FatalImportError, Progress, Report};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::task::AbortOnDropHandle;

pub(crate) use self::report::{bad_file, no_game, report};
use crate::ApiError;
use crate::accounts::Caller;
use crate::config::Limits;
use crate::live::{RoomServices, random_id};
use crate::security::Permits;
use crate::storage::Storage;

/// How many imports run at once, in total and of one client.
const MAX: usize = 4;
const MAX_PER_CLIENT: usize = 2;
/// When a client with too many imports may try again.
const RETRY_AFTER: Duration = Duration::from_secs(2);
/// How many chunks of a body may wait.
const CHANNEL_CAPACITY: usize = 8;

/// The imports of a server.
pub(crate) struct Imports {
    open: Permits,
    storage: Arc<Storage>,
}

/// A running import. Dropping it cancels it.
pub(crate) struct Running {
    /// The progress.
    pub(crate) progress: watch::Receiver<Progress>,
    /// The result.
    pub(crate) outcome: JoinHandle<Result<Report, Box<AbortedImport>>>,
    /// The task that reads the body.
    pub(crate) feeder: AbortOnDropHandle<()>,
}

impl Imports {
    /// No imports yet; they pay for what they store.
    pub(crate) fn new(storage: Arc<Storage>) -> Imports {
        Imports { open: Permits::new(MAX, MAX_PER_CLIENT), storage }
    }

    /// Starts to import a body.
    ///
    /// # Errors
    /// When too many imports are running.
    pub(crate) fn start(
        &self,
        body: Body,
        caller: &Caller,
        services: &RoomServices,
        limits: &Limits,
    ) -> Result<Running, ApiError> {
        let busy = |_| ApiError::TooManyRequests { retry_after: RETRY_AFTER };
        let permit = self.open.admit(Some(caller.client())).map_err(busy)?;
        let (sender, chunks) = mpsc::channel(CHANNEL_CAPACITY);
        let feeder = tokio::spawn(feed(body, sender, limits.body_time));
        let (progress_sender, progress) = watch::channel(Progress::default());
        let (services, max_bytes) = (services.clone(), limits.import_bytes);
        let (storage, payer) = (Arc::clone(&self.storage), caller.payer());
        let runtime = Handle::current();
        let outcome = spawn_blocking(move || {
            let _permit = permit;
            let new_id = || random_id().map_err(io::Error::other);
            let context = Context {
                store: services.store,
                runtime,
                now: services.clock.shared_now(),
                new_id: &new_id,
                max_bytes,
                charge: &|bytes| storage.charge(payer, bytes).is_ok(),
            };
            // Without a receiver the request was aborted.
            let mut report = |progress| match progress_sender.send(progress) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            let body = BodyReader { chunks, current: Bytes::new(), has_ended: false };
            import::run(body, &context, &mut report)
        });
        let feeder = AbortOnDropHandle::new(feeder);
        Ok(Running { progress, outcome, feeder })
    }
}

/// A chunk of a body, its end, or an error.
enum Chunk {
    Bytes(Bytes),
    End,
    Error(io::Error),
}

/// Sends a body to the import chunk by chunk. Each has to arrive within a time limit.
async fn feed(body: Body, chunks: mpsc::Sender<Chunk>, time: Duration) {
    let mut stream = body.into_data_stream();
    loop {
        let chunk = match tokio::time::timeout(time, stream.next()).await {
            Ok(Some(Ok(bytes))) => Chunk::Bytes(bytes),
            Ok(None) => Chunk::End,
            Ok(Some(Err(error))) => Chunk::Error(io::Error::other(error)),
            Err(_) => Chunk::Error(FatalImportError::TooSlow.into()),
        };
        let is_last = !matches!(chunk, Chunk::Bytes(_));
        if chunks.send(chunk).await.is_err() || is_last {
            return;
        }
    }
}

/// A body as a blocking reader.
struct BodyReader {
    chunks: mpsc::Receiver<Chunk>,
    current: Bytes,
    has_ended: bool,
}

impl Read for BodyReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.current.is_empty() {
            if self.has_ended {
                return Ok(0);
            }
            match self.chunks.blocking_recv() {
                Some(Chunk::Bytes(bytes)) => self.current = bytes,
                Some(Chunk::End) => self.has_ended = true,
                Some(Chunk::Error(error)) => return Err(error),
                None => return Err(io::Error::other("the upload was aborted")),
            }
        }
        let count = self.current.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.current.split_to(count));
        Ok(count)
    }
}
