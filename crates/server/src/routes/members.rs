//! The members, for the admin.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use game::Name;
use wire::session::{Member, NewMember, NewPassword, Permission};

use crate::accounts::{Caller, audit};
use crate::security::SecretJson;
use crate::{ApiError, App, Password};

/// The member of the address, for somebody who may manage members.
pub(super) struct Managed {
    caller: Caller,
    name: Name,
}

impl<S: Sync> FromRequestParts<S> for Managed {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Managed, ApiError> {
        let Admin(caller) = Admin::from_request_parts(parts, state).await?;
        let path: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, &()).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        let name = Name::new(&text).map_err(|_| ApiError::NoMember(text))?;
        Ok(Managed { caller, name })
    }
}

/// Somebody who may manage members. They are looked at before the body is.
pub(super) struct Admin(Caller);

impl<S: Sync> FromRequestParts<S> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Admin, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::ManageMembers)?;
        Ok(Admin(caller))
    }
}

/// Lists the members by their names.
#[utoipa::path(
    get, path = "/api/members",
    responses((status = 200, body = Vec<Member>), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    Admin(_): Admin,
) -> Result<Json<Vec<Member>>, ApiError> {
    let members = app.accounts().members().await?.into_iter();
    let told = members
        .map(|account| Member { name: account.name.to_string(), created_ms: account.created.0 });
    Ok(Json(told.collect()))
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
    let now = app.rooms().ground().clock.now();
    app.accounts().add_member(name.clone(), &password, now).await?;
    audit::member(&caller, "added a member", &name);
    Ok(Json(Member { name: name.to_string(), created_ms: now.0 }))
}

/// Gives a member another password. They are logged out everywhere.
#[utoipa::path(
    put, path = "/api/members/{name}", request_body = NewPassword,
    params(("name" = String, Path)),
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn reset(
    State(app): State<App>,
    Managed { caller, name }: Managed,
    SecretJson(new): SecretJson<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let password = Password::new(new.password.as_str())?;
    app.accounts().reset(&name, &password).await?;
    audit::member(&caller, "gave a member another password", &name);
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
    Managed { caller, name }: Managed,
) -> Result<StatusCode, ApiError> {
    app.accounts().remove(&name).await?;
    audit::member(&caller, "removed a member", &name);
    Ok(StatusCode::NO_CONTENT)
}
