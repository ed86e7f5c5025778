//! The next game of the same players.

use chess::{ByColor, Color};
use game::{Actor, Command, Offer, rematch_terms};

use super::room::Room;
use super::{RoomError, random_id};
use crate::ApiError;

impl Room {
    /// What the wish for a rematch comes to: an offer, or the next game where the other side wants
    /// it too. Everybody keeps the secret they have, on the other side of the board.
    pub(super) async fn rematch(&mut self, actor: Actor) -> Result<Command, RoomError> {
        let agreed = match actor {
            Actor::Player(color) => self.game.has_offered(!color, Offer::Rematch),
            Actor::Both => true,
            Actor::Server => false,
        };
        if !agreed && self.engine_side().is_none() {
            return Ok(Command::Offer(Offer::Rematch));
        }
        let next = random_id().map_err(|_| RoomError::Closing)?;
        let command = Command::Rematch { next: next.clone() };
        // The next game is kept only when this one can go on to it.
        self.game.decide(actor, &command, self.ground.clock.now())?;
        let seat_owners = ByColor::from_fn(|color: Color| self.seat_owners[!color]);
        match self.ground.create(rematch_terms(&self.game), next, seat_owners).await {
            Ok(()) => Ok(command),
            Err(ApiError::Denied(denial)) => Err(denial),
            Err(_) => Err(RoomError::Closing),
        }
    }
}
