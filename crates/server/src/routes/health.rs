//! The health check.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::service::Health;

use crate::App;

/// Reports whether the server works. A server that cannot store anything is not healthy: nothing
/// can be played on it.
#[utoipa::path(
    get, path = "/health",
    responses(
        (status = 200, body = Health),
        (status = 503, body = Health, description = "Nothing can be stored")
    )
)]
pub(super) async fn health(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let (status, word) = if app.rooms().services().clock.is_held() {
        (StatusCode::SERVICE_UNAVAILABLE, "cannot_store")
    } else {
        (StatusCode::OK, "ok")
    };
    let health = Health {
        status: word.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        uptime_ms: u64::try_from(app.started().elapsed().as_millis()).unwrap_or(u64::MAX),
        engines: app.engines().load(),
    };
    (status, Json(health))
}
