//! How much of the server is used and by whom, for the admin.

use axum::Json;
use axum::extract::State;
use wire::service::{ClientUsage, Usage};

use super::members::Admin;
use crate::security::ClientKey;
use crate::{ApiError, App};

/// How many clients are listed.
const MAX_CLIENTS: usize = 20;

/// What is stored and running, the limits, and the clients who have stored most since the server
/// started.
#[utoipa::path(
    get, path = "/api/usage",
    responses((status = 200, body = Usage), (status = 401, body = wire::ErrorBody),
        (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn usage(State(app): State<App>, _: Admin) -> Result<Json<Usage>, ApiError> {
    let limits = &app.config().limits;
    let mut clients = Vec::new();
    for (client, stored_bytes) in app.storage().top_clients(MAX_CLIENTS) {
        let unstarted_games = app.rooms().services().unstarted.count(client);
        clients.push(ClientUsage {
            name: name(&app, client).await?,
            stored_bytes,
            unstarted_games,
        });
    }
    Ok(Json(Usage {
        library_bytes: app.storage().size(),
        max_library_bytes: limits.max_storage,
        bytes_per_hour: limits.storage_per_hour,
        max_unstarted_games: limits.unstarted_games,
        connections: app.connections().count(),
        games: app.rooms().count(),
        engines: app.engines().load(),
        clients,
    }))
}

/// The name of a member, or the address of a visitor.
async fn name(app: &App, client: ClientKey) -> Result<String, ApiError> {
    match client {
        ClientKey::Account(id) => {
            let accounts = app.rooms().services().store.accounts().await?;
            let account = accounts.into_iter().find(|account| account.id == id);
            Ok(account.map_or_else(|| format!("#{}", id.0), |account| account.name.to_string()))
        }
        ClientKey::Address(address) => Ok(address.to_string()),
        ClientKey::Nobody => Ok(String::new()),
    }
}
