//! The game of an opponent who is gone.

use chess::Color;

use crate::game::OPENING_PLIES;
use crate::possible::ensure;
use crate::{AbandonedResult, Absence, Event, Game, Moment, Refusal};

impl Game {
    /// Whoever is still there may claim once the other had a fair chance to come back. A game that
    /// has not really begun is called off instead.
    pub(super) fn claim_abandoned(
        &self,
        by: Color,
        result: AbandonedResult,
        absence: Option<Absence>,
        now: Moment,
    ) -> Result<Event, Refusal> {
        self.can_be_abandoned()?;
        ensure(self.ply() >= OPENING_PLIES, Refusal::NotAllowed)?;
        let absence = absence.ok_or(Refusal::OpponentPresent)?;
        ensure(now >= absence.claimable_at(), Refusal::OpponentMayReturn)?;
        Ok(Event::Abandoned { by: !by, result })
    }
}
