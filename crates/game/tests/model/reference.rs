//! A game in the plainest way: one function a command, plain vectors, whole milliseconds.
//!
//! It shares nothing with the game but the types that both speak, and asks `chess` only which
//! moves are legal and where they lead.

use std::time::Duration;

use chess::{Color, Move};
use game::{
    Actor, Command, End, Event, GameError, GameId, Name, Offer, Player, Seat, Status, Terms,
};

use crate::reading::{millis, pair};

pub(crate) type Answer = Result<Vec<Event>, GameError>;

#[derive(Clone, Debug)]
pub(crate) struct Model {
    pub(crate) terms: Terms,
    pub(crate) version: u32,
    pub(crate) created_at: u64,
    pub(crate) last_at: u64,
    /// All moves of the line, also those taken back, and how many of them are played.
    pub(crate) line: Vec<Move>,
    pub(crate) played: usize,
    /// The clocks at the beginning of each turn of the line, White's first.
    pub(crate) shown: Vec<[Option<u64>; 2]>,
    pub(crate) turn_since: u64,
    /// The time that the mover had used when the game was adjourned.
    pub(crate) adjourned: Option<u64>,
    /// Offers on the table, and those that may not be made again yet, as (by, what).
    pub(crate) standing: Vec<(Color, Offer)>,
    pub(crate) barred: Vec<(Color, Offer)>,
    pub(crate) end: Option<(End, u64)>,
    pub(crate) next: Option<GameId>,
    /// The grace that each side has had, and whether there was some since the last move.
    pub(crate) graced: u64,
    pub(crate) graced_in_turn: bool,
    /// What the last command came to, and when.
    pub(crate) answer: Answer,
    pub(crate) clock_now: u64,
}

impl Model {
    pub(crate) fn new(terms: Terms, at: u64) -> Model {
        let base = |color| terms.time[color].map(|time| millis(time.base));
        let shown = vec![Color::ALL.map(base)];
        Model {
            terms,
            version: 1,
            created_at: at,
            last_at: at,
            line: Vec::new(),
            played: 0,
            shown,
            turn_since: at,
            adjourned: None,
            standing: Vec::new(),
            barred: Vec::new(),
            end: None,
            next: None,
            graced: 0,
            graced_in_turn: false,
            answer: Ok(Vec::new()),
            clock_now: at,
        }
    }

    /// Does what a command asks for, unless it is refused or too late.
    pub(crate) fn want(&mut self, actor: Actor, command: &Command, now: u64) -> Answer {
        let mut after = self.clone();
        let Some(mut event) = after.perform(actor, command, now)? else { return Ok(Vec::new()) };
        let lag = if let Command::Move { lag, .. } = command { millis(*lag) } else { 0 };
        let of_player = actor != Actor::Server && !matches!(command, Command::Rename { .. });
        let hurries = of_player || *command == Command::Adjourn;
        if hurries && self.is_out_of_time(now, lag) {
            after = self.clone();
            event = after.fall(now);
        }
        after.version += 1;
        after.last_at = now;
        *self = after;
        Ok(vec![event])
    }

    fn perform(
        &mut self,
        actor: Actor,
        command: &Command,
        now: u64,
    ) -> Result<Option<Event>, GameError> {
        match command {
            Command::Join { color, name } => self.join(actor, *color, name.as_ref()),
            Command::Rename { color, name } => self.rename(actor, *color, name.as_ref()),
            Command::Move { play, lag } => self.play(self.me(actor)?, *play, now, millis(*lag)),
            Command::Offer(offer) => self.offer(self.me(actor)?, *offer, now),
            Command::Decline(offer) => self.decline(self.me(actor)?, *offer),
            Command::Rematch { next } => self.rematch(self.me(actor)?, next),
            Command::Claim { with } => {
                let by = self.me(actor)?;
                self.my_turn(by)?;
                let outcome = self.find_claim(*with)?;
                self.finish(End::Board(outcome), now);
                Ok(Event::Claimed { by, outcome })
            }
            Command::ClaimAbandoned { result, absence } => {
                self.abandon(!self.me(actor)?, *result, *absence, now)
            }
            Command::Undo => self.undo(self.me(actor)?, now),
            Command::Redo => self.redo(self.me(actor)?, now),
            Command::Resign => {
                let by = self.me(actor)?;
                self.adjourned.map_or_else(|| self.playing(), |_| self.not_over())?;
                self.finish(End::Resigned { by }, now);
                Ok(Event::Resigned { by })
            }
            Command::Abort => self.abort(actor, now),
            Command::GiveTime(amount) => self.give_time(!self.me(actor)?, millis(*amount)),
            Command::Flag => {
                self.not_over()?;
                let fallen = self.is_out_of_time(now, 0);
                if fallen { Ok(self.fall(now)) } else { Err(GameError::TimeLeft) }
            }
            Command::Resume { last, grace } => {
                return self.resume(actor, last.0.min(now), now, millis(*grace));
            }
            Command::Adjourn => return self.adjourn(actor, now),
            Command::Continue => return self.go_on(actor, now),
        }
        .map(Some)
    }

    fn join(
        &mut self,
        actor: Actor,
        color: Color,
        name: Option<&Name>,
    ) -> Result<Event, GameError> {
        if actor != Actor::Server && actor != Actor::Player(color) {
            return Err(GameError::NotAllowed);
        }
        self.not_over()?;
        if self.terms.seats[color].player != Player::Open {
            return Err(GameError::SeatTaken);
        }
        self.terms.seats[color] = Seat { name: name.cloned(), player: Player::Person };
        Ok(Event::Joined { color, name: name.cloned() })
    }

    fn rename(
        &mut self,
        actor: Actor,
        color: Color,
        name: Option<&Name>,
    ) -> Result<Event, GameError> {
        let own = actor == Actor::Player(color);
        let both = actor == Actor::Both && self.terms.shared;
        let person = self.terms.seats[color].player == Player::Person;
        if !person || !(own || both || actor == Actor::Server) {
            return Err(GameError::NotAllowed);
        }
        let is_named = self.terms.seats[color].name.is_some();
        if actor != Actor::Server && is_named && self.end.is_some() {
            return Err(GameError::Over);
        }
        self.terms.seats[color].name = name.cloned();
        Ok(Event::Renamed { color, name: name.cloned() })
    }

    fn play(&mut self, me: Color, play: Move, now: u64, lag: u64) -> Result<Event, GameError> {
        self.my_turn(me)?;
        self.position().play(play).map_err(GameError::Illegal)?;
        let spent = self.thought(now).saturating_sub(lag);
        let mut shown = self.shown[self.played];
        let clock = shown[me as usize].map(|left| self.after_move(me, left, spent));
        shown[me as usize] = clock;
        if self.line.get(self.played) != Some(&play) {
            self.line.truncate(self.played);
            self.shown.truncate(self.played + 1);
            self.line.push(play);
            self.shown.push(shown);
        }
        self.standing.retain(|(by, _)| *by == me);
        self.barred.retain(|(by, _)| *by != me);
        self.stand_at(self.played + 1, shown, now);
        Ok(Event::Moved { play, clock: clock.map(Duration::from_millis) })
    }

    fn decline(&mut self, me: Color, offer: Offer) -> Result<Event, GameError> {
        if self.status() == Status::Adjourned {
            return Err(GameError::Adjourned);
        }
        let theirs = self.standing.contains(&(!me, offer));
        let gone = if theirs { (!me, offer) } else { (me, offer) };
        if !self.standing.contains(&gone) {
            return Err(GameError::NoOffer);
        }
        self.standing.retain(|offer| *offer != gone);
        Ok(Event::Declined { by: me, offer })
    }

    fn rematch(&mut self, me: Color, next: &GameId) -> Result<Event, GameError> {
        self.can_rematch()?;
        let alone = self.terms.shared || self.engines() > 0;
        if !alone && !self.standing.contains(&(!me, Offer::Rematch)) {
            return Err(GameError::NoOffer);
        }
        self.standing.clear();
        self.next = Some(next.clone());
        Ok(Event::Rematched { next: next.clone() })
    }

    fn undo(&mut self, me: Color, now: u64) -> Result<Event, GameError> {
        let plies = self.stride(me)?;
        match self.end {
            Some((End::Board(_), _)) if self.next.is_none() => {}
            _ => self.playing()?,
        }
        if self.played < plies {
            return Err(GameError::NothingToUndo);
        }
        let target = self.played - plies;
        let clocks = self.shown[target];
        self.stand_at(target, clocks, now);
        Ok(Event::TakenBack { plies: plies as u16, clocks: pair(clocks) })
    }

    fn redo(&mut self, me: Color, now: u64) -> Result<Event, GameError> {
        let plies = self.stride(me)?.min(self.line.len() - self.played);
        self.playing()?;
        if plies == 0 {
            return Err(GameError::NothingToUndo);
        }
        let clocks = self.shown[self.played + plies];
        self.stand_at(self.played + plies, clocks, now);
        Ok(Event::Redone { plies: plies as u16, clocks: pair(clocks) })
    }

    fn abort(&mut self, actor: Actor, now: u64) -> Result<Event, GameError> {
        let by = if actor == Actor::Server { None } else { Some(self.me(actor)?) };
        self.not_over()?;
        if by.is_some() && self.adjourned.is_some() {
            return Err(GameError::Adjourned);
        }
        if by.is_some() && self.played >= 2 {
            return Err(GameError::Begun);
        }
        self.finish(End::Aborted, now);
        Ok(Event::Aborted { by })
    }

    fn give_time(&mut self, to: Color, amount: u64) -> Result<Event, GameError> {
        self.playing()?;
        let Some(clock) = &mut self.shown[self.played][to as usize] else {
            return Err(GameError::NoClock);
        };
        if !(1_000..=3_600_000).contains(&amount) {
            return Err(GameError::Amount(Duration::from_millis(amount)));
        }
        *clock += amount;
        Ok(Event::TimeGiven { to, amount: Duration::from_millis(amount) })
    }

    fn adjourn(&mut self, actor: Actor, now: u64) -> Result<Option<Event>, GameError> {
        if actor != Actor::Server {
            return Err(GameError::NotAllowed);
        }
        if self.status() == Status::Adjourned {
            return Ok(None);
        }
        self.playing()?;
        let spent = self.thought(now);
        self.adjourned = Some(spent);
        Ok(Some(Event::Adjourned { spent: Duration::from_millis(spent) }))
    }

    fn go_on(&mut self, actor: Actor, now: u64) -> Result<Option<Event>, GameError> {
        if actor != Actor::Server {
            return Err(GameError::NotAllowed);
        }
        self.not_over()?;
        let Some(spent) = self.adjourned.take() else { return Ok(None) };
        self.turn_since = now - spent;
        Ok(Some(Event::Continued))
    }

    fn resume(
        &mut self,
        actor: Actor,
        last: u64,
        now: u64,
        grace: u64,
    ) -> Result<Option<Event>, GameError> {
        if actor != Actor::Server {
            return Err(GameError::NotAllowed);
        }
        if self.deadline().is_none() {
            return Ok(None);
        }
        let mover = self.turn();
        let clock = self.shows(mover, last);
        let clocks = &mut self.shown[self.played];
        clocks[mover as usize] = clock;
        let grace = if self.graced_in_turn { 0 } else { grace.min(15_000 - self.graced) };
        self.graced += grace;
        self.graced_in_turn = true;
        clocks.iter_mut().flatten().for_each(|clock| *clock += grace);
        self.turn_since = now;
        let clock = clock.map(Duration::from_millis);
        Ok(Some(Event::Resumed { clock, grace: Duration::from_millis(grace) }))
    }
}
