//! What comes of a command: who may do what, and what they do by it.
//!
//! Deciding changes nothing. A command is answered in one order: whether it is this actor's to do,
//! whether the game is at a stage for it, whether everything else fits, and last whether it comes
//! in time.

mod absence;
mod moves;
mod offers;
mod time;
mod undo;

use chess::Color;

use crate::game::OPENING_PLIES;
use crate::possible::ensure;
use crate::{Actor, Command, Event, Game, GameError, Name, Player, Timestamp};

impl Game {
    /// The events that a command leads to. None of them has happened yet: they are for
    /// [`Game::record`] and [`Game::apply`].
    ///
    /// Whatever a player wants when the time of the side to move is already over comes too late;
    /// it leads to [`Event::Flagged`].
    ///
    /// # Errors
    /// When the command is not the actor's to give, or does not fit the game.
    pub fn decide(
        &self,
        actor: Actor,
        command: &Command,
        now: Timestamp,
    ) -> Result<Vec<Event>, GameError> {
        let Some(event) = self.event(actor, command, now)? else { return Ok(Vec::new()) };
        self.possible(&event)?;
        let in_time = !self.comes_late(actor, command, now);
        Ok(vec![if in_time { event } else { Event::Flagged { color: self.turn() } }])
    }

    /// The event that an actor asks for, if it is theirs to ask; none when nothing has to happen.
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
            Command::Flag => self.look_at_time(now)?,
            Command::Resume { last, grace } => return self.resume(actor, last.min(now), grace),
        };
        Ok(Some(event))
    }

    /// The side that an actor acts for. At one screen it is the side to move.
    fn side(&self, actor: Actor) -> Result<Color, GameError> {
        match actor {
            Actor::Player(color) if self.terms.seats[color].player != Player::Open => Ok(color),
            Actor::Both if self.terms.shared => Ok(self.turn()),
            _ => Err(GameError::NotAllowed),
        }
    }

    /// A player changes the own name. At one screen either name can be changed at any time, not
    /// only that of the side to move.
    fn rename(&self, actor: Actor, color: Color, name: Option<&Name>) -> Result<Event, GameError> {
        let allowed = match actor {
            Actor::Player(own) => own == color,
            Actor::Both => self.terms.shared,
            Actor::Server => true,
        };
        ensure(allowed, GameError::NotAllowed)?;
        Ok(Event::Renamed { color, name: name.cloned() })
    }

    /// The server may call a game off at any time, a player only before it has really begun.
    fn abort(&self, actor: Actor) -> Result<Event, GameError> {
        if actor == Actor::Server {
            return Ok(Event::Aborted { by: None });
        }
        let by = self.side(actor)?;
        self.is_not_over()?;
        ensure(self.ply() < OPENING_PLIES, GameError::Begun)?;
        Ok(Event::Aborted { by: Some(by) })
    }
}

/// Somebody sits down for themselves, or the server shows them to their seat.
fn join(actor: Actor, color: Color, name: Option<&Name>) -> Result<Event, GameError> {
    ensure(actor == Actor::Server || actor == Actor::Player(color), GameError::NotAllowed)?;
    Ok(Event::Joined { color, name: name.cloned() })
}
