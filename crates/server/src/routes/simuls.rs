//! Simuls: organizers create them, everybody may look on.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use game::{Name, RequestId};
use store::{Account, AccountId, Simul, SimulId};
use wire::new_game::NameText;
use wire::session::Permission;
use wire::simul::{MAX_OPPONENTS, NewSimul, OwnSimul, SimulCreated, SimulRow, SimulView};

use super::demonstrations::title;
use super::download::attachment;
use super::request::{id_letters, request_id};
use super::sse;
use super::sse::BUFFERING;
use crate::accounts::Caller;
use crate::security::Payload;
use crate::simuls::{self, FollowedEvent, SimulPlan, wire_state};
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App};

/// The routes of simuls.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/simuls", get(list).post(create))
        .route("/api/simuls/own", get(own))
        .route("/api/simuls/{id}", get(view))
        .route("/api/simuls/{id}/call-off", post(call_off))
        .route("/api/simuls/{id}/end", post(end))
        .route("/api/simuls/{id}/events", get(follow))
        .route("/api/simuls/{id}/pgn", get(pgn))
}

/// The simul in the path, `{id}`.
pub(super) struct SimulPath(SimulId);

impl FromRequestParts<App> for SimulPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<SimulPath, ApiError> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        SimulId::new(&text).map(SimulPath).ok_or(ApiError::NoSimul(text))
    }
}

/// The simuls, the last created one first.
#[utoipa::path(get, path = "/api/simuls", responses((status = 200, body = Vec<SimulRow>)))]
pub(super) async fn list(State(app): State<App>) -> Result<Json<Vec<SimulRow>>, ApiError> {
    let row = |simul: Simul| SimulRow {
        id: simul.id.to_string(),
        name: simul.name,
        boards: simul.boards.len() as u32,
        state: wire_state(simul.state),
        created_ms: simul.created.0,
    };
    Ok(Json(app.simuls().list().await?.into_iter().map(row).collect()))
}

/// Creates a simul and its games. The same request again gets the same answer.
#[utoipa::path(
    post, path = "/api/simuls", request_body = NewSimul,
    responses((status = 200, body = SimulCreated), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn create(
    State(app): State<App>,
    caller: Caller,
    Payload(new): Payload<NewSimul>,
) -> Result<Json<SimulCreated>, ApiError> {
    caller.require(Permission::OrganizeCompetitions)?;
    let request = request_id(new.request.as_str())?;
    let id = new_id(caller.account_id(), &request);
    if new.opponents.len() > MAX_OPPONENTS {
        return Err(ApiError::BadOpponents(MAX_OPPONENTS));
    }
    let exhibitor = match (&new.exhibitor, caller.account()) {
        (Some(name), _) => member(&app, name).await?,
        (None, Some(account)) => account.clone(),
        (None, None) => return Err(ApiError::NoMember(String::new())),
    };
    let mut opponents = Vec::with_capacity(new.opponents.len());
    for name in &new.opponents {
        opponents.push(member(&app, name).await?);
    }
    let plan = SimulPlan {
        id: id.clone(),
        owner: caller.account_id(),
        name: title(new.name.as_str())?,
        exhibitor,
        opponents,
        colors: new.colors,
        exhibitor_time: new.exhibitor_time.map(Into::into),
        opponent_time: new.opponent_time.map(Into::into),
    };
    uninterrupted(async move { app.simuls().create(plan).await }).await?;
    Ok(Json(SimulCreated { id: id.to_string() }))
}

/// The member of a name.
async fn member(app: &App, text: &NameText) -> Result<Account, ApiError> {
    let name = Name::new(text.as_str()).map_err(wire::RequestError::from)?;
    let account = app.rooms().services().store.account(&name).await?;
    account.ok_or_else(|| ApiError::NoMember(text.to_string()))
}

/// The id of what a request creates.
fn new_id(account: Option<AccountId>, request: &RequestId) -> SimulId {
    SimulId::new(&id_letters("simul ", account, request))
        .expect("ids of games and simuls look the same")
}

/// The simuls that go on in which the caller plays.
#[utoipa::path(get, path = "/api/simuls/own", responses((status = 200, body = Vec<OwnSimul>)))]
pub(super) async fn own(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<OwnSimul>>, ApiError> {
    let Some(account) = caller.account_id() else { return Ok(Json(Vec::new())) };
    app.simuls().own(account).await.map(Json)
}

/// A simul.
#[utoipa::path(
    get, path = "/api/simuls/{id}", params(("id" = String, Path)),
    responses((status = 200, body = SimulView), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    SimulPath(id): SimulPath,
    caller: Caller,
) -> Result<Json<SimulView>, ApiError> {
    app.simuls().view(&id, caller.account_id()).await.map(Json)
}

/// Calls a simul off, before the first move. Its games are aborted.
#[utoipa::path(
    post, path = "/api/simuls/{id}/call-off", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn call_off(
    State(app): State<App>,
    SimulPath(id): SimulPath,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    caller.require(Permission::OrganizeCompetitions)?;
    uninterrupted(async move { app.simuls().call_off(&id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Ends a simul. The games that are still being played are aborted, and have no result.
#[utoipa::path(
    post, path = "/api/simuls/{id}/end", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn end(
    State(app): State<App>,
    SimulPath(id): SimulPath,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    caller.require(Permission::OrganizeCompetitions)?;
    uninterrupted(async move { app.simuls().end(&id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Follows all boards of a simul: a `state` event with all of it, now and when it ends, and a
/// `board` event for every change of a board.
#[utoipa::path(
    get, path = "/api/simuls/{id}/events", params(("id" = String, Path)),
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream"),
        (status = 404, body = wire::ErrorBody),
        (status = 429, description = "Too many follow", body = wire::ErrorBody)
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
    SimulPath(id): SimulPath,
    caller: Caller,
) -> Result<impl IntoResponse, ApiError> {
    let following = app.simuls().follow(&id, &caller).await?;
    let closing = app.closing().clone();
    let events = stream::unfold(following, move |mut following| {
        let closing = closing.clone();
        async move {
            let next = tokio::select! {
                next = following.next() => next?,
                () = closing.begun() => return None,
            };
            Some((Ok::<_, Infallible>(event(&next)?), following))
        }
    });
    // A buffering proxy would hold the events back.
    Ok(([(BUFFERING, "no")], Sse::new(events).keep_alive(KeepAlive::default())))
}

fn event(event: &FollowedEvent) -> Option<Event> {
    match event {
        FollowedEvent::State(view) => Some(sse::event(view)?.event("state")),
        FollowedEvent::Board(board) => Some(sse::event(&**board)?.event("board")),
    }
}

/// All games of a simul as PGN.
#[utoipa::path(
    get, path = "/api/simuls/{id}/pgn", params(("id" = String, Path)),
    responses(
        (status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, body = wire::ErrorBody)
    )
)]
pub(super) async fn pgn(
    State(app): State<App>,
    SimulPath(id): SimulPath,
) -> Result<impl IntoResponse, ApiError> {
    let simul = app.simuls().stored(&id).await?;
    let text = simuls::pgn(&app, &simul).await?;
    Ok(attachment("application/x-chess-pgn", &format!("{id}.pgn"), text))
}
