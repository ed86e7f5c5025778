//! Login, logout and the session.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse};
use game::Name;
use wire::audit::AuditAction;
use wire::roster::CardLogin;
use wire::session::{ChangePassword, Login, Session};

use crate::accounts::{Audited, Caller, Cookie, LoggedIn};
use crate::security::SecretJson;
use crate::{ApiError, App, Password};

/// Logs in. The response sets the cookies of the session and of the device.
#[utoipa::path(
    post, path = "/api/session", request_body = Login,
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 429, body = wire::ErrorBody))
)]
pub(super) async fn log_in(
    State(app): State<App>,
    caller: Caller,
    SecretJson(login): SecretJson<Login>,
) -> Result<impl IntoResponse, ApiError> {
    let name = Name::new(login.name.as_str()).ok();
    app.accounts().check_rate(&caller, login.name.as_str()).await?;
    let now = app.rooms().services().clock.shared_now();
    let password = login.password.as_str();
    let outcome = app.accounts().log_in(name.as_ref(), password, caller.token(), now).await;
    match outcome {
        Ok(found) => {
            Audited::done(AuditAction::LogIn).by(&found.account.name).record(&app, &caller).await;
            logged_in(&app, &caller, &found).await
        }
        Err(error) => {
            if error == ApiError::WrongLogin {
                audit_failure(&app, &caller, name).await?;
            }
            Err(error)
        }
    }
}

/// Signs in with the code of a card. The session is short, and the device is not remembered: many
/// may use it.
#[utoipa::path(
    post, path = "/api/session/card", request_body = CardLogin,
    responses((status = 204), (status = 401, body = wire::ErrorBody),
        (status = 429, body = wire::ErrorBody))
)]
pub(super) async fn log_in_by_card(
    State(app): State<App>,
    caller: Caller,
    SecretJson(login): SecretJson<CardLogin>,
) -> Result<impl IntoResponse, ApiError> {
    app.accounts().check_card_rate(&caller).await?;
    let now = app.rooms().services().clock.shared_now();
    let outcome = app.accounts().log_in_by_card(login.code.as_str(), caller.token(), now).await;
    if outcome.as_ref().is_err_and(|error| *error == ApiError::WrongCard) {
        Audited::refused(AuditAction::LogInByCard).record(&app, &caller).await;
    }
    let found = outcome?;
    Audited::done(AuditAction::LogInByCard).by(&found.account.name).record(&app, &caller).await;
    let cookie = Cookie::Session.set_for(&found.token, found.lifetime(), caller.is_https());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

/// The response that sets the cookies of a new session.
async fn logged_in(
    app: &App,
    caller: &Caller,
    found: &LoggedIn,
) -> Result<impl IntoResponse + use<>, ApiError> {
    let now = app.rooms().services().clock.shared_now();
    let device = app.accounts().remember_device(caller, &found.account, now).await?;
    let session = Cookie::Session.set(&found.token, caller.is_https());
    let device = Cookie::Device.set(&device, caller.is_https());
    let headers = AppendHeaders([(header::SET_COOKIE, session), (header::SET_COOKIE, device)]);
    Ok((StatusCode::NO_CONTENT, headers))
}

/// Changes the caller's password. Wrong guesses of the current one count like failed logins. All
/// other sessions of the account end.
#[utoipa::path(
    put, path = "/api/session/password", request_body = ChangePassword,
    responses((status = 204), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 429, body = wire::ErrorBody))
)]
pub(super) async fn change_password(
    State(app): State<App>,
    caller: Caller,
    SecretJson(change): SecretJson<ChangePassword>,
) -> Result<impl IntoResponse, ApiError> {
    let account = caller.account().ok_or(ApiError::LoginNeeded)?;
    let chosen = Password::new(change.password.as_str())?;
    app.accounts().check_rate(&caller, account.name.as_str()).await?;
    let now = app.rooms().services().clock.shared_now();
    let current = change.current.as_str();
    let outcome = app.accounts().change_own(account, current, &chosen, now).await;
    if outcome.as_ref().is_err_and(|error| *error == ApiError::WrongPassword) {
        Audited::refused(AuditAction::ChangePassword).record(&app, &caller).await;
    }
    let found = outcome?;
    Audited::done(AuditAction::ChangePassword).record(&app, &caller).await;
    logged_in(&app, &caller, &found).await
}

/// Only the name of an account is recorded: anything else may be a password in the wrong field.
async fn audit_failure(app: &App, caller: &Caller, name: Option<Name>) -> Result<(), ApiError> {
    let known = match name {
        Some(name) => app.accounts().find(&name).await?.map(|account| account.name),
        None => None,
    };
    let refused = Audited::refused(AuditAction::LogIn);
    let refused = match known {
        Some(name) => refused.by(&name),
        None => refused,
    };
    refused.record(app, caller).await;
    Ok(())
}

/// The caller's session and permissions.
#[utoipa::path(get, path = "/api/session", responses((status = 200, body = Session)))]
pub(super) async fn who(State(app): State<App>, caller: Caller) -> Json<Session> {
    let locks = app.lessons().locks_of(&caller, app.rooms().services().clock.shared_now());
    Json(caller.session(app.accounts().owner().is_some(), locks))
}

/// Logs out. The response deletes the cookie, even an invalid one.
#[utoipa::path(delete, path = "/api/session", responses((status = 204)))]
pub(super) async fn log_out(
    State(app): State<App>,
    caller: Caller,
) -> Result<impl IntoResponse, ApiError> {
    if let Some(token) = caller.token() {
        app.accounts().log_out(token).await?;
        if let Some(account) = caller.account_id() {
            app.lobby().leave(account).await;
        }
        Audited::done(AuditAction::LogOut).record(&app, &caller).await;
    }
    let cookie = Cookie::Session.clear(caller.is_https());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}
