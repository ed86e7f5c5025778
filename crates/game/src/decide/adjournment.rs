//! Adjourned games: an arbiter stops a game with its clocks, and continues it later.

use crate::possible::ensure;
use crate::{Actor, Event, Game, GameError, Timestamp};

impl Game {
    /// A game that is adjourned already stays so. Nobody can play in a game with an open seat, so
    /// that is not adjourned.
    pub(super) fn adjourn(&self, actor: Actor, now: Timestamp) -> Result<Option<Event>, GameError> {
        ensure(actor == Actor::Server, GameError::NotAllowed)?;
        let event = Event::Adjourned { spent: self.spent(now) };
        Ok(Some(event).filter(|_| !self.is_adjourned()))
    }

    /// A game that is not adjourned goes on as it does.
    pub(super) fn continue_adjourned(&self, actor: Actor) -> Result<Option<Event>, GameError> {
        ensure(actor == Actor::Server, GameError::NotAllowed)?;
        self.ensure_not_over()?;
        Ok(Some(Event::Continued).filter(|_| self.is_adjourned()))
    }
}
