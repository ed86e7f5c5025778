//! Which game a request is about, and the seat of the one who asks.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use game::GameId;

use crate::{ApiError, RoomError, Secret};

/// The header that carries the secret of a seat. Addresses are written down in many places, so no
/// secret stands in one.
const SEAT: HeaderName = HeaderName::from_static("x-seat-secret");

/// The game of the address.
pub(super) struct GamePath(pub(super) GameId);

impl<S: Sync> FromRequestParts<S> for GamePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<GamePath, ApiError> {
        const PREFIX: &str = "/api/games/";
        let rest = parts.uri.path().strip_prefix(PREFIX).unwrap_or_default();
        let text = rest.split('/').next().unwrap_or_default();
        let id = GameId::new(text).ok_or_else(|| RoomError::NoGame(text.to_owned()))?;
        Ok(GamePath(id))
    }
}

/// The secret that a request shows; none when it shows none.
pub(super) struct SeatSecret(pub(super) Option<Secret>);

impl<S: Sync> FromRequestParts<S> for SeatSecret {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<SeatSecret, ApiError> {
        Ok(SeatSecret(secret(&parts.headers)?))
    }
}

fn secret(headers: &HeaderMap) -> Result<Option<Secret>, RoomError> {
    let Some(value) = headers.get(SEAT) else { return Ok(None) };
    let secret = value.to_str().ok().and_then(Secret::parse);
    secret.map(Some).ok_or(RoomError::WrongSecret)
}
