//! Imports that are running: few at once, each fed by the body of a request.
//!
//! The bytes of the body go through a short channel to a thread that reads and keeps the games, so
//! a sender is slowed down to the pace of the store and nothing piles up. Breaking the request off
//! ends the import; the games that were kept until then stay.

use std::io::{self, Read};
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::time::Duration;

use axum::body::{Body, Bytes};
use futures_util::StreamExt;
use library::import::{self, AbortedImport, Context, Progress, Report};
use tokio::runtime::Handle;
use tokio::sync::{mpsc, watch};
use tokio::task::{JoinHandle, spawn_blocking};
use tokio_util::task::AbortOnDropHandle;
use wire::library::{ImportError, ImportReport};

use crate::ApiError;
use crate::config::Limits;
use crate::live::{RoomServices, random_id};
use crate::security::{Connections, Pass};

/// How many imports run at once, in all and from one address.
const MOST: usize = 4;
const MOST_PER_ADDRESS: usize = 2;
/// When somebody who has too many may try again.
const RETRY: Duration = Duration::from_secs(2);
/// How many pieces of a body wait to be read.
const WAITING: usize = 8;

/// The imports of a server.
pub(crate) struct Imports {
    open: Connections,
}

impl Default for Imports {
    fn default() -> Imports {
        Imports { open: Connections::new(MOST, MOST_PER_ADDRESS) }
    }
}

/// An import that is running. It is canceled when it is dropped.
pub(crate) struct Running {
    /// How far it has come.
    pub(crate) progress: watch::Receiver<Progress>,
    /// What comes of it.
    pub(crate) outcome: JoinHandle<Result<Report, Box<AbortedImport>>>,
    /// What hands the body on.
    pub(crate) feeder: AbortOnDropHandle<()>,
    /// The right to import.
    pub(crate) pass: Pass,
}

impl Imports {
    /// Begins to import a body.
    ///
    /// # Errors
    /// When too many imports are running.
    pub(crate) fn begin(
        &self,
        body: Body,
        address: Option<IpAddr>,
        ground: &RoomServices,
        limits: &Limits,
    ) -> Result<Running, ApiError> {
        let address = address.unwrap_or(IpAddr::from([127, 0, 0, 1]));
        let busy = ApiError::TooManyRequests { retry_after: RETRY };
        let pass = self.open.admit(address, false).ok_or(busy)?;
        let (pieces, input) = mpsc::channel(WAITING);
        let feeder = tokio::spawn(feed(body, pieces, limits.body_time));
        let (tell, progress) = watch::channel(Progress::default());
        let (ground, max_bytes) = (ground.clone(), limits.import_bytes);
        let runtime = Handle::current();
        let outcome = spawn_blocking(move || {
            let new_id = || random_id().map_err(io::Error::other);
            let context = Context {
                store: ground.store,
                runtime,
                now: ground.clock.now(),
                new_id: &new_id,
                max_bytes,
            };
            // Nobody waits for an import whose progress nobody can see.
            let mut watch = |progress| match tell.send(progress) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            import::run(
                Pieces { input, piece: Bytes::new(), has_ended: false },
                &context,
                &mut watch,
            )
        });
        let feeder = AbortOnDropHandle::new(feeder);
        Ok(Running { progress, outcome, feeder, pass })
    }
}

/// A piece of a body, its end, or what went wrong.
enum Piece {
    Bytes(Bytes),
    End,
    Broken(String),
}

/// Hands a body on, piece by piece. Each has to come within a time.
async fn feed(body: Body, pieces: mpsc::Sender<Piece>, time: Duration) {
    let mut stream = body.into_data_stream();
    loop {
        let piece = match tokio::time::timeout(time, stream.next()).await {
            Ok(Some(Ok(bytes))) => Piece::Bytes(bytes),
            Ok(None) => Piece::End,
            Ok(Some(Err(error))) => Piece::Broken(error.to_string()),
            Err(_) => Piece::Broken("the rest did not come in time".to_owned()),
        };
        let is_last = !matches!(piece, Piece::Bytes(_));
        if pieces.send(piece).await.is_err() || is_last {
            return;
        }
    }
}

/// The pieces of a body as a reader for a thread that may block.
struct Pieces {
    input: mpsc::Receiver<Piece>,
    piece: Bytes,
    has_ended: bool,
}

impl Read for Pieces {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.piece.is_empty() {
            if self.has_ended {
                return Ok(0);
            }
            match self.input.blocking_recv() {
                Some(Piece::Bytes(bytes)) => self.piece = bytes,
                Some(Piece::End) => self.has_ended = true,
                Some(Piece::Broken(reason)) => return Err(io::Error::other(reason)),
                None => return Err(io::Error::other("the upload was broken off")),
            }
        }
        let count = self.piece.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.piece.split_to(count));
        Ok(count)
    }
}

/// What came of an import, for clients; a problem when there was nothing to import.
pub(crate) fn report(
    outcome: Result<Report, Box<AbortedImport>>,
) -> Result<ImportReport, ApiError> {
    let (report, fatal_error) = match outcome {
        Ok(report) => (report, None),
        Err(aborted) => (aborted.report, Some(aborted.error.to_string())),
    };
    if report.games == 0 {
        return Err(ApiError::BadImport(
            fatal_error.unwrap_or_else(|| "there is no game in it".into()),
        ));
    }
    let to_wire = |error: &import::ImportError| ImportError {
        game: error.game,
        line: error.at.map(|at| at.line as u64),
        column: error.at.map(|at| at.column as u64),
        message: error.message.clone(),
        kept: error.kept,
    };
    Ok(ImportReport {
        games: report.games,
        added: report.added,
        restored: report.restored,
        duplicates: report.duplicates,
        unreadable: report.unreadable,
        imported: report.ids.iter().map(ToString::to_string).collect(),
        error_count: report.error_count,
        errors: report.errors.iter().map(to_wire).collect(),
        fatal_error,
    })
}
