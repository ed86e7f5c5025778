//! Export of many games, as a stream.

use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use game::GameId;
use library::export;
use wire::library::{ExportFormat, ExportQuery, LibraryQuery};

use super::library::store_query;
use crate::accounts::Caller;
use crate::live::{self, RoomView};
use crate::security::{Permit, PermitError};
use crate::{ApiError, App, RoomError};

/// Games as PGN, as a club file or as JSON: by id, or all that a query finds.
#[utoipa::path(
    get, path = "/api/export", params(ExportQuery),
    responses(
        (status = 200, content(
            (String = "application/x-chess-pgn"), (serde_json::Value = "application/json")
        )),
        (status = 400, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody),
        (status = 429, description = "Too many at once from one client", body = wire::ErrorBody)
    )
)]
pub(super) async fn export(
    State(app): State<App>,
    caller: Caller,
    query: Result<Query<ExportQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let permit = app.exports().admit(Some(caller.client())).map_err(too_many)?;
    let ids = match &query.ids {
        Some(ids) => by_id(&app, ids.as_str()).await?,
        None => by_query(&app, &query, &caller).await?,
    };
    let games: Games = match query.format {
        ExportFormat::Club => {
            let games = export::club::in_order(&*app.rooms().services().store, ids).await?;
            Box::new(games.into_iter())
        }
        ExportFormat::Pgn | ExportFormat::Json => Box::new(ids.into_iter().zip(1..)),
    };
    let form = Form::of(query.format);
    let name = format!("attachment; filename=\"{}\"", form.file);
    let headers = [(header::CONTENT_TYPE, form.kind), (header::CONTENT_DISPOSITION, &name)];
    Ok((headers, Body::from_stream(chunks(app, form, games, permit))).into_response())
}

/// Games with their numbers in a club file.
type Games = Box<dyn Iterator<Item = (GameId, u64)> + Send>;

/// When a client with too many exports may try again.
const RETRY_AFTER: Duration = Duration::from_secs(5);

/// The refusal of one export more.
pub(super) fn too_many(_: PermitError) -> ApiError {
    ApiError::TooManyRequests { retry_after: RETRY_AFTER }
}

/// The format of a file.
#[derive(Clone, Copy)]
struct Form {
    format: ExportFormat,
    kind: &'static str,
    file: &'static str,
    /// The text before, between and after the games.
    frame: [&'static str; 3],
}

impl Form {
    fn of(format: ExportFormat) -> Form {
        let (kind, file, frame) = match format {
            ExportFormat::Pgn => ("application/x-chess-pgn", "tabiya.pgn", ["", "\n", ""]),
            ExportFormat::Club => ("application/json", "club.json", export::club::FRAME),
            ExportFormat::Json => ("application/json", "tabiya.json", export::club::FRAME),
        };
        Form { format, kind, file, frame }
    }

    /// One game in this format, with its number in a club file.
    async fn write(self, app: &App, id: &GameId, number: u64) -> Result<String, ApiError> {
        if self.format == ExportFormat::Pgn {
            return pgn(app, id).await;
        }
        let RoomView { game, now, .. } = app.rooms().view(id, None).await?;
        if self.format == ExportFormat::Club {
            let stored = app.rooms().services().store.load(id).await?;
            let source = stored.as_ref().and_then(export::club::source);
            export::club::write(number, &game, source).map_err(|error| unwritable(id, &error))
        } else {
            let view = live::game_view(id, &game, now);
            serde_json::to_string(&view).map_err(|error| unwritable(id, &error))
        }
    }
}

/// A stored game as PGN; this opens no room.
pub(crate) async fn pgn(app: &App, id: &GameId) -> Result<String, ApiError> {
    let stored = app.rooms().services().store.load(id).await?;
    let stored = stored.ok_or_else(|| RoomError::NoGame(id.to_string()))?;
    export::pgn::write(id, stored).map_err(|error| unwritable(id, &error))
}

fn unwritable(id: &GameId, error: &impl std::fmt::Display) -> ApiError {
    ApiError::Internal(format!("the stored game {id} cannot be exported: {error}"))
}

/// The file in chunks, each made when the one before is sent. A game that cannot be read breaks the
/// file off, so that nobody takes it for complete.
fn chunks(
    app: App,
    form: Form,
    games: Games,
    permit: Permit,
) -> impl futures_util::Stream<Item = Result<Bytes, ApiError>> {
    let [first, between, last] = form.frame;
    let steps = games.map(Some).chain([None]).enumerate();
    stream::unfold((app, steps, permit), move |(app, mut steps, permit)| async move {
        let (index, game) = steps.next()?;
        let before = match (index, &game) {
            (0, _) => first,
            (_, Some(_)) => between,
            (_, None) => "",
        };
        let chunk = match &game {
            Some((id, number)) => {
                form.write(&app, id, *number).await.map(|game| format!("{before}{game}"))
            }
            None => Ok(format!("{before}{last}")),
        };
        Some((chunk.map(Bytes::from), (app, steps, permit)))
    })
}

/// The games of a list of ids. All of them must exist.
async fn by_id(app: &App, ids: &str) -> Result<Vec<GameId>, ApiError> {
    let mut games = Vec::new();
    for id in ids.split(',').filter(|id| !id.is_empty()) {
        let known = GameId::new(id).ok_or_else(|| RoomError::NoGame(id.to_owned()))?;
        app.rooms().view(&known, None).await?;
        games.push(known);
    }
    Ok(games)
}

/// The games that a query finds, in its order.
async fn by_query(
    app: &App,
    query: &ExportQuery,
    caller: &Caller,
) -> Result<Vec<GameId>, ApiError> {
    let query = LibraryQuery {
        search: query.search.clone(),
        status: query.status,
        winner: query.winner,
        sort: query.sort,
        descending: query.descending,
        mine: query.mine,
        ..LibraryQuery::default()
    };
    Ok(app.rooms().services().store.ids(&store_query(&query, caller)?).await?)
}
