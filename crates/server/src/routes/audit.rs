//! The audit log, for the admin.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use wire::audit::{AuditAction, AuditEntry, AuditPage, AuditQuery};
use wire::session::Permission;

use crate::accounts::Caller;
use crate::{ApiError, App};

/// Lists the audit log, the latest entries first.
#[utoipa::path(
    get, path = "/api/audit", params(AuditQuery),
    responses((status = 200, body = AuditPage), (status = 400, body = wire::ErrorBody),
        (status = 401, body = wire::ErrorBody), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn list(
    State(app): State<App>,
    caller: Caller,
    query: Result<Query<AuditQuery>, QueryRejection>,
) -> Result<Json<AuditPage>, ApiError> {
    caller.require(Permission::ReadAudit)?;
    let Query(query) = query.map_err(|error| ApiError::BadQuery(error.body_text()))?;
    let found = app.rooms().services().store.audit(&store_query(&query)).await?;
    let is_full = found.len() == AuditQuery::PAGE_SIZE as usize;
    let next = found.last().filter(|_| is_full).and_then(|(number, _)| u64::try_from(*number).ok());
    let entries = found.into_iter().filter_map(|(number, entry)| to_wire(number, entry)).collect();
    Ok(Json(AuditPage { entries, next }))
}

fn store_query(query: &AuditQuery) -> store::AuditQuery {
    store::AuditQuery {
        before: query.before.map(|number| i64::try_from(number).unwrap_or(i64::MAX)),
        action: query.action.map(|action| action.as_str().to_owned()),
        failed: query.failed,
        text: query.search.as_ref().map(ToString::to_string).filter(|text| !text.is_empty()),
        limit: AuditQuery::PAGE_SIZE,
    }
}

/// An entry; none if a newer version wrote an action that this one does not know.
fn to_wire(number: i64, entry: store::AuditEntry) -> Option<AuditEntry> {
    Some(AuditEntry {
        number: u64::try_from(number).ok()?,
        at_ms: entry.at.0,
        actor: entry.actor,
        address: entry.address,
        action: AuditAction::from_word(&entry.action)?,
        target: entry.target,
        failed: entry.failed,
    })
}
