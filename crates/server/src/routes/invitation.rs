//! The way to an open seat, as a link and as a picture.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use game::GameId;
use wire::new_game::Invitation;

use super::seat::{GamePath, SeatSecret};
use crate::{ApiError, App, RoomError, Secret, qr_svg};

/// The link and the picture for whoever is to take the open seat.
pub(super) fn invitation(app: &App, id: &GameId, secret: &Secret) -> Invitation {
    let link = link(app, id, secret);
    Invitation { qr_svg: qr_svg(&link), link }
}

/// The secret stands behind `#`, which browsers send to nobody.
fn link(app: &App, id: &GameId, secret: &Secret) -> String {
    format!("{}/g/{id}#{}", app.origins().shown(), secret.reveal())
}

/// The picture of an invitation, for the one who has it.
#[utoipa::path(
    get, path = "/api/games/{id}/invitation.svg",
    params(("id" = String, Path), ("x-seat-secret" = String, Header)),
    responses((status = 200, content_type = "image/svg+xml"), (status = 403, body = wire::ErrorBody))
)]
pub(super) async fn picture(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<impl IntoResponse, ApiError> {
    let secret = secret.ok_or(RoomError::WrongSecret)?;
    app.rooms().invites(&id, &secret).await?;
    let picture = qr_svg(&link(&app, &id, &secret)).ok_or(ApiError::Internal)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], picture))
}
