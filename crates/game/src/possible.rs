//! Which events are possible in a game, no matter who asks: one predicate per rule.
//!
//! `decide` checks the events that it returns, and `fold` those that it applies, so a log that
//! replays was played by the rules.

use std::time::Duration;

use chess::{Color, Move, Outcome};

use crate::game::Clocks;
use crate::{End, Event, Game, GameError, Offer, Player, Status};

impl Game {
    /// Whether an event is possible now.
    pub(crate) fn possible(&self, event: &Event) -> Result<(), GameError> {
        match event {
            Event::Created(_) => Err(GameError::Begun),
            Event::Joined { color, .. } => self.can_join(*color),
            Event::Renamed { color, .. } => self.can_rename(*color),
            Event::Moved { play, clock } => self.can_move(*play, *clock),
            Event::Offered { by, offer } => self.can_offer(*by, *offer),
            Event::Declined { offer, .. } => self.is_offered(*offer),
            Event::DrawAgreed => self.can_agree(),
            Event::Claimed { by, outcome } => self.can_claim(*by, *outcome),
            Event::TakenBack { plies, clocks } => self.can_take_back(*plies, clocks),
            Event::Redone { plies, clocks } => self.can_redo(*plies, clocks),
            Event::MoveRecorded { play } => self.can_record_move(*play),
            Event::ResultRecorded { .. } => self.can_record_result(),
            Event::Resigned { .. } => self.is_playing(),
            Event::Aborted { .. } => self.is_not_over(),
            Event::Flagged { color } => self.can_flag(*color),
            Event::Abandoned { .. } => self.can_be_abandoned(),
            Event::TimeGiven { to, .. } => self.can_take_time(*to),
            Event::Resumed { clock, .. } => self.can_resume(*clock),
            Event::Rematched { .. } => self.can_rematch(),
        }
    }

    pub(crate) fn is_playing(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Playing => Ok(()),
            Status::Waiting => Err(GameError::Waiting),
            Status::Over(_) => Err(GameError::Over),
        }
    }

    pub(crate) fn is_not_over(&self) -> Result<(), GameError> {
        ensure(self.ended.is_none(), GameError::Over)
    }

    pub(crate) fn is_turn_of(&self, color: Color) -> Result<(), GameError> {
        self.is_playing()?;
        ensure(self.turn() == color, GameError::NotYourTurn)
    }

    /// A game that ended by the rules of chess can continue after a takeback. One that the players
    /// ended cannot, nor one with a rematch.
    pub(crate) fn can_go_back(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Over(End::Board(_)) => ensure(self.next.is_none(), GameError::Over),
            _ => self.is_playing(),
        }
    }

    pub(crate) fn can_rematch(&self) -> Result<(), GameError> {
        ensure(self.ended.is_some(), GameError::NotOver)?;
        ensure(self.next.is_none(), GameError::Rematched)
    }

    fn can_join(&self, color: Color) -> Result<(), GameError> {
        self.is_not_over()?;
        ensure(self.terms.seats[color].player == Player::Open, GameError::SeatTaken)
    }

    /// Only people can be renamed.
    fn can_rename(&self, color: Color) -> Result<(), GameError> {
        ensure(self.terms.seats[color].player == Player::Person, GameError::NotAllowed)
    }

    fn can_move(&self, play: Move, clock: Option<Duration>) -> Result<(), GameError> {
        self.is_playing()?;
        self.board.position().play(play).map_err(GameError::Illegal)?;
        self.matches_clock(self.turn(), clock)
    }

    /// A recorded game goes on where the rules end it by themselves, as long as there are moves.
    fn can_record_move(&self, play: Move) -> Result<(), GameError> {
        match self.status() {
            Status::Over(End::Board(outcome)) => ensure(outcome.is_draw(), GameError::Over)?,
            _ => self.is_playing()?,
        }
        self.board.position().play(play).map(drop).map_err(GameError::Illegal)
    }

    /// What was written down counts, even if the board says otherwise.
    fn can_record_result(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Over(End::Board(_)) => Ok(()),
            _ => self.is_playing(),
        }
    }

    fn can_offer(&self, by: Color, offer: Offer) -> Result<(), GameError> {
        match offer {
            Offer::Draw => self.is_playing()?,
            Offer::Takeback => self.can_request_takeback(by)?,
            Offer::Rematch => self.can_rematch()?,
        }
        ensure(!self.offers.is_fresh(by, offer), GameError::AlreadyOffered)
    }

    /// Takebacks are requested from people. Against an engine and in pass and play, undo is enough.
    fn can_request_takeback(&self, by: Color) -> Result<(), GameError> {
        ensure(!self.terms.shared && !self.has_engine(), GameError::NotAllowed)?;
        self.is_playing()?;
        ensure(self.ply() >= self.plies_since_turn_of(by), GameError::NothingToUndo)
    }

    fn is_offered(&self, offer: Offer) -> Result<(), GameError> {
        let is_open = Color::ALL.into_iter().any(|color| self.offers.is_open(color, offer));
        ensure(is_open, GameError::NoOffer)
    }

    fn can_agree(&self) -> Result<(), GameError> {
        self.is_playing()?;
        if self.terms.shared { Ok(()) } else { self.is_offered(Offer::Draw) }
    }

    /// A draw may be claimed with a move that is not played, so every move is tried.
    fn can_claim(&self, by: Color, outcome: Outcome) -> Result<(), GameError> {
        self.is_turn_of(by)?;
        let moves = self.board.position().legal_moves();
        let claims = moves.iter().map(|&play| self.board.claimable_draw_with(play));
        let found = claims.chain([self.board.claimable_draw()]).any(|claim| claim == Some(outcome));
        ensure(found, GameError::NoClaim)
    }

    fn can_take_back(&self, plies: u16, clocks: &Clocks) -> Result<(), GameError> {
        self.can_go_back()?;
        ensure(plies > 0 && usize::from(plies) <= self.ply(), GameError::NothingToUndo)?;
        self.matches_clocks(clocks)
    }

    fn can_redo(&self, plies: u16, clocks: &Clocks) -> Result<(), GameError> {
        self.is_playing()?;
        let undone = self.board.undone().count();
        ensure(plies > 0 && usize::from(plies) <= undone, GameError::NothingToUndo)?;
        self.matches_clocks(clocks)
    }

    fn can_flag(&self, color: Color) -> Result<(), GameError> {
        self.is_turn_of(color)?;
        ensure(self.allowance().is_some(), GameError::NoClock)
    }

    /// Engines and pass-and-play partners are never absent.
    pub(crate) fn can_be_abandoned(&self) -> Result<(), GameError> {
        ensure(!self.terms.shared && !self.has_engine(), GameError::NotAllowed)?;
        self.is_playing()
    }

    fn can_take_time(&self, to: Color) -> Result<(), GameError> {
        self.is_playing()?;
        ensure(self.terms.time[to].is_some(), GameError::NoClock)
    }

    fn can_resume(&self, clock: Option<Duration>) -> Result<(), GameError> {
        self.is_playing()?;
        self.matches_clock(self.turn(), clock)
    }

    fn matches_clocks(&self, clocks: &Clocks) -> Result<(), GameError> {
        clocks.iter().try_for_each(|(color, &clock)| self.matches_clock(color, clock))
    }

    /// Exactly the sides with a time control have a clock.
    fn matches_clock(&self, color: Color, clock: Option<Duration>) -> Result<(), GameError> {
        ensure(clock.is_some() == self.terms.time[color].is_some(), GameError::NoClock)
    }
}

pub(crate) fn ensure(holds: bool, otherwise: GameError) -> Result<(), GameError> {
    if holds { Ok(()) } else { Err(otherwise) }
}
