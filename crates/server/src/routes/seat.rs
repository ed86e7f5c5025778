//! Extractors: the game of a request, and the secret of the caller's seat.

use axum::extract::{FromRequestParts, Path};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName};
use game::GameId;

use crate::{ApiError, RoomError, Secret};

/// The header with the secret of a seat. Addresses end up in many logs, so they contain no secret.
const SEAT: HeaderName = HeaderName::from_static("x-seat-secret");

/// The game in the path, `{id}`.
pub(super) struct GamePath(pub(super) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GamePath {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<GamePath, ApiError> {
        let path = Path::<String>::from_request_parts(parts, state).await;
        let Path(text) = path.map_err(|_| ApiError::NotFound)?;
        let id = GameId::new(&text).ok_or(RoomError::NoGame(text))?;
        Ok(GamePath(id))
    }
}

/// The secret in the header, if there is one.
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
