//! What the engine says about a game: to its players while it is played, unless two people play
//! each other, and to anybody afterwards.

use axum::Json;
use axum::extract::State;
use game::{Game, GameId, Status};
use wire::Viewer;
use wire::advice::{Evaluation, Hint};

use super::seat::{GamePath, SeatSecret};
use crate::engines::{EngineError, Job, JobKind, SearchResult};
use crate::{ApiError, App, RoomError, Secret};

/// A move to consider.
#[utoipa::path(
    post, path = "/api/games/{id}/hint",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 200, body = Hint), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn hint(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Hint>, ApiError> {
    let (game, thought) = think(&app, id, secret.as_ref(), JobKind::Hint).await?;
    Ok(Json(thought.hint(game.board(), game.version())))
}

/// What the position is worth.
#[utoipa::path(
    post, path = "/api/games/{id}/evaluation",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 200, body = Evaluation), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn evaluation(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Evaluation>, ApiError> {
    let (game, thought) = think(&app, id, secret.as_ref(), JobKind::Evaluate).await?;
    let evaluation = thought.evaluation(game.board(), game.version());
    Ok(Json(evaluation.ok_or(EngineError::NoMove)?))
}

async fn think(
    app: &App,
    id: GameId,
    secret: Option<&Secret>,
    wish: JobKind,
) -> Result<(Game, SearchResult), ApiError> {
    let look = app.rooms().look(&id, secret).await?;
    let over = matches!(look.game.status(), Status::Over(_));
    if !over && look.viewer == Viewer::Spectator {
        return Err(RoomError::Spectator.into());
    }
    if !over && is_contest(&look.game) {
        return Err(RoomError::NoAdvice.into());
    }
    let job = Job { game: id, board: look.game.board().clone(), wish };
    let thought = app.engines().ask(job).await?;
    Ok((look.game, thought))
}

/// True for a game of two people who do not share a screen: advice to one is unfair to the other.
fn is_contest(game: &Game) -> bool {
    let terms = game.terms();
    !terms.shared && !terms.seats.iter().any(|(_, seat)| seat.player.is_engine())
}
