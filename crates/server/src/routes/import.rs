//! Games that somebody brings along.

use std::convert::Infallible;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::{Stream, stream};
use wire::library::{ImportEvent, ImportReport};

use crate::imports::{self, Running};
use crate::security::ClientAddress;
use crate::{ApiError, App};

/// The time between two events: people read no faster.
const PACE: Duration = Duration::from_millis(250);

/// Keeps the games of PGN, of a club file or of a FEN, compressed with gzip, zstd or zip or not,
/// however many there are. Nobody has a seat in them until the admin takes it: they are for looking
/// at, and to go on with. With `accept: text/event-stream` the answer is a stream of
/// `ImportEvent`s, of which the last has the report. Breaking the request off cancels the import;
/// games that were kept until then stay, and are recognized when the same file is imported again.
#[utoipa::path(
    post, path = "/api/import", request_body = String,
    responses(
        (status = 200, content(
            (ImportReport = "application/json"), (ImportEvent = "text/event-stream")
        )),
        (status = 400, body = wire::ErrorBody),
        (status = 429, description = "Too many at once from one address", body = wire::ErrorBody)
    )
)]
pub(super) async fn import(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, ApiError> {
    let address = client.map(|Extension(ClientAddress(address))| address);
    let ground = app.rooms().ground();
    let running = app.imports().begin(body, address, ground, &app.config().limits)?;
    if wants_events(&headers) {
        return Ok(Sse::new(events(running)).keep_alive(KeepAlive::default()).into_response());
    }
    report(running).await.map(|report| Json(report).into_response())
}

fn wants_events(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    accept.is_some_and(|accept| accept.contains("text/event-stream"))
}

/// What comes of an import in the end.
async fn report(running: Running) -> Result<ImportReport, ApiError> {
    // What else is part of it stays until the end.
    let Running { outcome, progress: _watched, feeder: _feeder, pass: _pass } = running;
    imports::report(outcome.await.map_err(|_| ApiError::Internal)?)
}

/// Progress as it is made, and the report at the end.
fn events(running: Running) -> impl Stream<Item = Result<Event, Infallible>> {
    stream::unfold(Some(running), |running| async move {
        let (event, rest) = next(running?).await;
        Some((Ok(Event::default().json_data(event).unwrap_or_default()), rest))
    })
}

async fn next(mut running: Running) -> (ImportEvent, Option<Running>) {
    let Ok(outcome) = tokio::time::timeout(PACE, &mut running.outcome).await else {
        let seen = *running.progress.borrow_and_update();
        let event = ImportEvent::Progress { bytes: seen.bytes, games: seen.games };
        return (event, Some(running));
    };
    let report = outcome.map_err(|_| ApiError::Internal).and_then(imports::report);
    let report = report.unwrap_or_else(|problem| ImportReport {
        fatal_error: Some(problem.to_string()),
        ..ImportReport::default()
    });
    (ImportEvent::Done { report: Box::new(report) }, None)
}
