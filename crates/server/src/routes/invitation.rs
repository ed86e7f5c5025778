//! Invitations to an open seat, as a link and as a QR code.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use game::GameId;
use wire::new_game::Invitation;

use super::seat::{GamePath, SeatSecret};
use crate::{ApiError, App, RoomError, Secret, qr_svg};

/// The invitation to the open seat.
pub(super) fn invitation(app: &App, id: &GameId, secret: &Secret) -> Invitation {
    let link = link(app, id, secret);
    Invitation { qr_svg: qr_svg(&link), link }
}

/// The secret is in the fragment, which browsers do not send.
fn link(app: &App, id: &GameId, secret: &Secret) -> String {
    format!("{}/g/{id}#{}", app.origins().shown(), secret.reveal())
}

/// The QR code of an invitation.
#[utoipa::path(
    get, path = "/api/games/{id}/invitation.svg",
    params(("id" = String, Path), ("x-seat-secret" = String, Header)),
    responses(
        (status = 200, content_type = "image/svg+xml"),
        (status = 403, body = wire::ErrorBody)
    )
)]
pub(super) async fn qr_code(
    State(app): State<App>,
    GamePath(id): GamePath,
    SeatSecret(secret): SeatSecret,
) -> Result<impl IntoResponse, ApiError> {
    let secret = secret.ok_or(RoomError::WrongSecret)?;
    app.rooms().check_invitation(&id, &secret).await?;
    let link = link(&app, &id, &secret);
    let too_long = || ApiError::Internal(format!("no QR code for a link of {} bytes", link.len()));
    let svg = qr_svg(&link).ok_or_else(too_long)?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml")], svg))
}
