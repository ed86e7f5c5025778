//! From commands to events: who may do what, and what happens then.
//!
//! Deciding changes nothing. The checks come in a fixed order: whether the actor may give the
//! command, whether the game is in the right state, everything else, and last the time.

mod absence;
mod adjournment;
mod moves;
mod offers;
mod time;
mod undo;

use chess::Color;

use crate::game::ABORTABLE_PLIES;
use crate::possible::ensure;
use crate::{Actor, Command, Event, Game, GameError, Name, Player, Timestamp};

impl Game {
    /// The events that a command leads to. They are not applied yet: that is for [`Game::record`]
    /// and [`Game::apply`].
    ///
    /// A command of a player comes too late when the side to move is out of time. It leads to
    /// [`Event::Flagged`], and its sender must be told [`GameError::OutOfTime`]: see
    /// [`Command::came_too_late`].
    ///
    /// # Errors
    /// When the actor may not give the command, or it does not fit the game.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, GameError> {
        let Some(event) = self.event(actor, command, now)? else { return Ok(Vec::new()) };
        self.check_event(&event)?;
        let in_time = !self.comes_late(actor, command, now);
        Ok(vec![if in_time { event } else { Event::Flagged { color: self.turn() } }])
    }

    /// The event of a command, if the actor may give it; none when there is nothing to do.
    fn event(
        &self,
        actor: Actor,
        command: &Command,
        now: Timestamp,
    ) -> Result<Option<Event>, GameError> {
        let event = match *command {
            Command::Join { color, ref name } => join(actor, color, name.as_ref())?,
            Command::Rename { color, ref name } => self.rename(actor, color, name.as_ref())?,
            Command::Move { play, lag } => self.play_by(self.side(actor)?, play, now, lag)?,
            Command::Offer(offer) => self.offer(self.side(actor)?, offer, now),
            Command::Decline(offer) => Event::Declined { by: self.side(actor)?, offer },
            Command::Rematch { ref next } => self.rematch(self.side(actor)?, next)?,
            Command::Claim { with } => self.claim_by(self.side(actor)?, with)?,
            Command::ClaimAbandoned { result, absence } => {
                self.claim_abandoned(self.side(actor)?, result, absence, now)?
            }
            Command::Undo => self.undo(self.side(actor)?)?,
            Command::Redo => self.redo(self.side(actor)?)?,
            Command::Resign => Event::Resigned { by: self.side(actor)? },
            Command::Abort => self.abort(actor)?,
            Command::GiveTime(amount) => self.give_time(self.side(actor)?, amount)?,
            Command::Flag => self.claim_flag(now)?,
            Command::Resume { last, grace } => return self.resume(actor, last.min(now), grace),
            Command::Adjourn => return self.adjourn(actor, now),
            Command::Continue => return self.continue_adjourned(actor),
        };
        Ok(Some(event))
    }

    /// The side that an actor acts for. In pass and play it is the side to move.
    fn side(&self, actor: Actor) -> Result<Color, GameError> {
        match actor {
            Actor::Player(color) if self.terms.seats[color].player != Player::Open => Ok(color),
            Actor::Both if self.terms.shared => Ok(self.turn()),
            _ => Err(GameError::NotAllowed),
        }
    }

    /// Players change their own names, and in pass and play either one. After the end a result
    /// belongs to the names it was played under: a missing one can be filled in, but only the
    /// server can change one.
    fn rename(&self, actor: Actor, color: Color, name: Option<&Name>) -> Result<Event, GameError> {
        let allowed = match actor {
            Actor::Player(own) => own == color,
            Actor::Both => self.terms.shared,
            Actor::Server => true,
        };
        ensure(allowed, GameError::NotAllowed)?;
        let is_filled_in = self.terms.seats[color].name.is_none();
        if actor != Actor::Server && !is_filled_in {
            self.ensure_not_over()?;
        }
        Ok(Event::Renamed { color, name: name.cloned() })
    }

    /// The server may abort a game at any time, a player only before both sides have moved, and not
    /// while it is adjourned.
    fn abort(&self, actor: Actor) -> Result<Event, GameError> {
        if actor == Actor::Server {
            return Ok(Event::Aborted { by: None });
        }
        let by = self.side(actor)?;
        self.ensure_not_over()?;
        ensure(!self.is_adjourned(), GameError::Adjourned)?;
        ensure(self.ply() < ABORTABLE_PLIES, GameError::Begun)?;
        Ok(Event::Aborted { by: Some(by) })
    }
}

/// A player takes a seat, or the server gives it to them.
fn join(actor: Actor, color: Color, name: Option<&Name>) -> Result<Event, GameError> {
    ensure(actor == Actor::Server || actor == Actor::Player(color), GameError::NotAllowed)?;
    Ok(Event::Joined { color, name: name.cloned() })
}
