//! Games that somebody brings along.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use store::{Holders, NewGame};
use wire::library::ImportReport;

use crate::import::games;
use crate::live::{random_id, summary};
use crate::security::{IMPORT_LIMIT, read};
use crate::{App, Problem};

/// Keeps the games of a club file, of PGN, or one from a FEN. Nobody has a seat in them
/// until the keeper takes it: they are for looking at, and to go on with.
#[utoipa::path(
    post, path = "/api/import", request_body = String,
    responses((status = 200, body = ImportReport), (status = 400, body = wire::Problem))
)]
pub(super) async fn import(
    State(app): State<App>,
    body: Body,
) -> Result<Json<ImportReport>, Problem> {
    let bytes = read(body, IMPORT_LIMIT, app.config().limits.body_time).await?;
    let text =
        std::str::from_utf8(&bytes).map_err(|error| Problem::BadImport(error.to_string()))?;
    let ground = app.rooms().ground();
    let found = games::read(text, ground.clock.now());
    let found = found.map_err(|error| Problem::BadImport(error.to_string()))?;
    let mut report = ImportReport { imported: Vec::new(), faults: found.faults };
    for game in found.games {
        let id = random_id().map_err(|_| Problem::Internal)?;
        let summary = summary(&game.game);
        let holders = Holders::default();
        let name = id.to_string();
        ground.store.create(NewGame { id, records: game.records, holders, summary }).await?;
        report.imported.push(name);
    }
    Ok(Json(report))
}
