//! Which game a request is about, and the seat of the one who asks.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use game::GameId;

use crate::{Denial, Problem, Secret};

/// The header that carries the secret of a seat. Addresses are written down in many places, so no
/// secret stands in one.
const SEAT: HeaderName = HeaderName::from_static("x-seat-secret");

/// The game of the address.
pub(super) struct About(pub(super) GameId);

impl<S: Sync> FromRequestParts<S> for About {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<About, Problem> {
        const PREFIX: &str = "/api/games/";
        let rest = parts.uri.path().strip_prefix(PREFIX).unwrap_or_default();
        let text = rest.split('/').next().unwrap_or_default();
        let id = GameId::new(text).ok_or_else(|| Denial::NoGame(text.to_owned()))?;
        Ok(About(id))
    }
}

/// The secret that a request shows; none when it shows none.
pub(super) struct Shown(pub(super) Option<Secret>);

impl<S: Sync> FromRequestParts<S> for Shown {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Shown, Problem> {
        Ok(Shown(secret(&parts.headers)?))
    }
}

fn secret(headers: &HeaderMap) -> Result<Option<Secret>, Denial> {
    let Some(value) = headers.get(SEAT) else { return Ok(None) };
    let secret = value.to_str().ok().and_then(Secret::parse);
    secret.map(Some).ok_or(Denial::WrongSecret)
}
