//! The state of the backups, for the admin.

use axum::Json;
use axum::extract::State;
use wire::service::BackupState;

use super::members::Admin;
use crate::App;

/// What became of the last backup; null when there is no schedule.
#[utoipa::path(
    get, path = "/api/backups",
    responses((status = 200, body = Option<BackupState>), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn state(State(app): State<App>, _: Admin) -> Json<Option<BackupState>> {
    Json(app.backups().state())
}
