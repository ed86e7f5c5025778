//! Games with their variations, between PGN and an analysis board. Nothing is kept.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use chess::pgn::{FaultKind, Limits, Reader, Record, Tree};
use tokio::task::spawn_blocking;
use wire::study::StudyTree;

use crate::security::{Bulky, IMPORT_LIMIT, read};
use crate::{App, Problem};

/// What may be in a study: all that can be written can be read again.
const LIMITS: Limits = Limits {
    games: usize::MAX,
    plies: StudyTree::MOST_MOVES,
    depth: StudyTree::MOST_MOVES,
    ..Limits::STRICT
};

/// Reads the first game of a PGN.
#[utoipa::path(
    post, path = "/api/studies/read", request_body = String,
    responses((status = 200, body = StudyTree), (status = 400, body = wire::Problem))
)]
pub(super) async fn from_pgn(
    State(app): State<App>,
    body: Body,
) -> Result<Json<StudyTree>, Problem> {
    let bytes = read(body, IMPORT_LIMIT, app.config().limits.body_time).await?;
    // A large tree takes a while, in which others want to be served.
    let told = move || first_game(&bytes).map(|tree| StudyTree::from(&tree));
    let told = spawn_blocking(told).await.map_err(|_| Problem::Internal)?;
    told.map(Json).map_err(Problem::BadImport)
}

/// Writes a game as PGN.
#[utoipa::path(
    post, path = "/api/studies/write", request_body = StudyTree,
    responses((status = 200, body = String), (status = 400, body = wire::Problem))
)]
pub(super) async fn to_pgn(Bulky(study): Bulky<StudyTree>) -> Result<String, Problem> {
    // As above.
    let written = spawn_blocking(move || study.tree().map(|tree| tree.to_string())).await;
    Ok(written.map_err(|_| Problem::Internal)??)
}

/// The first game of a text, or what is wrong with it. What was missing and lost nothing is not
/// wrong.
fn first_game(text: &[u8]) -> Result<Tree, String> {
    let mut record = Record::default();
    match Reader::with_limits(text, LIMITS).read_record(&mut record) {
        Err(error) => Err(error.to_string()),
        Ok(false) => Err("there is no game in it".to_owned()),
        Ok(true) => match record.faults.iter().find(|fault| !is_harmless(&fault.kind)) {
            Some(fault) => Err(fault.to_string()),
            None => Ok(record.tree),
        },
    }
}

/// Whether everything that was written is in the tree all the same.
fn is_harmless(fault: &FaultKind) -> bool {
    matches!(
        fault,
        FaultKind::NoResult
            | FaultKind::ResultsDiffer { .. }
            | FaultKind::ResultInVariation(_)
            | FaultKind::EmptyVariation
            | FaultKind::UnescapedQuote(_)
    )
}
