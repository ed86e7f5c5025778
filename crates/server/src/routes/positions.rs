//! Positions that belong to no game: what may be played there, and what they are worth.

use std::convert::Infallible;

use axum::extract::State;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::{Extension, Json};
use futures_util::stream;
use wire::analysis::{AnalysisEvent, AnalysisRequest};
use wire::position::{PositionView, Variation};
use wire::review::ReviewedPosition;

use crate::security::{ClientAddress, Payload};
use crate::{ApiError, App, tables};

/// Whether proxies may gather an answer before they pass it on.
const PASS_ON: &str = "x-accel-buffering";

/// What may be played in a position, and what endgame tables say of it.
#[utoipa::path(
    post, path = "/api/positions", request_body = Variation,
    responses((status = 200, body = PositionView), (status = 400, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    Payload(variation): Payload<Variation>,
) -> Result<Json<PositionView>, ApiError> {
    let board = variation.board()?;
    let view = PositionView::from(&board);
    let table = match &app.config().engines.tables {
        Some(tables) if view.ending.is_none() => tables::verdict(tables, board).await?,
        _ => None,
    };
    Ok(Json(PositionView { table, ..view }))
}

/// What a position is worth, looked at as closely as those of a review.
#[utoipa::path(
    post, path = "/api/positions/evaluation", request_body = Variation,
    responses(
        (status = 200, body = ReviewedPosition),
        (status = 400, body = wire::ErrorBody),
        (status = 503, description = "Too many wait for an engine", body = wire::ErrorBody),
    )
)]
pub(super) async fn evaluation(
    State(app): State<App>,
    Payload(variation): Payload<Variation>,
) -> Result<Json<ReviewedPosition>, ApiError> {
    Ok(Json(app.reviews().judge(variation.board()?).await?))
}

/// Has an engine think about a position and tells what it finds: server-sent events, each with an
/// `AnalysisEvent`, for as long as the time lasts and the client stays. How much memory and how
/// many processors the engine has is the server's choice.
#[utoipa::path(
    post, path = "/api/positions/analysis", request_body = AnalysisRequest,
    responses(
        (status = 200, description = "Server-sent events, each with an AnalysisEvent",
            body = AnalysisEvent, content_type = "text/event-stream"),
        (status = 400, body = wire::ErrorBody),
        (status = 429, description = "Too many at once from one address", body = wire::ErrorBody),
        (status = 503, description = "Too many wait for an engine", body = wire::ErrorBody),
    )
)]
pub(super) async fn analysis(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
    Payload(request): Payload<AnalysisRequest>,
) -> Result<impl IntoResponse, ApiError> {
    let address = client.map(|Extension(ClientAddress(address))| address);
    let told = app.insights().watch(&request, address, app.closing())?;
    let events = stream::unfold(told, |mut told| async move {
        let event = Event::default().json_data(told.recv().await?).ok()?;
        Some((Ok::<_, Infallible>(event), told))
    });
    // A proxy that gathers answers before it passes them on would hold the events back.
    Ok(([(PASS_ON, "no")], Sse::new(events).keep_alive(KeepAlive::default())))
}
