//! Lists of studies, in pages and as one file.

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::{Stream, stream};
use store::{Direction, StudyId};
use wire::session::Permission;
use wire::studies::{StudyColumn, StudyPage, StudyQuery};

use super::export;
use super::study::StudySecret;
use crate::accounts::Caller;
use crate::security::Permit;
use crate::studies::{self, Access};
use crate::{ApiError, App, Secret};

/// Lists the caller's studies, or everybody's for the admin.
#[utoipa::path(
    get, path = "/api/studies",
    params(StudyQuery, ("x-study-secret" = Option<String>, Header)),
    responses((status = 200, body = StudyPage), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
    StudySecret(secret): StudySecret,
    query: Result<Query<StudyQuery>, QueryRejection>,
) -> Result<Json<StudyPage>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let store_query = store_query(&query, &caller, secret.as_ref())?;
    let page = app.rooms().services().store.list_studies(&store_query).await?;
    let row =
        |metadata| studies::row(&app, metadata, Access::of(&caller, secret.as_ref(), metadata));
    Ok(Json(StudyPage { rows: page.studies.iter().map(row).collect(), total: page.total }))
}

/// The same studies as one file of PGN.
#[utoipa::path(
    get, path = "/api/studies/export",
    params(StudyQuery, ("x-study-secret" = Option<String>, Header)),
    responses((status = 200, content_type = "application/x-chess-pgn", body = String),
        (status = 400, body = wire::ErrorBody), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn export(
    State(app): State<App>,
    caller: Caller,
    StudySecret(secret): StudySecret,
    query: Result<Query<StudyQuery>, QueryRejection>,
) -> Result<Response, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let store_query = store_query(&query, &caller, secret.as_ref())?;
    let permit = app.exports().admit(Some(caller.client())).map_err(export::too_many)?;
    let ids = app.rooms().services().store.study_ids(&store_query).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/x-chess-pgn"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"studies.pgn\""),
    ];
    Ok((headers, Body::from_stream(chunks(app, ids, permit))).into_response())
}

/// The query of the store, if the caller may make it.
fn store_query(
    query: &StudyQuery,
    caller: &Caller,
    secret: Option<&Secret>,
) -> Result<store::StudyQuery, ApiError> {
    if query.all {
        caller.require(Permission::ManageStudies)?;
    }
    Ok(store::StudyQuery {
        text: query.search.as_ref().map(ToString::to_string).unwrap_or_default(),
        owners: (!query.all).then(|| studies::owners(caller, secret)),
        removed: query.removed,
        column: match query.sort {
            StudyColumn::Name => store::StudyColumn::Name,
            StudyColumn::Moves => store::StudyColumn::Plies,
            StudyColumn::Changed => store::StudyColumn::Changed,
        },
        direction: if query.descending { Direction::Descending } else { Direction::Ascending },
        offset: query.offset,
        limit: query.page_size(),
    })
}

/// The file in chunks, each made when the one before is sent. A study that cannot be read breaks
/// the file off, so that nobody takes it for complete.
fn chunks(
    app: App,
    ids: Vec<StudyId>,
    permit: Permit,
) -> impl Stream<Item = Result<Bytes, ApiError>> {
    let ids = ids.into_iter().enumerate();
    stream::unfold((app, ids, permit), |(app, mut ids, permit)| async move {
        let (index, id) = ids.next()?;
        let chunk = pgn(&app, &id).await.map(|text| match index {
            0 => Bytes::from(text),
            _ => Bytes::from(format!("\n{text}")),
        });
        Some((chunk, (app, ids, permit)))
    })
}

async fn pgn(app: &App, id: &StudyId) -> Result<String, ApiError> {
    let study = app.rooms().services().store.study(id).await?;
    studies::file(study.ok_or_else(|| ApiError::NoStudy(id.to_string()))?).await
}
