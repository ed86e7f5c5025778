//! Login, logout and the session.

use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use game::Name;
use wire::session::{ChangePassword, Login, Session};

use crate::accounts::{Caller, audit, cookie};
use crate::security::SecretJson;
use crate::{ApiError, App, Password};

/// Logs in. The response sets the cookie.
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
    app.rates().check_login(caller.address(), login.name.as_str())?;
    let name = Name::new(login.name.as_str()).ok();
    let now = app.rooms().services().clock.now();
    let password = login.password.as_str();
    let outcome = app.accounts().log_in(name.as_ref(), password, caller.token(), now).await;
    match outcome {
        Ok(found) => {
            audit::logged_in(&caller, &found.account.name);
            let cookie = cookie::set(&found.token, caller.is_https());
            Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
        }
        Err(error) => {
            if error == ApiError::WrongLogin {
                audit_failure(&app, &caller, name).await?;
            }
            Err(error)
        }
    }
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
    app.rates().check_login(caller.address(), account.name.as_str())?;
    let now = app.rooms().services().clock.now();
    let current = change.current.as_str();
    let outcome = app.accounts().change_own(account, current, &chosen, now).await;
    if outcome.as_ref().is_err_and(|error| *error == ApiError::WrongPassword) {
        audit::login_failed(&caller, Some(&account.name));
    }
    let found = outcome?;
    audit::member(&caller, "changed their password", &account.name);
    let cookie = cookie::set(&found.token, caller.is_https());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}

/// Only the name of an account is logged: anything else may be a password in the wrong field.
async fn audit_failure(app: &App, caller: &Caller, name: Option<Name>) -> Result<(), ApiError> {
    let known = match name {
        Some(name) => app.accounts().find(&name).await?.map(|account| account.name),
        None => None,
    };
    audit::login_failed(caller, known.as_ref());
    Ok(())
}

/// The caller's session and permissions.
#[utoipa::path(get, path = "/api/session", responses((status = 200, body = Session)))]
pub(super) async fn who(caller: Caller) -> Json<Session> {
    Json(caller.session())
}

/// Logs out. The response deletes the cookie, even an invalid one.
#[utoipa::path(delete, path = "/api/session", responses((status = 204)))]
pub(super) async fn log_out(
    State(app): State<App>,
    caller: Caller,
) -> Result<impl IntoResponse, ApiError> {
    if let Some(token) = caller.token() {
        app.accounts().log_out(token).await?;
        audit::logged_out(&caller);
    }
    let cookie = cookie::clear(caller.is_https());
    Ok((StatusCode::NO_CONTENT, [(header::SET_COOKIE, cookie)]))
}
