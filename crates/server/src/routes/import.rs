//! Import of games.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use wire::library::{ImportEvent, ImportReport};

use super::sse;
use crate::accounts::Caller;
use crate::imports::{self, Running};
use crate::{ApiError, App, error};

/// The time between two events; people read no faster.
const EVENT_INTERVAL: Duration = Duration::from_millis(250);

/// Imports any number of games from PGN, a club file or a FEN, optionally compressed with gzip,
/// zstd or zip. Nobody has a seat in them until the admin takes it. With `accept:
/// text/event-stream` the response is a stream of `ImportEvent`s, the last of which has the report.
/// Aborting the request cancels the import; games stored until then stay, and are recognized when
/// the same file is imported again.
#[utoipa::path(
    post, path = "/api/import", request_body = String,
    responses(
        (status = 200, content(
            (ImportReport = "application/json"), (ImportEvent = "text/event-stream")
        )),
        (status = 400, body = wire::ErrorBody),
        (status = 429, description = "Too many at once from one client", body = wire::ErrorBody)
    )
)]
pub(super) async fn import(
    State(app): State<App>,
    caller: Caller,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let services = app.rooms().services();
    let running = app.imports().start(body, &caller, services, &app.config().limits)?;
    if wants_events(&headers) {
        return Ok(Sse::new(events(running)).keep_alive(KeepAlive::default()).into_response());
    }
    report(running).await.map(|report| Json(report).into_response())
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// Waits for the report of an import.
async fn report(running: Running) -> Result<ImportReport, ApiError> {
    // Dropping any of the other parts would cancel the import.
    let Running { outcome, progress: _progress, feeder: _feeder } = running;
    imports::report(outcome.await?)
}

/// Progress events, and the report at the end.
fn events(running: Running) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(Some(running), |running| async move {
        let (event, rest) = next(running?).await;
        Some((Ok(sse::event(&event)?), rest))
    })
}

async fn next(mut running: Running) -> (ImportEvent, Option<Running>) {
    let Ok(outcome) = tokio::time::timeout(EVENT_INTERVAL, &mut running.outcome).await else {
        let seen = *running.progress.borrow_and_update();
        let event = ImportEvent::Progress { bytes: seen.bytes, games: seen.games };
        return (event, Some(running));
    };
    let report = outcome.map_err(ApiError::from).and_then(imports::report);
    let report = report.unwrap_or_else(|error| {
        error::log(&error);
        let (fatal_error, fatal) = (Some(error.to_string()), Some(error.body()));
        ImportReport { fatal_error, fatal, ..ImportReport::default() }
    });
    (ImportEvent::Done { report: Box::new(report) }, None)
}
