//! Positions that belong to no game: legal moves, evaluation and live analysis.

use std::convert::Infallible;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{KeepAlive, Sse};
use futures_util::stream;
use wire::analysis::{AnalysisEvent, AnalysisRequest};
use wire::position::{PositionPath, PositionView};
use wire::review::ReviewedPosition;

use super::sse;
use crate::accounts::Caller;
use crate::security::Payload;
use crate::{ApiError, App, tables};

/// Whether proxies may buffer the response.
const BUFFERING: &str = "x-accel-buffering";

/// The legal moves of a position, and what endgame tables say about it.
#[utoipa::path(
    post, path = "/api/positions", request_body = PositionPath,
    responses((status = 200, body = PositionView), (status = 400, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    Payload(variation): Payload<PositionPath>,
) -> Result<Json<PositionView>, ApiError> {
    let board = variation.board()?;
    let view = PositionView::from(&board);
    let table = match &app.config().engines.tables {
        Some(tables) if view.ending.is_none() => tables::verdict(tables, board).await?,
        _ => None,
    };
    Ok(Json(PositionView { table, ..view }))
}

/// Evaluates a position, with as many nodes as a review.
#[utoipa::path(
    post, path = "/api/positions/evaluation", request_body = PositionPath,
    responses(
        (status = 200, body = ReviewedPosition),
        (status = 400, body = wire::ErrorBody),
        (status = 503, description = "Too many wait for an engine", body = wire::ErrorBody),
    )
)]
pub(super) async fn evaluation(
    State(app): State<App>,
    caller: Caller,
    Payload(variation): Payload<PositionPath>,
) -> Result<Json<ReviewedPosition>, ApiError> {
    let evaluation = app.reviews().evaluate_position(variation.board()?, caller.client());
    Ok(Json(evaluation.await?))
}

/// Live analysis of a position: server-sent events, each with an `AnalysisEvent`, until the time is
/// up or the client disconnects. Hash size and threads are the server's choice.
#[utoipa::path(
    post, path = "/api/positions/analysis", request_body = AnalysisRequest,
    responses(
        (status = 200, description = "Server-sent events, each with an AnalysisEvent",
            body = AnalysisEvent, content_type = "text/event-stream"),
        (status = 400, body = wire::ErrorBody),
        (status = 429, description = "Too many at once from one client", body = wire::ErrorBody),
        (status = 503, description = "Too many wait for an engine", body = wire::ErrorBody),
    )
)]
pub(super) async fn analysis(
    State(app): State<App>,
    caller: Caller,
    Payload(request): Payload<AnalysisRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let events = app.live_analysis().start(&request, caller.client(), app.closing())?;
    let events = stream::unfold(events, |mut events| async move {
        let event = sse::event(&events.recv().await?)?;
        Some((Ok::<_, Infallible>(event), events))
    });
    // A buffering proxy would hold the events back.
    Ok(([(BUFFERING, "no")], Sse::new(events).keep_alive(KeepAlive::default())))
}
