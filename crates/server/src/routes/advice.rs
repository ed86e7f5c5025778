//! Engine advice: for the players of a game in progress, unless two people play each other, and for
//! anybody afterwards.

use axum::Json;
use axum::extract::State;
use game::{Game, GameError, GameId, Status};
use store::Feature;
use wire::Viewer;
use wire::advice::{Evaluation, Hint};

use super::seat::{GamePath, SeatSecret};
use crate::accounts::Caller;
use crate::engines::{EngineError, Job, JobKind, JobResult};
use crate::{ApiError, App, RoomError, Secret};

/// A hint.
#[utoipa::path(
    post, path = "/api/games/{id}/hint",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 200, body = Hint), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn hint(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Hint>, ApiError> {
    app.check_lock(&caller, Feature::Hints)?;
    let (game, result) = think(&app, id, &caller, secret.as_ref(), JobKind::Hint).await?;
    Ok(Json(result.hint(game.board(), game.version())))
}

/// An evaluation of the position.
#[utoipa::path(
    post, path = "/api/games/{id}/evaluation",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 200, body = Evaluation), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn evaluation(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<Json<Evaluation>, ApiError> {
    app.check_lock(&caller, Feature::Evaluation)?;
    let (game, result) = think(&app, id, &caller, secret.as_ref(), JobKind::Evaluate).await?;
    let evaluation = result.evaluation(game.board(), game.version());
    Ok(Json(evaluation.ok_or(EngineError::NoMove)?))
}

async fn think(
    app: &App,
    id: GameId,
    caller: &Caller,
    secret: Option<&Secret>,
    kind: JobKind,
) -> Result<(Game, JobResult), ApiError> {
    let view = app.rooms().view(&id, secret).await?;
    let over = matches!(view.game.status(), Status::Over(_));
    if view.game.status() == Status::Adjourned {
        return Err(GameError::Adjourned.into());
    }
    if !over && view.viewer == Viewer::Spectator {
        return Err(RoomError::Spectator.into());
    }
    if !over && is_contest(&view.game) {
        return Err(RoomError::NoAdvice.into());
    }
    let job = Job { game: id, client: caller.client(), board: view.game.board().clone(), kind };
    let result = app.engines().ask(job).await?;
    Ok((view.game, result))
}

/// True for a game of two people on two devices: advice to one would be unfair to the other.
pub(super) fn is_contest(game: &Game) -> bool {
    let terms = game.terms();
    !terms.shared && !terms.seats.iter().any(|(_, seat)| seat.player.is_engine())
}
