//! The members, for the keeper.

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use game::Name;
use wire::session::{Member, NewMember, NewPassword, Permission};

use crate::accounts::{Caller, audit};
use crate::security::Confided;
use crate::{App, Password, Problem};

/// The member of the address, for somebody who may manage members.
pub(super) struct Managed {
    caller: Caller,
    name: Name,
}

impl<S: Sync> FromRequestParts<S> for Managed {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Managed, Problem> {
        let Keeper(caller) = Keeper::from_request_parts(parts, state).await?;
        let path: Result<Path<String>, PathRejection> = Path::from_request_parts(parts, &()).await;
        let Path(text) = path.map_err(|_| Problem::NotFound)?;
        let name = Name::new(&text).map_err(|_| Problem::NoMember(text))?;
        Ok(Managed { caller, name })
    }
}

/// Somebody who may manage members. They are looked at before the body is.
pub(super) struct Keeper(Caller);

impl<S: Sync> FromRequestParts<S> for Keeper {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Keeper, Problem> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::ManageMembers)?;
        Ok(Keeper(caller))
    }
}

/// Lists the members by their names.
#[utoipa::path(
    get, path = "/api/members",
    responses((status = 200, body = Vec<Member>), (status = 403, body = wire::Problem))
)]
pub(super) async fn list(
    State(app): State<App>,
    Keeper(_): Keeper,
) -> Result<Json<Vec<Member>>, Problem> {
    let members = app.accounts().members().await?.into_iter();
    let told = members
        .map(|account| Member { name: account.name.to_string(), created_ms: account.created.0 });
    Ok(Json(told.collect()))
}

/// Adds a member.
#[utoipa::path(
    post, path = "/api/members", request_body = NewMember,
    responses((status = 200, body = Member), (status = 400, body = wire::Problem),
        (status = 403, body = wire::Problem), (status = 409, body = wire::Problem))
)]
pub(super) async fn add(
    State(app): State<App>,
    Keeper(caller): Keeper,
    Confided(new): Confided<NewMember>,
) -> Result<Json<Member>, Problem> {
    let name = Name::new(new.name.as_str()).map_err(wire::Fault::Name)?;
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
    responses((status = 204), (status = 400, body = wire::Problem),
        (status = 403, body = wire::Problem), (status = 404, body = wire::Problem))
)]
pub(super) async fn reset(
    State(app): State<App>,
    Managed { caller, name }: Managed,
    Confided(new): Confided<NewPassword>,
) -> Result<StatusCode, Problem> {
    let password = Password::new(new.password.as_str())?;
    app.accounts().reset(&name, &password).await?;
    audit::member(&caller, "gave a member another password", &name);
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a member. Their games stay.
#[utoipa::path(
    delete, path = "/api/members/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 403, body = wire::Problem),
        (status = 404, body = wire::Problem))
)]
pub(super) async fn remove(
    State(app): State<App>,
    Managed { caller, name }: Managed,
) -> Result<StatusCode, Problem> {
    app.accounts().remove(&name).await?;
    audit::member(&caller, "removed a member", &name);
    Ok(StatusCode::NO_CONTENT)
}
