//! Time: late commands, giving time, and resuming after a restart.

use std::ops::RangeInclusive;
use std::time::Duration;

use chess::Color;

use crate::clock::whole_milliseconds;
use crate::possible::ensure;
use crate::{Actor, Command, Event, Game, GameError, Timestamp};

/// How much time can be given at once.
const GIVEN_TIME: RangeInclusive<Duration> = Duration::from_secs(1)..=Duration::from_hours(1);

impl Game {
    pub(super) fn give_time(&self, by: Color, amount: Duration) -> Result<Event, GameError> {
        let event = Event::TimeGiven { to: !by, amount: whole_milliseconds(amount) };
        self.check_event(&event)?;
        ensure(GIVEN_TIME.contains(&amount), GameError::Amount(amount))?;
        Ok(event)
    }

    /// Any actor may claim that the side to move is out of time.
    pub(super) fn claim_flag(&self, now: Timestamp) -> Result<Event, GameError> {
        self.ensure_not_over()?;
        ensure(self.has_fallen(now, Duration::ZERO), GameError::TimeLeft)?;
        Ok(Event::Flagged { color: self.turn() })
    }

    /// Only a running clock has to be corrected. How much grace there is depends on what the game
    /// has had.
    pub(super) fn resume(
        &self,
        actor: Actor,
        last: Timestamp,
        grace: Duration,
    ) -> Result<Option<Event>, GameError> {
        ensure(actor == Actor::Server, GameError::NotAllowed)?;
        let clock = self.allowance().and(self.clock(self.turn(), last));
        let grace = self.grace.due(whole_milliseconds(grace));
        Ok(clock.map(|clock| Event::Resumed { clock: Some(clock), grace }))
    }

    /// True when the side to move ran out of time before a command came. Renaming is never late,
    /// and of the server's commands only an adjournment is: it must not save a game that was lost.
    pub(super) fn comes_late(&self, actor: Actor, command: &Command, now: Timestamp) -> bool {
        let lag = match command {
            Command::Move { lag, .. } => *lag,
            Command::Rename { .. } => return false,
            _ => Duration::ZERO,
        };
        (actor != Actor::Server || *command == Command::Adjourn) && self.has_fallen(now, lag)
    }

    /// The time of this turn that is charged, without network lag.
    pub(super) fn charged(&self, now: Timestamp, lag: Duration) -> Duration {
        self.spent(now).saturating_sub(whole_milliseconds(lag))
    }

    fn has_fallen(&self, now: Timestamp, lag: Duration) -> bool {
        self.allowance().is_some_and(|time| self.charged(now, lag) >= time)
    }
}
