//! Who somebody is in a game, by the secret that they show.

use chess::Color;
use game::{Actor, Game, Player};
use store::SeatOwners;
use wire::Viewer;

use super::RoomError;
use crate::Secret;

/// Somebody who has just sat down.
#[derive(Clone, Debug)]
pub(crate) struct Seated {
    pub(crate) color: Color,
    /// The secret of the seat from now on. The invitation is worth nothing any more.
    pub(crate) secret: Secret,
}

/// What somebody with this secret, or with none, may do. A seat that is still open makes nobody a
/// player.
pub(super) fn viewer(
    game: &Game,
    seat_owners: &SeatOwners,
    shown: Option<&Secret>,
) -> Result<Viewer, RoomError> {
    let Some(shown) = shown else { return Ok(Viewer::Spectator) };
    let taken = |color: &Color| game.terms().seats[*color].player != Player::Open;
    match seat(seat_owners, shown).filter(taken) {
        None => Err(RoomError::WrongSecret),
        Some(_) if game.terms().shared => Ok(Viewer::Both),
        Some(Color::White) => Ok(Viewer::White),
        Some(Color::Black) => Ok(Viewer::Black),
    }
}

/// The seat that a secret belongs to. Both are compared, so that the time says nothing.
pub(super) fn seat(seat_owners: &SeatOwners, shown: &Secret) -> Option<Color> {
    let shown = shown.hash();
    let fits = |color: Color| seat_owners[color].is_some_and(|holder| holder.secret == shown);
    let [white, black] = Color::ALL.map(fits);
    if white { Some(Color::White) } else { black.then_some(Color::Black) }
}

/// The side of a viewer who plays one.
pub(super) fn side(viewer: Viewer) -> Option<Color> {
    match viewer {
        Viewer::White => Some(Color::White),
        Viewer::Black => Some(Color::Black),
        Viewer::Both | Viewer::Spectator => None,
    }
}

/// Who a viewer acts as; those who look on act as nobody.
pub(super) fn actor(viewer: Viewer) -> Result<Actor, RoomError> {
    match viewer {
        Viewer::White => Ok(Actor::Player(Color::White)),
        Viewer::Black => Ok(Actor::Player(Color::Black)),
        Viewer::Both => Ok(Actor::Both),
        Viewer::Spectator => Err(RoomError::Spectator),
    }
}
