//! Who is behind a request, and what they may do.

use std::net::IpAddr;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use store::{Account, AccountId};
use wire::lesson::Locks;
use wire::session::{Permission, Role, Session};

use super::{Cookie, LoggedIn};
use crate::security::{ClientAddress, ClientKey, is_https};
use crate::{ApiError, App, Token};

/// Headers that only proxies add. A forwarded request does not come from this computer.
const FORWARDING: [&str; 4] = ["forwarded", "via", "x-forwarded-for", "x-real-ip"];

/// Who sends a request.
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a request")]
#[derive(Clone, Debug, Default)]
pub(crate) struct Caller {
    account: Option<Account>,
    /// The token of a valid session.
    token: Option<Token>,
    /// The token of a browser from which somebody has logged in, as far as the browser says.
    device: Option<Token>,
    /// The session was begun with a card.
    is_by_card: bool,
    /// The owner of a server that is reachable only from its own computer.
    is_owner: bool,
    /// At the computer of the server, as far as can be told.
    is_local: bool,
    is_https: bool,
    address: Option<IpAddr>,
}

impl Caller {
    /// Their role.
    pub(crate) fn role(&self) -> Role {
        match self.account.as_ref().map(|account| account.role) {
            _ if self.is_owner => Role::Admin,
            Some(store::Role::Admin) => Role::Admin,
            Some(store::Role::Organizer) => Role::Organizer,
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
            Role::Member | Role::Organizer
                if permissions(Role::Organizer).contains(&permission) =>
            {
                Err(ApiError::OrganizerOnly)
            }
            _ => Err(ApiError::AdminOnly),
        }
    }

    /// Their session, as clients see it.
    pub(crate) fn session(&self, has_owner: bool, locks: Option<Locks>) -> Session {
        let role = self.role();
        Session {
            name: self.account.as_ref().map(|account| account.name.to_string()),
            role,
            may: permissions(role).to_vec(),
            by_card: self.is_by_card,
            has_owner,
            locks,
        }
    }

    /// The account that they are logged in to.
    pub(crate) fn account(&self) -> Option<&Account> {
        self.account.as_ref()
    }

    /// The id of that account.
    pub(crate) fn account_id(&self) -> Option<AccountId> {
        self.account.as_ref().map(|account| account.id)
    }

    /// Whether they are the owner of a server that is reachable only from its own computer. They
    /// own everything on it.
    pub(crate) fn is_owner(&self) -> bool {
        self.is_owner
    }

    /// Whether they are at the computer of the server, as far as can be told.
    pub(crate) fn is_local(&self) -> bool {
        self.is_local
    }

    /// The token of their browser.
    pub(crate) fn device(&self) -> Option<&Token> {
        self.device.as_ref()
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

    /// Their name in the audit log. The owner of the server needs no account; nobody else without
    /// one does anything that is audited.
    pub(crate) fn audit_name(&self) -> &str {
        self.account.as_ref().map_or("", |account| account.name.as_str())
    }
}

/// The permissions of each role. They are defined only here.
fn permissions(role: Role) -> &'static [Permission] {
    match role {
        Role::Visitor => &[],
        Role::Member => &[Permission::TakeOwnSeats, Permission::UseLobby],
        Role::Organizer => &[
            Permission::TakeOwnSeats,
            Permission::UseLobby,
            Permission::ManageRoster,
            Permission::OrganizeCompetitions,
            Permission::SeatPlayers,
            Permission::LeadLessons,
        ],
        Role::Admin => &[
            Permission::TakeOwnSeats,
            Permission::UseLobby,
            Permission::ManageRoster,
            Permission::OrganizeCompetitions,
            Permission::SeatPlayers,
            Permission::LeadLessons,
            Permission::TakeAnySeat,
            Permission::AbortGames,
            Permission::RemoveGames,
            Permission::ManageStudies,
            Permission::ManageMembers,
            Permission::ReadAudit,
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
    let renewed = renewed.map(|found| Cookie::Session.set(&found.token, is_https));
    let is_by_card = logged_in.as_ref().is_some_and(|found| found.is_by_card);
    let (account, token) = logged_in.map(|found| (found.account, found.token)).unzip();
    let device = Cookie::Device.read(request.headers(), is_https);
    let is_local = is_local(address, request.headers());
    let is_owner = is_local && is_owner(&app, request.headers(), is_https);
    let caller =
        Caller { account, token, device, is_by_card, is_owner, is_local, is_https, address };
    request.extensions_mut().insert(caller);
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
    let Some(token) = Cookie::Session.read(headers, is_https) else { return Ok(None) };
    let now = app.rooms().services().clock.shared_now();
    let found = app.accounts().session(token, now).await?;
    if let Some(found) = &found {
        app.rates().check_account(found.account.id)?;
    }
    Ok(found)
}

/// True for requests with the cookie of the owner.
fn is_owner(app: &App, headers: &HeaderMap, is_https: bool) -> bool {
    let Some(owner) = app.accounts().owner() else { return false };
    let secret = Cookie::Owner(app.origins().port()).read(headers, is_https);
    secret.is_some_and(|secret| owner.is_cookie(&secret))
}

/// True for requests that come from this computer, as far as can be told.
fn is_local(address: Option<IpAddr>, headers: &HeaderMap) -> bool {
    let is_forwarded = FORWARDING.iter().any(|name| headers.contains_key(*name));
    address.is_some_and(|address| address.is_loopback()) && !is_forwarded
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANUAL: &str = include_str!("../../../../docs/roles.md");
    const ROLES: [Role; 4] = [Role::Visitor, Role::Member, Role::Organizer, Role::Admin];

    /// A permission in the words of the manual.
    fn words(permission: Permission) -> &'static str {
        match permission {
            Permission::TakeOwnSeats => "continue one's own games on any device",
            Permission::UseLobby => "see who is here, challenge members, offer games",
            Permission::SeatPlayers => "pair members in the lobby",
            Permission::ManageRoster => {
                "add, change and remove members, import lists, issue cards, set passwords"
            }
            Permission::OrganizeCompetitions => {
                "run competitions, simuls and demonstration boards, enter and correct results"
            }
            Permission::LeadLessons => {
                "adjourn and continue games, lock what a group or visitors may use"
            }
            Permission::TakeAnySeat => "take the seats of any game in progress",
            Permission::AbortGames => "abort any game, stop any review",
            Permission::RemoveGames => "delete and restore games, list deleted ones",
            Permission::ManageStudies => "view, unshare, delete and restore any study",
            Permission::ManageMembers => {
                "manage organizers, give roles, view the state of the server"
            }
            Permission::ReadAudit => "read the audit log",
        }
    }

    /// The table of the manual, from the table above.
    fn table() -> String {
        let row = |&permission: &Permission| {
            let may = |role| permissions(role).contains(&permission);
            let cells = ROLES.map(|role| if may(role) { " yes |" } else { " |" });
            format!("| {} |{}\n", words(permission), cells.concat())
        };
        let head = "| | visitor | member | organizer | admin |\n|---|---|---|---|---|\n";
        let rows: String = permissions(Role::Admin).iter().map(row).collect();
        format!("{head}{rows}")
    }

    #[test]
    fn the_manual_has_the_table_of_permissions() {
        assert!(MANUAL.contains(&table()), "docs/roles.md needs this table:\n{}", table());
    }

    #[test]
    fn a_role_may_what_the_roles_below_it_may() {
        for pair in ROLES.windows(2) {
            let [lower, higher] = pair.try_into().expect("two");
            assert!(permissions(lower).iter().all(|may| permissions(higher).contains(may)));
        }
    }
}
