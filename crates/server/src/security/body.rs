//! Request bodies: JSON with limits on size and time.

use std::time::Duration;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;

use crate::{ApiError, App};

/// The maximum size of an ordinary body, in bytes.
pub const BODY_LIMIT: usize = 64 << 10;
/// The maximum size of a body with a study, in bytes.
pub const IMPORT_LIMIT: usize = 1 << 20;

/// A JSON body. Anything else is rejected with an [`ApiError`].
#[derive(Clone, Copy, Debug)]
pub struct Payload<T>(pub T);

/// A JSON body that may be as large as a study.
#[derive(Clone, Copy, Debug)]
pub struct LargeJson<T>(pub T);

/// A JSON body with a secret. If it is malformed, the error says only where: the text may be the
/// secret.
#[derive(Clone, Copy)]
pub struct SecretJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Payload<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Payload<T>, ApiError> {
        let value = serde_json::from_slice(&json(request, BODY_LIMIT, app).await?);
        value.map(Payload).map_err(|error| ApiError::BadBody(error.to_string()))
    }
}

impl<T: DeserializeOwned> FromRequest<App> for LargeJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<LargeJson<T>, ApiError> {
        let value = serde_json::from_slice(&json(request, IMPORT_LIMIT, app).await?);
        value.map(LargeJson).map_err(|error| ApiError::BadBody(error.to_string()))
    }
}

impl<T: DeserializeOwned> FromRequest<App> for SecretJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<SecretJson<T>, ApiError> {
        let value = serde_json::from_slice(&json(request, BODY_LIMIT, app).await?);
        value.map(SecretJson).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            ApiError::BadBody(format!("error at line {line} column {column}"))
        })
    }
}

/// The bytes of a body whose content type is JSON.
async fn json(request: Request, most: usize, app: &App) -> Result<Bytes, ApiError> {
    if !is_json(request.headers()) {
        return Err(ApiError::NotJson);
    }
    read(request.into_body(), most, app.config().limits.body_time).await
}

/// True when the content type is JSON. Forms on foreign pages cannot set it.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = kind.and_then(|kind| kind.split(';').next());
    essence.is_some_and(|essence| essence.trim().eq_ignore_ascii_case("application/json"))
}

/// Reads a body with limits on size and time.
pub(crate) async fn read(body: Body, most: usize, time: Duration) -> Result<Bytes, ApiError> {
    match tokio::time::timeout(time, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_large(&error) => Err(ApiError::TooLarge { most }),
        Ok(Err(error)) => Err(ApiError::BadBody(error.to_string())),
        Err(_) => Err(ApiError::TooSlow),
    }
}

fn is_too_large(error: &axum::Error) -> bool {
    let source = std::error::Error::source(error);
    source.and_then(|source| source.downcast_ref::<LengthLimitError>()).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_json_is_taken_for_json() {
        for (kind, expected) in [
            (Some("application/json"), true),
            (Some("Application/JSON; charset=utf-8"), true),
            (Some("text/plain"), false),
            (Some("application/x-www-form-urlencoded"), false),
            (Some("application/jsonp"), false),
            (Some(""), false),
            (None, false),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(kind) = kind {
                headers.insert(header::CONTENT_TYPE, kind.parse().expect("a header"));
            }
            assert_eq!(is_json(&headers), expected, "{kind:?}");
        }
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_its_limit_and_within_its_time() {
        let time = Duration::from_secs(5);
        let read_all = read(Body::from("12345"), 5, time).await;
        assert_eq!(read_all.as_deref(), Ok(b"12345".as_slice()));
        let too_large = read(Body::from("123456"), 5, time).await;
        assert_eq!(too_large, Err(ApiError::TooLarge { most: 5 }));
    }
}
