//! Conversion of studies between PGN and the analysis board. Nothing is stored.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use tokio::task::spawn_blocking;
use wire::study::StudyTree;

use crate::security::{IMPORT_LIMIT, LargeJson, read};
use crate::studies::first_game;
use crate::{ApiError, App};

/// Reads the first game of a PGN.
#[utoipa::path(
    post, path = "/api/studies/read", request_body = String,
    responses((status = 200, body = StudyTree), (status = 400, body = wire::ErrorBody))
)]
pub(super) async fn from_pgn(
    State(app): State<App>,
    body: Body,
) -> Result<Json<StudyTree>, ApiError> {
    let bytes = read(body, IMPORT_LIMIT, app.config().limits.body_time).await?;
    // A large tree would block other requests.
    let parse = move || first_game(&bytes).map(|tree| StudyTree::from(&tree));
    spawn_blocking(parse).await?.map(Json)
}

/// Writes a game as PGN.
#[utoipa::path(
    post, path = "/api/studies/write", request_body = StudyTree,
    responses((status = 200, body = String), (status = 400, body = wire::ErrorBody))
)]
pub(super) async fn to_pgn(LargeJson(study): LargeJson<StudyTree>) -> Result<String, ApiError> {
    // As above.
    Ok(spawn_blocking(move || study.tree().map(|tree| tree.to_string())).await??)
}
