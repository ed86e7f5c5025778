//! The health check.

use axum::Json;
use axum::extract::State;
use wire::service::Health;

use crate::App;

/// Reports that the server is running.
#[utoipa::path(get, path = "/health", responses((status = 200, body = Health)))]
pub(super) async fn health(State(app): State<App>) -> Json<Health> {
    Json(Health {
        status: "ok".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        uptime_ms: u64::try_from(app.started().elapsed().as_millis()).unwrap_or(u64::MAX),
        engines: app.engines().load(),
    })
}
