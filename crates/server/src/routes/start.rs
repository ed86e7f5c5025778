//! The link of the owner.

use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use wire::audit::AuditAction;

use super::web;
use crate::accounts::{Audited, Caller, Cookie};
use crate::{App, Token};

/// Makes the browser that of the owner, and goes on to the app. A link that is not valid any more
/// leads there, too, if the browser is known already; to others the app explains where to get one.
pub(super) async fn start(
    State(app): State<App>,
    caller: Caller,
    Path(secret): Path<String>,
) -> Response {
    let to_app = (StatusCode::SEE_OTHER, [(header::LOCATION, HeaderValue::from_static("/"))]);
    let secret = Token::parse(&secret);
    let owner = app.accounts().owner().filter(|_| caller.is_local());
    let owner = owner.filter(|owner| secret.is_some_and(|secret| owner.is_link(&secret)));
    let no_store = HeaderValue::from_static("no-store");
    let Some(owner) = owner else {
        if caller.is_owner() {
            return to_app.into_response();
        }
        let page = web::page(StatusCode::FORBIDDEN);
        return ([(header::CACHE_CONTROL, no_store)], page).into_response();
    };
    Audited::done(AuditAction::OpenOwnerLink).record(&app, &caller).await;
    let cookie = Cookie::Owner(app.origins().port()).set(&owner.cookie, caller.is_https());
    let headers = AppendHeaders([(header::SET_COOKIE, cookie), (header::CACHE_CONTROL, no_store)]);
    (headers, to_app).into_response()
}
