//! Games that somebody looks after: to go on with one from elsewhere, to call one off, to take one
//! off the library's list and to put it back.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::Sides;
use wire::new_game::GameCreated;
use wire::session::Permission;

use super::seat::GamePath;
use crate::accounts::{Caller, audit};
use crate::live::Claim;
use crate::{ApiError, App, Secret};

/// Gives new secrets for seats of a game that is not over: to the admin for those of all people,
/// to a member for those that are their own. The secrets before stop working.
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
    let secrets = app.rooms().take(&id, claim).await?;
    audit::game(&caller, "took seats of a game", &id);
    let secrets = Sides::from_fn(|color| secrets[color].as_ref().map(Secret::reveal));
    Ok(Json(GameCreated { id: id.to_string(), secrets, invitation: None }))
}

/// Calls a game off, however far it has come.
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
    app.rooms().call_off(&id).await?;
    audit::game(&caller, "called a game off", &id);
    Ok(StatusCode::NO_CONTENT)
}

/// Takes a game off the library's list. Nothing of it is lost. One that somebody may still play
/// has to be over first; the admin can call it off.
#[utoipa::path(
    delete, path = "/api/games/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn remove(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    caller.require(Permission::RemoveGames)?;
    if app.rooms().is_in_play(&id).await? {
        return Err(ApiError::InPlay(id.to_string()));
    }
    let ground = app.rooms().ground();
    ground.store.remove(&id, Some(ground.clock.now())).await?;
    audit::game(&caller, "removed a game", &id);
    Ok(StatusCode::NO_CONTENT)
}

/// Puts a game back on the library's list.
#[utoipa::path(
    post, path = "/api/games/{id}/restore", params(("id" = String, Path)),
    responses((status = 204), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn restore(
    State(app): State<App>,
    GamePath(id): GamePath,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    caller.require(Permission::RemoveGames)?;
    app.rooms().ground().store.remove(&id, None).await?;
    audit::game(&caller, "restored a game", &id);
    Ok(StatusCode::NO_CONTENT)
}
