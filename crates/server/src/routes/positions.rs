//! Positions that belong to no game: what may be played there, and what they are worth.

use axum::Json;
use axum::extract::State;
use wire::position::{PositionView, Variation};
use wire::review::ReviewedPosition;

use crate::security::Payload;
use crate::{App, Problem, tables};

/// What may be played in a position, and what endgame tables say of it.
#[utoipa::path(
    post, path = "/api/positions", request_body = Variation,
    responses((status = 200, body = PositionView), (status = 400, body = wire::Problem))
)]
pub(super) async fn view(
    State(app): State<App>,
    Payload(variation): Payload<Variation>,
) -> Result<Json<PositionView>, Problem> {
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
        (status = 400, body = wire::Problem),
        (status = 503, description = "Too many wait for an engine", body = wire::Problem),
    )
)]
pub(super) async fn evaluation(
    State(app): State<App>,
    Payload(variation): Payload<Variation>,
) -> Result<Json<ReviewedPosition>, Problem> {
    Ok(Json(app.reviews().judge(variation.board()?).await?))
}
