//! Games that somebody brings along.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use game::GameId;
use store::{Holders, NewGame};
use tokio::task::spawn_blocking;
use wire::library::{ImportFault, ImportReport};

use crate::import::games::{self, Imported};
use crate::live::{Ground, details, random_id, summary};
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
    let ground = app.rooms().ground();
    let now = ground.clock.now();
    // A large file takes a while, in which others want to be served.
    let found = spawn_blocking(move || games::read(&games::decode(&bytes), now)).await;
    let found = found.map_err(|_| Problem::Internal)?;
    let found = found.map_err(|error| Problem::BadImport(error.to_string()))?;
    if found.games.is_empty() && found.faults.is_empty() {
        return Err(Problem::BadImport("there is no game in it".into()));
    }
    let mut report = ImportReport { imported: Vec::new(), faults: found.faults };
    for game in found.games {
        let item = game.item;
        match keep(ground, game).await {
            Ok(id) => report.imported.push(id.to_string()),
            // What is kept is told, whatever becomes of the rest.
            Err(error) => report.faults.push(ImportFault { item, message: error.to_string() }),
        }
    }
    report.faults.sort_by_key(|fault| fault.item);
    Ok(Json(report))
}

/// Keeps a game under an id of its own.
async fn keep(ground: &Ground, game: Imported) -> Result<GameId, Problem> {
    let id = random_id().map_err(|_| Problem::Internal)?;
    let (summary, details) = (summary(&game.game), details(&game.game));
    let holders = Holders::default();
    let new = NewGame { id: id.clone(), records: game.records, holders, summary, details };
    ground.store.create(new).await?;
    Ok(id)
}
