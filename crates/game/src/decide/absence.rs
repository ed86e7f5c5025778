//! The game of an opponent who is gone.

use chess::Color;

use crate::game::OPENING_PLIES;
use crate::possible::ensure;
use crate::{AbandonedResult, Absence, Event, Game, GameError, Timestamp};

impl Game {
    /// Whoever is still there may claim once the other had a fair chance to come back. A game that
    /// has not really begun is called off instead.
    pub(super) fn claim_abandoned(
        &self,
        by: Color,
        result: AbandonedResult,
        absence: Option<Absence>,
        now: Timestamp,
    ) -> Result<Event, GameError> {
        self.can_be_abandoned()?;
        ensure(self.ply() >= OPENING_PLIES, GameError::NotAllowed)?;
        let absence = absence.ok_or(GameError::OpponentPresent)?;
        ensure(now >= absence.claimable_at(), GameError::OpponentMayReturn)?;
        Ok(Event::Abandoned { by: !by, result })
    }
}
