//! Who somebody is in a game, by the secret of their seat.

use chess::Color;
use game::{Actor, Game, Player};
use store::SeatOwners;
use wire::Viewer;

use super::RoomError;
use crate::Secret;

/// A seat that was just taken.
#[derive(Clone, Debug)]
pub(crate) struct TakenSeat {
    pub(crate) color: Color,
    /// The secret of the seat, which replaces that of the invitation.
    pub(crate) secret: Secret,
}

/// What somebody with this secret, or with none, may do. The secret of an open seat is only an
/// invitation.
pub(super) fn viewer(
    game: &Game,
    owners: &SeatOwners,
    secret: Option<&Secret>,
) -> Result<Viewer, RoomError> {
    let Some(secret) = secret else { return Ok(Viewer::Spectator) };
    let is_taken = |color: &Color| game.terms().seats[*color].player != Player::Open;
    match seat(owners, secret).filter(is_taken) {
        None => Err(RoomError::WrongSecret),
        Some(_) if game.terms().shared => Ok(Viewer::Both),
        Some(Color::White) => Ok(Viewer::White),
        Some(Color::Black) => Ok(Viewer::Black),
    }
}

/// The seat that a secret belongs to. Both seats are always compared, so that the time taken
/// reveals nothing.
pub(super) fn seat(owners: &SeatOwners, secret: &Secret) -> Option<Color> {
    let hash = secret.hash();
    let matches = |color: Color| owners[color].is_some_and(|owner| owner.secret == hash);
    let [white, black] = Color::ALL.map(matches);
    if white { Some(Color::White) } else { black.then_some(Color::Black) }
}

/// The color of a viewer who plays one side.
pub(super) fn side(viewer: Viewer) -> Option<Color> {
    match viewer {
        Viewer::White => Some(Color::White),
        Viewer::Black => Some(Color::Black),
        Viewer::Both | Viewer::Spectator => None,
    }
}

/// The actor that a viewer is. Spectators cannot act.
pub(super) fn actor(viewer: Viewer) -> Result<Actor, RoomError> {
    match viewer {
        Viewer::White => Ok(Actor::Player(Color::White)),
        Viewer::Black => Ok(Actor::Player(Color::Black)),
        Viewer::Both => Ok(Actor::Both),
        Viewer::Spectator => Err(RoomError::Spectator),
    }
}
