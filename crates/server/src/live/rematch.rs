//! Rematches.

use chess::{ByColor, Color};
use game::{Actor, Command, Offer, rematch_terms};

use super::room::Room;
use super::{RoomError, random_id};
use crate::ApiError;

impl Room {
    /// The command for a rematch request: an offer, or the start of the next game if the other
    /// side has offered it. Everybody keeps their secret and changes color.
    pub(super) async fn rematch(&mut self, actor: Actor) -> Result<Command, RoomError> {
        let agreed = match actor {
            Actor::Player(color) => self.game.has_offered(!color, Offer::Rematch),
            Actor::Both => true,
            Actor::Server => false,
        };
        if !agreed && self.engine_side().is_none() {
            return Ok(Command::Offer(Offer::Rematch));
        }
        let next = random_id()?;
        let command = Command::Rematch { next: next.clone() };
        // The next game is created only if this one can lead to it.
        self.game.decide(actor, &command, self.time.now())?;
        let owners = ByColor::from_fn(|color: Color| self.owners[!color]);
        match self.services.create(rematch_terms(&self.game), next, owners).await {
            Ok(()) => Ok(command),
            Err(ApiError::Room(error)) => Err(error),
            Err(error) => Err(RoomError::Internal(format!("cannot create the rematch: {error}"))),
        }
    }
}
