//! Metrics, for programs on the same computer.

use axum::Extension;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;

use crate::metrics::Reading;
use crate::security::ClientAddress;
use crate::{ApiError, App};

const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// The metrics in the format of Prometheus. They are not public.
pub(super) async fn metrics(
    State(app): State<App>,
    client: Option<Extension<ClientAddress>>,
) -> Result<impl IntoResponse, ApiError> {
    if !client.is_some_and(|Extension(ClientAddress(address))| address.is_loopback()) {
        return Err(ApiError::LocalOnly);
    }
    let load = app.engines().load();
    let now = Reading {
        connections: app.connections().count(),
        games: app.rooms().count(),
        engines_busy: load.busy,
        engines_waiting: load.waiting,
        password_checks: app.accounts().checks(),
        backups: app.backups().figures(),
    };
    let text = app.metrics().text(&now);
    let text = text.map_err(|error| ApiError::Internal(format!("no metrics: {error}")))?;
    Ok(([(header::CONTENT_TYPE, TEXT)], text))
}
