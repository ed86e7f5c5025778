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
use crate::security::{ClientAddress, is_https};
use crate::{ApiError, App, Token};

/// What only a proxy adds to a request. Who comes through one does not sit at this computer.
const FORWARDING: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Somebody who asks for something.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    account: Option<Account>,
    /// What their cookie says, as long as it is worth something.
    token: Option<Token>,
    /// Sits at the computer of a server that nobody else can reach.
    is_home: bool,
    is_https: bool,
    address: Option<IpAddr>,
}

impl Caller {
    /// What they are.
    pub(crate) fn role(&self) -> Role {
        match self.account.as_ref().map(|account| account.role) {
            _ if self.is_home => Role::Admin,
            Some(store::Role::Admin) => Role::Admin,
            Some(store::Role::Member) => Role::Member,
            None => Role::Visitor,
        }
    }

    /// Whether they may do something.
    pub(crate) fn may(&self, permission: Permission) -> bool {
        permissions(self.role()).contains(&permission)
    }

    /// Refuses what they may not do.
    ///
    /// # Errors
    /// When they may not.
    pub(crate) fn require(&self, permission: Permission) -> Result<(), ApiError> {
        match self.role() {
            _ if self.may(permission) => Ok(()),
            Role::Visitor => Err(ApiError::LoginNeeded),
            Role::Member | Role::Admin => Err(ApiError::AdminOnly),
        }
    }

    /// Who they are, for themselves.
    pub(crate) fn session(&self) -> Session {
        let name = self.account.as_ref().map(|account| account.name.to_string());
        Session { name, role: self.role(), may: permissions(self.role()).to_vec() }
    }

    /// The account that they are logged in to.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// The number of that account.
    pub(crate) fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|account| account.id)
    }

    /// Whether they sit at the computer of a server that nobody else can reach. Whatever is kept
    /// there is theirs.
    pub(crate) fn is_home(&self) -> bool {
        self.is_home
    }

    /// What they are logged in by.
    pub(crate) fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Whether the browser speaks HTTPS.
    pub(crate) fn is_https(&self) -> bool {
        self.is_https
    }

    /// Where they are.
    pub(crate) fn address(&self) -> Option<IpAddr> {
        self.address
    }

    /// What to call them in the log.
    pub(crate) fn shown(&self) -> &str {
        match &self.account {
            Some(account) => account.name.as_str(),
            None if self.is_home => "(at the computer)",
            None => "(a visitor)",
        }
    }
}

/// What each role may do besides what everybody may. This is the only place that knows.
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

/// Finds out who is behind a request and leaves it with the request. An account that asks too
/// often is refused, from however many addresses it does.
pub(crate) async fn identify(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let address = request.extensions().get().map(|&ClientAddress(address)| address);
    let is_https = is_https(&app, &request);
    let logged_in = match logged_in(&app, request.headers(), is_https).await {
        Ok(logged_in) => logged_in,
        Err(problem) => return problem.into_response(),
    };
    let renewed = logged_in.as_ref().filter(|found| found.is_extended);
    let renewed = renewed.map(|found| cookie::set(&found.token, is_https));
    let (account, token) = logged_in.map(|found| (found.account, found.token)).unzip();
    let is_home = app.accounts().is_home() && is_local(address, request.headers());
    request.extensions_mut().insert(Caller { account, token, is_home, is_https, address });
    let mut response = next.run(request).await;
    if let Some(renewed) = renewed {
        // Somebody who logs in or out right now gets another cookie, and that one counts.
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
    let now = app.rooms().ground().clock.now();
    let found = app.accounts().behind(token, now).await?;
    if let Some(found) = &found {
        app.rates().check_account(found.account.id)?;
    }
    Ok(found)
}

/// True for somebody at this very computer, as far as can be told.
fn is_local(address: Option<IpAddr>, headers: &HeaderMap) -> bool {
    let is_forwarded = FORWARDING.iter().any(|name| headers.contains_key(*name));
    address.is_some_and(|address| address.is_loopback()) && !is_forwarded
}
