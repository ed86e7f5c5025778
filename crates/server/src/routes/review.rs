//! Reviews of finished games: begun, followed, read and stopped.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::{Game, GameId};
use wire::review::Review;

use super::seat::{GamePath, SeatSecret};
use crate::reviews::ReviewJob;
use crate::{ApiError, App, Secret};

/// Begins the review of a finished game, or joins the one that is being made.
#[utoipa::path(
    post, path = "/api/games/{id}/review",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses(
        (status = 202, body = Review),
        (status = 409, description = "The game is still played", body = wire::ErrorBody),
        (status = 503, description = "Too many are reviewed at once", body = wire::ErrorBody),
    )
)]
pub(super) async fn start(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<(StatusCode, Json<Review>), ApiError> {
    let game = look(&app, &id, secret.as_ref()).await?;
    let sheet = app.reviews().start(id, &game)?;
    Ok((StatusCode::ACCEPTED, Json(sheet.told())))
}

/// The review as far as it has come.
#[utoipa::path(
    get, path = "/api/games/{id}/review",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 200, body = Review), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn read(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Review>, ApiError> {
    let game = look(&app, &id, secret.as_ref()).await?;
    Ok(Json(app.reviews().look(id, &game).await?.told()))
}

/// Ends a review that is being made. What is done stays.
#[utoipa::path(
    delete, path = "/api/games/{id}/review",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 204), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn stop(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<StatusCode, ApiError> {
    look(&app, &id, secret.as_ref()).await?;
    app.reviews().stop(&id);
    Ok(StatusCode::NO_CONTENT)
}

/// The positions of a review as they are done: a `position` for each, those of before included,
/// and at the end a `review` with the whole.
#[utoipa::path(
    get, path = "/api/games/{id}/review/events",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream"),
        (status = 409, body = wire::ErrorBody),
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let game = look(&app, &id, secret.as_ref()).await?;
    let sheet = app.reviews().look(id, &game).await?;
    let closing = app.closing().clone();
    let events = stream::unfold(Some((sheet, 0)), move |place| {
        let closing = closing.clone();
        async move {
            let (sheet, nth) = place?;
            tokio::select! {
                next = next(sheet, nth) => next,
                () = closing.begun() => None,
            }
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// Where somebody is who follows a review; none after the last word.
type Place = Option<(Arc<ReviewJob>, usize)>;

/// The next event, and where to go on.
async fn next(sheet: Arc<ReviewJob>, nth: usize) -> Option<(Result<Event, Infallible>, Place)> {
    let mut changes = sheet.follow();
    loop {
        let has_ended = sheet.has_ended();
        if let Some(position) = sheet.told_nth(nth) {
            let event = Event::default().event("position").json_data(position).ok()?;
            return Some((Ok(event), Some((sheet, nth + 1))));
        }
        if has_ended {
            let event = Event::default().event("review").json_data(sheet.told()).ok()?;
            return Some((Ok(event), None));
        }
        changes.changed().await.ok()?;
    }
}

async fn look(app: &App, id: &GameId, secret: Option<&Secret>) -> Result<Game, ApiError> {
    Ok(app.rooms().look(id, secret).await?.game)
}
