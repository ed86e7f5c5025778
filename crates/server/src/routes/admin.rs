//! Administration of games: taking seats, aborting, removing and restoring.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use game::GameId;
use wire::audit::AuditAction;
use wire::new_game::GameCreated;
use wire::session::Permission;
use wire::{Sides, Viewer};

use super::advice::is_contest;
use super::seat::{GamePath, SeatSecret};
use crate::accounts::{Audited, Caller};
use crate::live::Claim;
use crate::{ApiError, App, Secret};

/// Gives new secrets for the seats of a game in progress: to the admin for all people's seats, to a
/// member for their own. The old secrets become invalid.
#[utoipa::path(
    post, path = "/api/games/{id}/seats", params(("id" = String, Path)),
    responses((status = 200, body = GameCreated), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn take_seats(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<Json<GameCreated>, ApiError> {
    caller.require(Permission::TakeOwnSeats)?;
    let claim = match caller.account_id() {
        account if caller.may(Permission::TakeAnySeat) => Claim::Any(account),
        Some(account) => Claim::Own(account),
        None => return Err(ApiError::LoginNeeded),
    };
    let secrets = app.rooms().take_seats(&id, claim).await?;
    Audited::done(AuditAction::TakeSeats).to(&id).record(&app, &caller).await;
    let secrets = Sides::from_fn(|color| secrets[color].as_ref().map(Secret::reveal));
    Ok(Json(GameCreated { id: id.to_string(), secrets, invitation: None }))
}

/// Aborts a game at any point.
#[utoipa::path(
    post, path = "/api/games/{id}/abort", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn abort(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    caller.require(Permission::AbortGames)?;
    app.rooms().abort(&id).await?;
    Audited::done(AuditAction::AbortGame).to(&id).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a game from the library: any game for the admin, and for everybody those that they have
/// played against the computer or on one device. It can be restored. A game in progress must be
/// over first; the admin can abort it.
#[utoipa::path(
    delete, path = "/api/games/{id}",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn remove(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<StatusCode, ApiError> {
    may_remove(&app, &id, &caller, secret.as_ref()).await?;
    if app.rooms().is_in_play(&id).await? {
        return Err(ApiError::InPlay(id.to_string()));
    }
    let services = app.rooms().services();
    services.store.remove(&id, Some(services.clock.shared_now())).await?;
    Audited::done(AuditAction::RemoveGame).to(&id).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a removed game, for those who may remove it.
#[utoipa::path(
    post, path = "/api/games/{id}/restore",
    params(("id" = String, Path), ("x-seat-secret" = Option<String>, Header)),
    responses((status = 204), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn restore(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
    SeatSecret(secret): SeatSecret,
) -> Result<StatusCode, ApiError> {
    may_remove(&app, &id, &caller, secret.as_ref()).await?;
    app.rooms().services().store.remove(&id, None).await?;
    Audited::done(AuditAction::RestoreGame).to(&id).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Fails for those who may not remove a game: all but the admin and a player of it who had no other
/// person as an opponent.
async fn may_remove(
    app: &App,
    id: &GameId,
    caller: &Caller,
    secret: Option<&Secret>,
) -> Result<(), ApiError> {
    if !caller.may(Permission::RemoveGames) && secret.is_some() {
        let view = app.rooms().view(id, secret).await?;
        if view.viewer != Viewer::Spectator && !is_contest(&view.game) {
            return Ok(());
        }
    }
    caller.require(Permission::RemoveGames)
}
