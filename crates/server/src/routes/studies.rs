//! Games with their variations, between PGN and an analysis board. Nothing is kept.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use chess::pgn::{Limits, Reader, Record, Tree};
use tokio::task::spawn_blocking;
use wire::study::StudyTree;

use crate::import::games::decode;
use crate::security::{BODY_LIMIT, Bulky, read};
use crate::{App, Problem};

/// Reads the first game of a PGN.
#[utoipa::path(
    post, path = "/api/studies/read", request_body = String,
    responses((status = 200, body = StudyTree), (status = 400, body = wire::Problem))
)]
pub(super) async fn from_pgn(
    State(app): State<App>,
    body: Body,
) -> Result<Json<StudyTree>, Problem> {
    let bytes = read(body, BODY_LIMIT, app.config().limits.body_time).await?;
    let tree = first_game(&decode(&bytes)).map_err(Problem::BadImport)?;
    Ok(Json(StudyTree::from(&tree)))
}

/// Writes a game as PGN.
#[utoipa::path(
    post, path = "/api/studies/write", request_body = StudyTree,
    responses((status = 200, body = String), (status = 400, body = wire::Problem))
)]
pub(super) async fn to_pgn(Bulky(study): Bulky<StudyTree>) -> Result<String, Problem> {
    // A large tree takes a while, in which others want to be served.
    let tree = spawn_blocking(move || study.tree()).await.map_err(|_| Problem::Internal)??;
    Ok(tree.to_string())
}

/// The first game of a text, or what is wrong with it.
fn first_game(text: &str) -> Result<Tree, String> {
    let limits = Limits { games: 1, plies: StudyTree::MOST_MOVES, ..Limits::STRICT };
    let mut record = Record::default();
    let read = Reader::with_limits(text.as_bytes(), limits).read_record(&mut record);
    match read {
        Err(error) => Err(error.to_string()),
        Ok(false) => Err("there is no game in it".to_owned()),
        Ok(true) => match record.faults.first() {
            Some(fault) => Err(fault.to_string()),
            None => Ok(record.tree),
        },
    }
}
