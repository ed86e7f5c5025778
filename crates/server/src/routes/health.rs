//! The health checks of balancers and supervisors.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use wire::service::Health;

use crate::App;

/// Reports whether players may be sent to this server. One that cannot store anything is not ready,
/// because nothing can be played on it, and neither is one that is about to shut down.
#[utoipa::path(
    get, path = "/health",
    responses(
        (status = 200, body = Health),
        (status = 503, body = Health, description = "Nothing can be stored, or it is shutting down")
    )
)]
pub(super) async fn health(State(app): State<App>) -> (StatusCode, Json<Health>) {
    let (status, word) = if app.closing().is_announced() {
        (StatusCode::SERVICE_UNAVAILABLE, "shutting_down")
    } else if app.rooms().services().clock.is_held() {
        (StatusCode::SERVICE_UNAVAILABLE, "cannot_store")
    } else {
        (StatusCode::OK, "ok")
    };
    (status, Json(health_of(&app, word)))
}

/// Reports that the process runs. A restart helps one that does not answer; it would not help one
/// that cannot store anything.
#[utoipa::path(get, path = "/health/live", responses((status = 200, body = Health)))]
pub(super) async fn live(State(app): State<App>) -> Json<Health> {
    Json(health_of(&app, "ok"))
}

fn health_of(app: &App, status: &str) -> Health {
    Health {
        status: status.to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        uptime_ms: u64::try_from(app.started().elapsed().as_millis()).unwrap_or(u64::MAX),
        engines: app.engines().load(),
    }
}
