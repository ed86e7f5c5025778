//! Management of members by the admin.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use game::Name;
use wire::audit::AuditAction;
use wire::session::{Member, NewMember, NewPassword, Permission};

use crate::accounts::{Audited, Caller};
use crate::security::SecretJson;
use crate::{ApiError, App, Password};

/// The member in the path, for a caller who may manage members.
pub(super) struct MemberPath {
    caller: Caller,
    name: Name,
}

impl<S: Send + Sync> FromRequestParts<S> for MemberPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<MemberPath, ApiError> {
        let Admin(caller) = Admin::from_request_parts(parts, state).await?;
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        let name = Name::new(&text).map_err(|_| ApiError::NoMember(text))?;
        Ok(MemberPath { caller, name })
    }
}

/// A caller who may manage members. They are checked before the body is read.
pub(super) struct Admin(Caller);

impl<S: Sync> FromRequestParts<S> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Admin, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::ManageMembers)?;
        Ok(Admin(caller))
    }
}

/// Lists the members by name.
#[utoipa::path(
    get, path = "/api/members",
    responses((status = 200, body = Vec<Member>), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    Admin(_): Admin,
) -> Result<Json<Vec<Member>>, ApiError> {
    let members = app.accounts().members().await?.into_iter();
    let members = members
        .map(|account| Member { name: account.name.to_string(), created_ms: account.created.0 });
    Ok(Json(members.collect()))
}

/// Adds a member.
#[utoipa::path(
    post, path = "/api/members", request_body = NewMember,
    responses((status = 200, body = Member), (status = 400, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn add(
    State(app): State<App>,
    Admin(caller): Admin,
    SecretJson(new): SecretJson<NewMember>,
) -> Result<Json<Member>, ApiError> {
    let name = Name::new(new.name.as_str()).map_err(wire::RequestError::Name)?;
    let password = Password::new(new.password.as_str())?;
    let now = app.rooms().services().clock.now();
    app.accounts().add_member(name.clone(), &password, now).await?;
    Audited::done(AuditAction::AddMember).to(&name).record(&app, &caller).await;
    Ok(Json(Member { name: name.to_string(), created_ms: now.0 }))
}

/// Resets a member's password and ends all their sessions.
#[utoipa::path(
    put, path = "/api/members/{name}", request_body = NewPassword,
    params(("name" = String, Path)),
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn reset(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
    SecretJson(new): SecretJson<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let password = Password::new(new.password.as_str())?;
    app.accounts().reset(&name, &password).await?;
    Audited::done(AuditAction::ResetPassword).to(&name).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a member. Their games stay.
#[utoipa::path(
    delete, path = "/api/members/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn remove(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
) -> Result<StatusCode, ApiError> {
    app.accounts().remove(&name).await?;
    Audited::done(AuditAction::RemoveMember).to(&name).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}
