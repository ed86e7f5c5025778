//! Management of members, by organizers and the admin.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use game::Name;
use store::{Account, Role};
use wire::audit::AuditAction;
use wire::roster::{Card, Member, MemberDetails, MemberRole, NewMember};
use wire::session::{NewPassword, Permission};

use super::roster::wire_card;
use crate::accounts::{self, Audited, Caller, parse_details};
use crate::security::{Payload, SecretJson};
use crate::{ApiError, App, Password};

/// The member in the path, for a caller who may manage members.
pub(super) struct MemberPath {
    caller: Caller,
    name: Name,
}

impl<S: Send + Sync> FromRequestParts<S> for MemberPath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<MemberPath, ApiError> {
        let Organizer(caller) = Organizer::from_request_parts(parts, state).await?;
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        let name = Name::new(&text).map_err(|_| ApiError::NoMember(text))?;
        Ok(MemberPath { caller, name })
    }
}

/// A caller who may manage members. They are checked before the body is read.
pub(super) struct Organizer(pub(super) Caller);

impl<S: Sync> FromRequestParts<S> for Organizer {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Organizer, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::ManageRoster)?;
        Ok(Organizer(caller))
    }
}

/// A caller who may manage everybody: the admin.
pub(super) struct Admin;

impl<S: Sync> FromRequestParts<S> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Admin, ApiError> {
        let Ok(caller) = Caller::from_request_parts(parts, state).await;
        caller.require(Permission::ManageMembers)?;
        Ok(Admin)
    }
}

fn store_role(role: MemberRole) -> Role {
    match role {
        MemberRole::Member => Role::Member,
        MemberRole::Organizer => Role::Organizer,
    }
}

fn wire_member(account: Account, has_card: bool) -> Member {
    let role = match account.role {
        Role::Member => MemberRole::Member,
        Role::Organizer | Role::Admin => MemberRole::Organizer,
    };
    Member {
        name: account.name.to_string(),
        role,
        group: account.group.map(|group| group.to_string()),
        rating: account.rating,
        has_card,
        has_password: account.password.is_some(),
        created_ms: account.created.0,
    }
}

/// Lists members and organizers by name.
#[utoipa::path(
    get, path = "/api/members",
    responses((status = 200, body = Vec<Member>), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    Organizer(_): Organizer,
) -> Result<Json<Vec<Member>>, ApiError> {
    let with_card = app.accounts().with_card().await?;
    let members = app.accounts().roster().await?.into_iter().map(|account| {
        let has_card = with_card.contains(&account.id);
        wire_member(account, has_card)
    });
    Ok(Json(members.collect()))
}

/// Adds a member. Only the admin adds organizers.
#[utoipa::path(
    post, path = "/api/members", request_body = NewMember,
    responses((status = 200, body = Member), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn add(
    State(app): State<App>,
    Organizer(caller): Organizer,
    SecretJson(new): SecretJson<NewMember>,
) -> Result<Json<Member>, ApiError> {
    let group = new.group.as_ref().map(wire::BoundedString::as_str);
    let details = parse_details(new.name.as_str(), store_role(new.role), group, new.rating)?;
    let password = new.password.map(|text| Password::new(text.as_str())).transpose()?;
    let now = app.rooms().services().clock.shared_now();
    let member = Member {
        name: details.name.to_string(),
        role: new.role,
        group: details.group.as_ref().map(ToString::to_string),
        rating: details.rating,
        has_card: false,
        has_password: password.is_some(),
        created_ms: now.0,
    };
    app.accounts().add_member(&caller, accounts::NewMember { details, password }, now).await?;
    Audited::done(AuditAction::AddMember).to(&member.name).record(&app, &caller).await;
    Ok(Json(member))
}

/// Changes the name, group, rating and role of a member. Only the admin changes organizers and
/// roles. Whoever becomes an organizer loses their card.
#[utoipa::path(
    patch, path = "/api/members/{name}", request_body = MemberDetails,
    params(("name" = String, Path)),
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody), (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn change(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
    Payload(new): Payload<MemberDetails>,
) -> Result<StatusCode, ApiError> {
    let group = new.group.as_ref().map(wire::BoundedString::as_str);
    let details = parse_details(new.name.as_str(), store_role(new.role), group, new.rating)?;
    let (new_name, role) = (details.name.clone(), details.role);
    let before = app.accounts().change_member(&caller, &name, details).await?;
    let action =
        if before.role == role { AuditAction::ChangeMember } else { AuditAction::ChangeRole };
    let target = if before.name == new_name {
        new_name.to_string()
    } else {
        format!("{} → {new_name}", before.name)
    };
    Audited::done(action).to(&target).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Resets a member's password and ends all their sessions.
#[utoipa::path(
    put, path = "/api/members/{name}", request_body = NewPassword,
    params(("name" = String, Path)),
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn reset(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
    SecretJson(new): SecretJson<NewPassword>,
) -> Result<StatusCode, ApiError> {
    let password = Password::new(new.password.as_str())?;
    app.accounts().reset(&caller, &name, &password).await?;
    Audited::done(AuditAction::ResetPassword).to(&name).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a member. Their games stay.
#[utoipa::path(
    delete, path = "/api/members/{name}", params(("name" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn remove(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
) -> Result<StatusCode, ApiError> {
    app.accounts().remove(&caller, &name).await?;
    Audited::done(AuditAction::RemoveMember).to(&name).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}

/// Issues a new card to a member. The old one is revoked, and sessions begun with it end.
#[utoipa::path(
    post, path = "/api/members/{name}/card", params(("name" = String, Path)),
    responses((status = 200, body = Card), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody))
)]
pub(super) async fn replace_card(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
) -> Result<Json<Card>, ApiError> {
    let now = app.rooms().services().clock.shared_now();
    let (account, code) = app.accounts().replace_card(&caller, &name, now).await?;
    Audited::done(AuditAction::IssueCards).to(&account.name).record(&app, &caller).await;
    Ok(Json(wire_card(&app, &account, &code)))
}

/// Revokes the card of a member. Sessions begun with it end.
#[utoipa::path(
    delete, path = "/api/members/{name}/card", params(("name" = String, Path)),
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody), (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn revoke_card(
    State(app): State<App>,
    MemberPath { caller, name }: MemberPath,
) -> Result<StatusCode, ApiError> {
    app.accounts().revoke_card(&caller, &name).await?;
    Audited::done(AuditAction::RevokeCard).to(&name).record(&app, &caller).await;
    Ok(StatusCode::NO_CONTENT)
}
