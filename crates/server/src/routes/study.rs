//! Studies: saving, viewing, sharing and removing.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::IntoResponse;
use game::GameId;
use store::{RequestId, StudyChange, StudyId, StudyOwner, StudySave};
use wire::audit::AuditAction;
use wire::studies::{ChangeStudy, SaveStudy, StudySaved, StudyView};

use crate::accounts::{Audited, Caller};
use crate::security::{LargeJson, Payload};
use crate::studies::{self, Access, find, title, to_pgn};
use crate::{ApiError, App, RoomError, Secret};

/// The header with the secret of a browser's studies.
const SECRET: HeaderName = HeaderName::from_static("x-study-secret");

/// The study in the path, `{id}`.
pub(super) struct StudyPath(StudyId);

impl FromRequestParts<App> for StudyPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<StudyPath, ApiError> {
        let path = Path::<String>::from_request_parts(parts, app).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        StudyId::new(&text).map(StudyPath).ok_or(ApiError::NoStudy(text))
    }
}

/// The secret in the header, if there is one.
pub(super) struct StudySecret(pub(super) Option<Secret>);

impl<S: Sync> FromRequestParts<S> for StudySecret {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<StudySecret, ApiError> {
        let Some(value) = parts.headers.get(SECRET) else { return Ok(StudySecret(None)) };
        let secret = value.to_str().ok().and_then(Secret::parse);
        secret.map(|secret| StudySecret(Some(secret))).ok_or(RoomError::WrongSecret.into())
    }
}

/// A study, for its owner and, if it is shared, for everybody.
#[utoipa::path(
    get, path = "/api/studies/{id}",
    params(("id" = String, Path), ("x-study-secret" = Option<String>, Header)),
    responses((status = 200, body = StudyView), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn read(
    State(app): State<App>,
    StudyPath(id): StudyPath,
    caller: Caller,
    StudySecret(secret): StudySecret,
) -> Result<Json<StudyView>, ApiError> {
    let (study, access) = find(&app, &id, (&caller, secret.as_ref()), Access::Read).await?;
    studies::view(&app, study, access).await.map(Json)
}

/// Saves a study, unless it has changed since its base version. The client chooses the id of a new
/// study, so that the request can be repeated safely.
#[utoipa::path(
    put, path = "/api/studies/{id}", request_body = SaveStudy,
    params(("id" = String, Path), ("x-study-secret" = Option<String>, Header)),
    responses((status = 200, body = StudySaved), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn save(
    State(app): State<App>,
    StudyPath(id): StudyPath,
    caller: Caller,
    StudySecret(secret): StudySecret,
    LargeJson(save): LargeJson<SaveStudy>,
) -> Result<Json<StudySaved>, ApiError> {
    let owner = owner(&app, &id, (&caller, secret.as_ref()), &save).await?;
    let name = save.name.as_ref().map(title).transpose()?;
    let source = save.source.as_ref().map(|text| game_id(text.as_str())).transpose()?;
    let request = RequestId::new(save.request.as_str())
        .ok_or_else(|| RoomError::RequestId(save.request.to_string()))?;
    let (pgn, summary) = to_pgn(save.tree).await?;
    app.storage().charge(caller.payer(), pgn.len() as u64)?;
    let services = app.rooms().services();
    let at = services.clock.shared_now();
    let base = save.base;
    let save = StudySave { id: id.clone(), base, request, at, name, summary, pgn, owner, source };
    match services.store.save_study(save).await? {
        store::StudySaveOutcome::Written(version) | store::StudySaveOutcome::Repeated(version) => {
            Ok(Json(StudySaved { version, link: studies::link(&app, &id) }))
        }
        store::StudySaveOutcome::Stale { request: None, .. } => {
            Err(ApiError::NoStudy(id.to_string()))
        }
        store::StudySaveOutcome::Stale { version, request: Some(request) } => {
            Err(ApiError::StudyChanged { version, request: request.to_string() })
        }
    }
}

/// The owner of a study, or of a new one. A removed study cannot be saved.
async fn owner(
    app: &App,
    id: &StudyId,
    (caller, secret): (&Caller, Option<&Secret>),
    save: &SaveStudy,
) -> Result<StudyOwner, ApiError> {
    let gone = || ApiError::NoStudy(id.to_string());
    match app.rooms().services().store.study(id).await? {
        Some(study) => {
            Access::of(caller, secret, &study.metadata).require(Access::Own, id)?;
            study.metadata.removed.is_none().then_some(study.metadata.owner).ok_or_else(gone)
        }
        None if save.base > 0 => Err(gone()),
        None if save.name.is_none() => Err(ApiError::BadTitle),
        None => studies::owners(caller, secret).first().copied().ok_or(ApiError::LoginNeeded),
    }
}

fn game_id(text: &str) -> Result<GameId, RoomError> {
    GameId::new(text).ok_or_else(|| RoomError::NoGame(text.to_owned()))
}

/// Renames a study, or changes whether it is shared.
#[utoipa::path(
    patch, path = "/api/studies/{id}", request_body = ChangeStudy,
    params(("id" = String, Path), ("x-study-secret" = Option<String>, Header)),
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn change(
    State(app): State<App>,
    StudyPath(id): StudyPath,
    caller: Caller,
    StudySecret(secret): StudySecret,
    Payload(change): Payload<ChangeStudy>,
) -> Result<StatusCode, ApiError> {
    let only_unshares = change.name.is_none() && change.shared == Some(false);
    let needed = if only_unshares { Access::Manage } else { Access::Own };
    let (_, access) = find(&app, &id, (&caller, secret.as_ref()), needed).await?;
    let name = change.name.as_ref().map(title).transpose()?;
    let store = &app.rooms().services().store;
    if let Some(name) = name {
        store.change_study(&id, StudyChange::Rename(name)).await?;
    }
    if let Some(shared) = change.shared {
        store.change_study(&id, StudyChange::Share(shared)).await?;
    }
    if access == Access::Manage {
        Audited::done(AuditAction::UnshareStudy).to(&id).record(&app, &caller).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a study. It can be restored.
#[utoipa::path(
    delete, path = "/api/studies/{id}",
    params(("id" = String, Path), ("x-study-secret" = Option<String>, Header)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn remove(
    State(app): State<App>,
    StudyPath(id): StudyPath,
    caller: Caller,
    StudySecret(secret): StudySecret,
) -> Result<StatusCode, ApiError> {
    let (_, access) = find(&app, &id, (&caller, secret.as_ref()), Access::Manage).await?;
    let services = app.rooms().services();
    let removal = StudyChange::Remove(Some(services.clock.shared_now()));
    services.store.change_study(&id, removal).await?;
    if access == Access::Manage {
        Audited::done(AuditAction::RemoveStudy).to(&id).record(&app, &caller).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Restores a removed study.
#[utoipa::path(
    post, path = "/api/studies/{id}/restore",
    params(("id" = String, Path), ("x-study-secret" = Option<String>, Header)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn restore(
    State(app): State<App>,
    StudyPath(id): StudyPath,
    caller: Caller,
    StudySecret(secret): StudySecret,
) -> Result<StatusCode, ApiError> {
    let (_, access) = find(&app, &id, (&caller, secret.as_ref()), Access::Manage).await?;
    app.rooms().services().store.change_study(&id, StudyChange::Remove(None)).await?;
    if access == Access::Manage {
        Audited::done(AuditAction::RestoreStudy).to(&id).record(&app, &caller).await;
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A study as PGN, with its name in the tag `StudyName`.
#[utoipa::path(
    get, path = "/api/studies/{id}/pgn",
    params(("id" = String, Path), ("x-study-secret" = Option<String>, Header)),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn pgn(
    State(app): State<App>,
    StudyPath(id): StudyPath,
    caller: Caller,
    StudySecret(secret): StudySecret,
) -> Result<impl IntoResponse, ApiError> {
    let (study, _) = find(&app, &id, (&caller, secret.as_ref()), Access::Read).await?;
    let text = studies::file(study).await?;
    let name = format!("attachment; filename=\"{id}.pgn\"");
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn".to_owned()),
        (header::CONTENT_DISPOSITION, name),
    ];
    Ok((headers, text))
}
