//! Reviews of finished games.

use std::convert::Infallible;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use game::{Game, GameId};
use store::Feature;
use wire::review::Review;
use wire::session::Permission;

use super::seat::{GamePath, SeatSecret};
use super::sse;
use crate::accounts::Caller;
use crate::reviews::Follower;
use crate::{ApiError, App, Secret};

/// Starts the review of a finished game, or joins the running one.
#[utoipa::path(
    post, path = "/api/games/{id}/review",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses(
        (status = 202, body = Review),
        (status = 409, description = "The game is still in progress", body = wire::ErrorBody),
        (status = 429, description = "Too many at once from one client", body = wire::ErrorBody),
        (status = 503, description = "Too many reviews are running", body = wire::ErrorBody),
    )
)]
pub(super) async fn start(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<(StatusCode, Json<Review>), ApiError> {
    app.check_lock(&caller, Feature::Reviews)?;
    let game = game(&app, &id, secret.as_ref()).await?;
    let job = app.reviews().start(id, &game, caller.client()).await?;
    Ok((StatusCode::ACCEPTED, Json(job.to_wire())))
}

/// The review so far.
#[utoipa::path(
    get, path = "/api/games/{id}/review",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 200, body = Review), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn read(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Review>, ApiError> {
    app.check_lock(&caller, Feature::Reviews)?;
    let game = game(&app, &id, secret.as_ref()).await?;
    Ok(Json(app.reviews().find(id, &game, caller.client()).await?.to_wire()))
}

/// Stops a running review that the caller has asked for. It goes on while others want it, except
/// when the admin stops it. Its evaluations stay.
#[utoipa::path(
    delete, path = "/api/games/{id}/review",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn stop(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<StatusCode, ApiError> {
    game(&app, &id, secret.as_ref()).await?;
    if caller.may(Permission::AbortGames) {
        app.reviews().stop(&id);
    } else {
        app.reviews().leave(&id, caller.client())?;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The positions of a review as they are evaluated: a `position` event for each, earlier ones
/// included, and a `review` event with the whole at the end.
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
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    app.check_lock(&caller, Feature::Reviews)?;
    let game = game(&app, &id, secret.as_ref()).await?;
    let job = app.reviews().find(id, &game, caller.client()).await?;
    let closing = app.closing().clone();
    let follower = Follower::new(job, caller.client());
    let events = stream::unfold(Some((follower, 0)), move |cursor| {
        let closing = closing.clone();
        async move {
            let (follower, nth) = cursor?;
            tokio::select! {
                next = next(follower, nth) => next,
                () = closing.begun() => None,
            }
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

/// The position of a follower in the review; none after the last event.
type Cursor = Option<(Follower, usize)>;

/// The next event, and the position after it.
async fn next(follower: Follower, nth: usize) -> Option<(Result<Event, Infallible>, Cursor)> {
    let job = follower.job();
    let mut changes = job.follow();
    loop {
        let has_ended = job.has_ended();
        if let Some(position) = job.nth_to_wire(nth) {
            let event = sse::event(&position)?.event("position");
            return Some((Ok(event), Some((follower, nth + 1))));
        }
        if has_ended {
            let event = sse::event(&job.to_wire())?.event("review");
            return Some((Ok(event), None));
        }
        changes.changed().await.ok()?;
    }
}

async fn game(app: &App, id: &GameId, secret: Option<&Secret>) -> Result<Game, ApiError> {
    Ok(app.rooms().view(id, secret).await?.game)
}
