//! Demonstration boards: organizers start and end them, one has the board, and others follow.

use std::convert::Infallible;

use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::stream;
use game::RequestId;
use store::{AccountId, DemonstrationId, DemonstrationMetadata};
use wire::demonstration::{
    DemonstrationCreated, DemonstrationRequest, DemonstrationRow, DemonstrationUpdate,
    DemonstrationView, NewDemonstration,
};
use wire::session::Permission;

use super::request::{id_letters, request_id};
use super::sse;
use crate::accounts::Caller;
use crate::demonstrations::FollowedEvent;
use crate::security::LargeJson;
use crate::uninterrupted::uninterrupted;
use crate::{ApiError, App};

/// The routes of demonstration boards.
pub(super) fn routes() -> Router<App> {
    Router::new()
        .route("/api/demonstrations", get(list).post(start))
        .route("/api/demonstrations/{id}", get(view).delete(end))
        .route("/api/demonstrations/{id}/commands", post(command))
        .route("/api/demonstrations/{id}/events", get(follow))
}

/// The board in the path, `{id}`.
pub(super) struct DemonstrationPath(DemonstrationId);

impl FromRequestParts<App> for DemonstrationPath {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &App,
    ) -> Result<DemonstrationPath, ApiError> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        let id = DemonstrationId::new(&text);
        id.map(DemonstrationPath).ok_or(ApiError::NoDemonstration(text))
    }
}

/// The boards that the caller may follow, the last started one first.
#[utoipa::path(
    get, path = "/api/demonstrations", responses((status = 200, body = Vec<DemonstrationRow>))
)]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
) -> Result<Json<Vec<DemonstrationRow>>, ApiError> {
    let row = |board: DemonstrationMetadata| DemonstrationRow {
        id: board.id.to_string(),
        name: board.name,
        public: board.public,
        created_ms: board.created.0,
    };
    Ok(Json(app.demonstrations().list(&caller).await?.into_iter().map(row).collect()))
}

/// Starts a board. The same request again gets the same answer.
#[utoipa::path(
    post, path = "/api/demonstrations", request_body = NewDemonstration,
    responses((status = 200, body = DemonstrationCreated), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn start(
    State(app): State<App>,
    caller: Caller,
    LargeJson(new): LargeJson<NewDemonstration>,
) -> Result<Json<DemonstrationCreated>, ApiError> {
    caller.require(Permission::OrganizeCompetitions)?;
    let request = request_id(new.request.as_str())?;
    let id = new_id(caller.account_id(), &request);
    let now = app.rooms().services().clock.shared_now();
    let metadata = DemonstrationMetadata {
        id: id.clone(),
        owner: caller.account_id(),
        version: 1,
        name: title(new.name.as_str())?,
        public: new.public,
        created: now,
        changed: now,
    };
    let start = async move { app.demonstrations().start(metadata, new.tree, new.current).await };
    uninterrupted(start).await?;
    Ok(Json(DemonstrationCreated { id: id.to_string() }))
}

/// The id of what a request creates.
fn new_id(account: Option<AccountId>, request: &RequestId) -> DemonstrationId {
    DemonstrationId::new(&id_letters("demonstration ", account, request))
        .expect("ids of games and boards look the same")
}

/// A name that a board or a simul is given, trimmed and on one line.
pub(super) fn title(name: &str) -> Result<String, ApiError> {
    let visible = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = name.chars().map(visible).collect();
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() { Err(ApiError::BadTitle) } else { Ok(text) }
}

/// A board.
#[utoipa::path(
    get, path = "/api/demonstrations/{id}", params(("id" = String, Path)),
    responses((status = 200, body = DemonstrationView), (status = 401, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn view(
    State(app): State<App>,
    DemonstrationPath(id): DemonstrationPath,
    caller: Caller,
) -> Result<Json<DemonstrationView>, ApiError> {
    app.demonstrations().view(&id, &caller).await.map(Json)
}

/// Ends a board. What was on it is gone.
#[utoipa::path(
    delete, path = "/api/demonstrations/{id}", params(("id" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn end(
    State(app): State<App>,
    DemonstrationPath(id): DemonstrationPath,
    caller: Caller,
) -> Result<StatusCode, ApiError> {
    caller.require(Permission::OrganizeCompetitions)?;
    uninterrupted(async move { app.demonstrations().end(&id).await }).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Carries out a command. Moves, arrows and comments are up to whoever has the board.
#[utoipa::path(
    post, path = "/api/demonstrations/{id}/commands", request_body = DemonstrationRequest,
    params(("id" = String, Path)),
    responses((status = 200, body = DemonstrationUpdate), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn command(
    State(app): State<App>,
    DemonstrationPath(id): DemonstrationPath,
    caller: Caller,
    LargeJson(request): LargeJson<DemonstrationRequest>,
) -> Result<Json<DemonstrationUpdate>, ApiError> {
    let execution = async move { app.demonstrations().execute(&id, &caller, request).await };
    uninterrupted(execution).await.map(Json)
}

/// Follows a board: a `state` event with all of it, now and whenever something was missed, an
/// `update` event for every change, and an `ended` event at the end. Organizers also get
/// `followers` events.
#[utoipa::path(
    get, path = "/api/demonstrations/{id}/events", params(("id" = String, Path)),
    responses(
        (status = 200, description = "Server-sent events", content_type = "text/event-stream"),
        (status = 401, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody),
        (status = 429, description = "Too many follow", body = wire::ErrorBody)
    )
)]
pub(super) async fn follow(
    State(app): State<App>,
    DemonstrationPath(id): DemonstrationPath,
    caller: Caller,
) -> Result<impl IntoResponse, ApiError> {
    let following = app.demonstrations().follow(&id, &caller).await?;
    let closing = app.closing().clone();
    let events = stream::unfold(Some(following), move |following| {
        let closing = closing.clone();
        async move {
            let mut following = following?;
            tokio::select! {
                next = following.next() => {
                    let next = next?;
                    let event = event(&next)?;
                    let following = following.goes_on_after(&next).then_some(following);
                    Some((Ok::<_, Infallible>(event), following))
                }
                () = closing.begun() => None,
            }
        }
    });
    // A buffering proxy would hold the events back.
    Ok(([(sse::BUFFERING, "no")], Sse::new(events).keep_alive(KeepAlive::default())))
}

fn event(event: &FollowedEvent) -> Option<Event> {
    match event {
        FollowedEvent::State(view) => Some(sse::event(view)?.event("state")),
        FollowedEvent::Update(update) => Some(sse::event(&**update)?.event("update")),
        FollowedEvent::Followers(followers) => Some(sse::event(followers)?.event("followers")),
        FollowedEvent::Ended => Some(Event::default().event("ended").data("{}")),
    }
}
