//! Downloads of a game.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use wire::view::GameView;

use super::seat::GamePath;
use crate::{ApiError, App, live};

/// A game as PGN.
#[utoipa::path(
    get, path = "/api/games/{id}/pgn", params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, body = wire::ErrorBody)
    )
)]
pub(super) async fn pgn(
    State(app): State<App>,
    GamePath(id): GamePath,
) -> Result<impl IntoResponse, ApiError> {
    let text = super::export::pgn(&app, &id).await?;
    Ok(attachment("application/x-chess-pgn", &format!("{id}.pgn"), text))
}

/// A text that browsers save as a file.
pub(super) fn attachment(kind: &str, file: &str, text: String) -> impl IntoResponse + use<> {
    let name = format!("attachment; filename=\"{file}\"");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)];
    (headers, text)
}

/// A game as JSON, as clients of the game get it.
#[utoipa::path(
    get, path = "/api/games/{id}/json", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn json(
    State(app): State<App>,
    GamePath(id): GamePath,
) -> Result<impl IntoResponse, ApiError> {
    let view = app.rooms().view(&id, None).await?;
    let view = live::game_view(&id, &view.game, view.now);
    let name = format!("attachment; filename=\"{id}.json\"");
    Ok(([(header::CONTENT_DISPOSITION, name)], Json(view)))
}
