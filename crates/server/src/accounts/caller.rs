//! Who is behind a request, and what they may do.

use std::net::IpAddr;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use store::{Account, AccountId};
use wire::session::{Permission, Role, Session};

use super::{LoggedIn, cookie};
use crate::security::{ClientAddress, ClientKey, is_https};
use crate::{ApiError, App, Token};

/// Headers that only proxies add. A forwarded request does not come from this computer.
const FORWARDING: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Who sends a request.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    account: Option<Account>,
    /// The token of a valid session.
    token: Option<Token>,
    /// At the computer of a server that is reachable only from there.
    is_home: bool,
    is_https: bool,
    address: Option<IpAddr>,
}

impl Caller {
    /// Their role.
    pub(crate) fn role(&self) -> Role {
        match self.account.as_ref().map(|account| account.role) {
            _ if self.is_home => Role::Admin,
            Some(store::Role::Admin) => Role::Admin,
            Some(store::Role::Member) => Role::Member,
            None => Role::Visitor,
        }
    }

    /// Whether they have a permission.
    pub(crate) fn may(&self, permission: Permission) -> bool {
        permissions(self.role()).contains(&permission)
    }

    /// Requires a permission.
    ///
    /// # Errors
    /// When they do not have it.
    pub(crate) fn require(&self, permission: Permission) -> Result<(), ApiError> {
        match self.role() {
            _ if self.may(permission) => Ok(()),
            Role::Visitor => Err(ApiError::LoginNeeded),
            Role::Member | Role::Admin => Err(ApiError::AdminOnly),
        }
    }

    /// Their session, as clients see it.
    pub(crate) fn session(&self) -> Session {
        let name = self.account.as_ref().map(|account| account.name.to_string());
        Session { name, role: self.role(), may: permissions(self.role()).to_vec() }
    }

    /// The account that they are logged in to.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// The id of that account.
    pub(crate) fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|account| account.id)
    }

    /// Whether they are at the computer of a server that is reachable only from there. They own
    /// everything on it.
    pub(crate) fn is_home(&self) -> bool {
        self.is_home
    }

    /// The token of their session.
    pub(crate) fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Whether the browser uses HTTPS.
    pub(crate) fn is_https(&self) -> bool {
        self.is_https
    }

    /// Their address.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// Whose share of the server they use.
    pub(crate) fn client(&self) -> ClientKey {
        match (self.account_id(), self.address) {
            (Some(account), _) => ClientKey::Account(account),
            (None, Some(address)) => address.into(),
            (None, None) => ClientKey::Nobody,
        }
    }

    /// Who pays for what they store; nobody pays for the admin.
    pub(crate) fn payer(&self) -> Option<ClientKey> {
        (self.role() != Role::Admin).then(|| self.client())
    }

    /// Their name in the log.
    pub(crate) fn log_name(&self) -> &str {
        match &self.account {
            Some(account) => account.name.as_str(),
            None if self.is_home => "(local)",
            None => "(visitor)",
        }
    }
}

/// The permissions of each role. They are defined only here.
fn permissions(role: Role) -> &'static [Permission] {
    match role {
        Role::Visitor => &[],
        Role::Member => &[Permission::TakeOwnSeats],
        Role::Admin => &[
            Permission::TakeOwnSeats,
            Permission::TakeAnySeat,
            Permission::AbortGames,
            Permission::RemoveGames,
            Permission::ManageStudies,
            Permission::ManageMembers,
        ],
    }
}

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Self::Rejection> {
        Ok(parts.extensions.get().cloned().unwrap_or_default())
    }
}

/// Adds the caller to a request. An account over its rate limit is rejected, from any address.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = request.extensions().get().map(|&ClientAddress(address)| address);
    let is_https = is_https(&app, &request);
    let logged_in = match logged_in(&app, request.headers(), is_https).await {
        Ok(logged_in) => logged_in,
        Err(error) => return error.into_response(),
    };
    let renewed = logged_in.as_ref().filter(|found| found.is_extended);
    let renewed = renewed.map(|found| cookie::set(&found.token, is_https));
    let (account, token) = logged_in.map(|found| (found.account, found.token)).unzip();
    let is_home = app.accounts().is_home() && is_local(address, request.headers());
    request.extensions_mut().insert(Caller { account, token, is_home, is_https, address });
    let mut response = next.run(request).await;
    if let Some(renewed) = renewed {
        // A response of a login or logout has its own cookie already.
        response.headers_mut().entry(header::SET_COOKIE).or_insert(renewed);
    }
    response
}

async fn logged_in(
    app: &App,
    headers: &HeaderMap,
    is_https: bool,
) -> Result<Option<LoggedIn>, ApiError> {
    let Some(token) = cookie::read(headers, is_https) else { return Ok(None) };
    let now = app.rooms().services().clock.now();
    let found = app.accounts().session(token, now).await?;
    if let Some(found) = &found {
        app.rates().check_account(found.account.id)?;
    }
    Ok(found)
}

/// True for requests that come from this computer, as far as can be told.
fn is_local(address: Option<IpAddr>, headers: &HeaderMap) -> bool {
    let is_forwarded = FORWARDING.iter().any(|name| headers.contains_key(*name));
    address.is_some_and(|address| address.is_loopback()) && !is_forwarded
}
