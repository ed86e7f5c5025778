//! The engines.

use axum::Json;
use axum::extract::State;
use wire::service::EngineList;

use crate::App;

/// The external engines that the server was started with. Tabiya itself is always available.
#[utoipa::path(get, path = "/api/engines", responses((status = 200, body = EngineList)))]
pub(super) async fn list(State(app): State<App>) -> Json<EngineList> {
    let known = app.config().engines.externals.iter();
    Json(EngineList { external: known.map(|engine| engine.name.clone()).collect() })
}
