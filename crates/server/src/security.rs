//! Middleware that limits who may use the server, how much and how often. Each rule has its own
//! file.

mod body;
mod client;
mod client_key;
mod foreign_host;
mod headers;
mod https;
mod logins;
mod network;
mod origin;
mod permits;
mod rates;

use axum::Router;
use axum::middleware;

pub(crate) use body::read;
pub use body::{BODY_LIMIT, IMPORT_LIMIT, LargeJson, Payload, SecretJson};
pub use client::ClientAddress;
pub(crate) use client::Peer;
pub use client_key::ClientKey;
#[cfg(feature = "web")]
pub(crate) use foreign_host::wants_page;
pub(crate) use https::is_https;
pub(crate) use logins::{LoginRates, LoginSource};
pub use network::{Network, NetworkError};
pub use origin::Origins;
pub(crate) use permits::{Permit, PermitError, Permits};
#[cfg(test)]
pub(crate) use rates::REJECTION_DELAY;
pub(crate) use rates::Rates;

use crate::{App, accounts, error};

/// Adds the middleware to routes. The outermost layer comes last: headers go on every response,
/// also on those of the other layers. The rate limit comes before everything that rejects and logs.
pub(crate) fn guard(routes: Router, app: &App) -> Router {
    routes
        .layer(middleware::from_fn_with_state(app.clone(), accounts::identify))
        .layer(middleware::from_fn(error::name_store_failures))
        .layer(middleware::from_fn_with_state(app.clone(), origin::check))
        .layer(middleware::from_fn_with_state(app.clone(), rates::limit))
        .layer(middleware::from_fn_with_state(app.clone(), client::find_address))
        .layer(middleware::from_fn_with_state(app.clone(), headers::add))
}
