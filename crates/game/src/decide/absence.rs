//! Claims of abandoned games.

use chess::Color;

use crate::game::ABORTABLE_PLIES;
use crate::possible::ensure;
use crate::{AbandonedResult, Absence, Event, Game, GameError, Timestamp};

impl Game {
    /// A player may claim the game once the opponent had a fair chance to reconnect. Before both
    /// sides have moved, the game is aborted instead.
    pub(super) fn claim_abandoned(
        &self,
        by: Color,
        result: AbandonedResult,
        absence: Option<Absence>,
        now: Timestamp,
    ) -> Result<Event, GameError> {
        self.check_be_abandoned()?;
        ensure(self.ply() >= ABORTABLE_PLIES, GameError::NotAllowed)?;
        let absence = absence.ok_or(GameError::OpponentPresent)?;
        ensure(now >= absence.claimable_at(), GameError::OpponentMayReturn)?;
        Ok(Event::Abandoned { by: !by, result })
    }
}
