//! Positions that belong to no game: legal moves, evaluation and live analysis.

use std::convert::Infallible;

use axum::Json;
use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{KeepAlive, Sse};
use futures_util::stream;
use store::Feature;
use wire::analysis::{AnalysisEvent, AnalysisRequest};
use wire::position::{PositionPath, PositionView};
use wire::review::ReviewedPosition;

use super::sse;
use crate::accounts::Caller;
use crate::lessons::Locked;
use crate::security::Payload;
use crate::{ApiError, App, tables};

/// The legal moves of a position, and what endgame tables say about it.
#[utoipa::path(
    post, path = "/api/positions", request_body = PositionPath,
    responses((status = 200, body = PositionView), (status = 400, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    caller: Caller,
    Payload(variation): Payload<PositionPath>,
) -> Result<Json<PositionView>, ApiError> {
    let board = variation.board()?;
    let view = PositionView::from(&board);
    let may_evaluate = app.check_lock(&caller, Feature::Evaluation).is_ok();
    let table = match &app.config().engines.tables {
        Some(tables) if view.ending.is_none() && may_evaluate => {
            tables::verdict(tables, board).await?
        }
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
    may_analyze(&app, &caller)?;
    let evaluation = app.reviews().evaluate_position(variation.board()?, caller.client());
    Ok(Json(evaluation.await?))
}

/// Live analysis of a position: server-sent events, each with an `AnalysisEvent`, until the time is
/// up, the client disconnects or analysis is locked for their group. Hash size and threads are the
/// server's choice.
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
    may_analyze(&app, &caller)?;
    let events = app.live_analysis().start(&request, caller.client(), app.closing())?;
    let changes = app.lessons().follow();
    let events = stream::unfold((events, changes), move |(mut events, mut changes)| {
        let (app, caller) = (app.clone(), caller.clone());
        async move {
            let event = loop {
                tokio::select! {
                    event = events.recv() => break sse::event(&event?)?,
                    _ = changes.changed() => may_analyze(&app, &caller).ok()?,
                }
            };
            Some((Ok::<_, Infallible>(event), (events, changes)))
        }
    });
    // A buffering proxy would hold the events back.
    Ok(([(sse::BUFFERING, "no")], Sse::new(events).keep_alive(KeepAlive::default())))
}

/// Whether the caller may have positions of their choice evaluated.
fn may_analyze(app: &App, caller: &Caller) -> Result<(), Locked> {
    app.check_lock(caller, Feature::Evaluation)?;
    app.check_lock(caller, Feature::Analysis)
}
