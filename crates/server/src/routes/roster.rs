//! The roster as a spreadsheet, and cards for printing.

use axum::Json;
use axum::body::Body;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use game::Name;
use store::{Account, CardCode};
use wire::audit::AuditAction;
use wire::roster::{
    Card, CardsIssued, IssueCards, RosterExportQuery, RosterImportQuery, RosterPreview,
    RosterReport,
};

use super::members::Organizer;
use crate::accounts::{Audited, printed};
use crate::roster::{self, Sheet};
use crate::security::{IMPORT_LIMIT, Payload, read};
use crate::{ApiError, App, qr_svg};

/// What a browser calls the file.
const FILE: &str = "attachment; filename=\"members.csv\"";

/// The roster as CSV, which an import reads back as it was.
#[utoipa::path(
    get, path = "/api/roster/csv", params(RosterExportQuery),
    responses((status = 200, content_type = "text/csv", body = String),
        (status = 400, body = wire::ErrorBody), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn export(
    State(app): State<App>,
    Organizer(_): Organizer,
    query: Result<Query<RosterExportQuery>, QueryRejection>,
) -> Result<impl IntoResponse, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let text = roster::write(&app.accounts().roster().await?, query.language);
    let kind = (header::CONTENT_TYPE, "text/csv; charset=utf-8");
    Ok(([kind, (header::CONTENT_DISPOSITION, FILE)], text))
}

/// Says what the import of a spreadsheet would do, row by row. Nothing is stored.
#[utoipa::path(
    post, path = "/api/roster/preview", request_body = String,
    responses((status = 200, body = RosterPreview), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 413, body = wire::ErrorBody))
)]
pub(super) async fn preview(
    State(app): State<App>,
    Organizer(caller): Organizer,
    body: Body,
) -> Result<Json<RosterPreview>, ApiError> {
    let sheet = sheet(&app, body).await?;
    let now = app.rooms().services().clock.shared_now();
    let plan = app.accounts().plan_import(&caller, &sheet, now).await?;
    let ignored_columns = sheet.ignored;
    Ok(Json(RosterPreview { plan: plan.digest(), rows: plan.rows, ignored_columns }))
}

/// Imports a spreadsheet as its preview said, all of it or nothing. It can be repeated: what is
/// there already is not added again.
#[utoipa::path(
    post, path = "/api/roster/import", request_body = String, params(RosterImportQuery),
    responses((status = 200, body = RosterReport), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 409, body = wire::ErrorBody), (status = 413, body = wire::ErrorBody))
)]
pub(super) async fn import(
    State(app): State<App>,
    Organizer(caller): Organizer,
    query: Result<Query<RosterImportQuery>, QueryRejection>,
    body: Body,
) -> Result<Json<RosterReport>, ApiError> {
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let sheet = sheet(&app, body).await?;
    let now = app.rooms().services().clock.shared_now();
    let done = app.accounts().import_roster(&caller, &sheet, query.plan.as_str(), now).await?;
    if done.has_changed {
        let target = format!("+{} ~{}", done.report.added, done.report.changed);
        Audited::done(AuditAction::ImportRoster).to(&target).record(&app, &caller).await;
    }
    Ok(Json(done.report))
}

async fn sheet(app: &App, body: Body) -> Result<Sheet, ApiError> {
    let file = read(body, IMPORT_LIMIT, app.config().limits.body_time).await?;
    // A megabyte of cells takes a while, in which others are served.
    Ok(tokio::task::spawn_blocking(move || Sheet::read(&file)).await??)
}

/// Issues cards to members who have none.
#[utoipa::path(
    post, path = "/api/roster/cards", request_body = IssueCards,
    responses((status = 200, body = CardsIssued), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody),
        (status = 404, body = wire::ErrorBody))
)]
pub(super) async fn issue_cards(
    State(app): State<App>,
    Organizer(caller): Organizer,
    Payload(request): Payload<IssueCards>,
) -> Result<Json<CardsIssued>, ApiError> {
    let parse = |text: &wire::new_game::NameText| {
        Name::new(text.as_str()).map_err(|_| ApiError::NoMember(text.to_string()))
    };
    let names = request.names.map(|names| names.iter().map(parse).collect::<Result<Vec<_>, _>>());
    let names = names.transpose()?;
    let now = app.rooms().services().clock.shared_now();
    let issued = app.accounts().issue_cards(&caller, names.as_deref(), now).await?;
    if issued > 0 {
        Audited::done(AuditAction::IssueCards).to(&issued).record(&app, &caller).await;
    }
    Ok(Json(CardsIssued { issued: u32::try_from(issued).unwrap_or(u32::MAX) }))
}

/// The cards of all members by group and name, for printing.
#[utoipa::path(
    get, path = "/api/roster/cards",
    responses((status = 200, body = Vec<Card>), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn cards(
    State(app): State<App>,
    Organizer(_): Organizer,
) -> Result<Json<Vec<Card>>, ApiError> {
    let cards = app.accounts().cards().await?;
    Ok(Json(cards.iter().map(|(account, code)| wire_card(&app, account, code)).collect()))
}

/// A card for printing. The code is in the fragment of its link, which browsers do not send.
pub(super) fn wire_card(app: &App, account: &Account, code: &CardCode) -> Card {
    let code = printed(code);
    let link = format!("{}/card#{code}", app.origins().shown());
    Card {
        name: account.name.to_string(),
        group: account.group.as_ref().map(ToString::to_string),
        qr_svg: qr_svg(&link),
        code,
        link,
    }
}
