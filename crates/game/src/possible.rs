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
    pub(crate) fn check_event(&self, event: &Event) -> Result<(), GameError> {
        match event {
            Event::Created(_) => Err(GameError::Begun),
            Event::Joined { color, .. } => self.check_join(*color),
            Event::Renamed { color, .. } => self.check_rename(*color),
            Event::Moved { play, clock } => self.check_move(*play, *clock),
            Event::Offered { by, offer } => self.check_offer(*by, *offer),
            Event::Declined { offer, .. } => self.check_decline(*offer),
            Event::DrawAgreed => self.check_agree(),
            Event::Claimed { by, outcome } => self.check_claim(*by, *outcome),
            Event::TakenBack { plies, clocks } => self.check_take_back(*plies, clocks),
            Event::Redone { plies, clocks } => self.check_redo(*plies, clocks),
            Event::MoveRecorded { play } => self.check_record_move(*play),
            Event::ResultRecorded { .. } => self.check_record_result(),
            Event::Resigned { .. } => self.check_resign(),
            Event::Aborted { .. } => self.ensure_not_over(),
            Event::Flagged { color } => self.check_flag(*color),
            Event::Abandoned { .. } => self.check_be_abandoned(),
            Event::TimeGiven { to, .. } => self.check_take_time(*to),
            Event::Resumed { clock, .. } => self.check_resume(*clock),
            Event::Adjourned { .. } => self.ensure_playing(),
            Event::Continued => ensure(self.is_adjourned(), GameError::NotAllowed),
            Event::Rematched { .. } => self.check_rematch(),
        }
    }

    pub(crate) fn ensure_playing(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Playing => Ok(()),
            Status::Waiting => Err(GameError::Waiting),
            Status::Adjourned => Err(GameError::Adjourned),
            Status::Over(_) => Err(GameError::Over),
        }
    }

    pub(crate) fn ensure_not_over(&self) -> Result<(), GameError> {
        ensure(self.ended.is_none(), GameError::Over)
    }

    pub(crate) fn is_adjourned(&self) -> bool {
        self.status() == Status::Adjourned
    }

    pub(crate) fn ensure_turn_of(&self, color: Color) -> Result<(), GameError> {
        self.ensure_playing()?;
        ensure(self.turn() == color, GameError::NotYourTurn)
    }

    /// A game that ended by the rules of chess can continue after a takeback. One that the players
    /// ended cannot, nor one with a rematch.
    pub(crate) fn check_go_back(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Over(End::Board(_)) => ensure(self.next.is_none(), GameError::Over),
            _ => self.ensure_playing(),
        }
    }

    pub(crate) fn check_rematch(&self) -> Result<(), GameError> {
        ensure(self.ended.is_some(), GameError::NotOver)?;
        ensure(self.next.is_none(), GameError::Rematched)
    }

    fn check_join(&self, color: Color) -> Result<(), GameError> {
        self.ensure_not_over()?;
        ensure(self.terms.seats[color].player == Player::Open, GameError::SeatTaken)
    }

    /// Only people can be renamed.
    fn check_rename(&self, color: Color) -> Result<(), GameError> {
        ensure(self.terms.seats[color].player == Player::Person, GameError::NotAllowed)
    }

    fn check_move(&self, play: Move, clock: Option<Duration>) -> Result<(), GameError> {
        self.ensure_playing()?;
        self.board.position().play(play).map_err(GameError::Illegal)?;
        self.ensure_clock_matches(self.turn(), clock)
    }

    /// A recorded game goes on where the rules end it by themselves, as long as there are moves.
    fn check_record_move(&self, play: Move) -> Result<(), GameError> {
        match self.status() {
            Status::Over(End::Board(outcome)) => ensure(outcome.is_draw(), GameError::Over)?,
            _ => self.ensure_playing()?,
        }
        self.board.position().play(play).map(drop).map_err(GameError::Illegal)
    }

    /// What was written down counts, even if the board says otherwise.
    fn check_record_result(&self) -> Result<(), GameError> {
        match self.status() {
            Status::Over(End::Board(_)) => Ok(()),
            _ => self.ensure_playing(),
        }
    }

    fn check_offer(&self, by: Color, offer: Offer) -> Result<(), GameError> {
        match offer {
            Offer::Draw => self.ensure_playing()?,
            Offer::Takeback => self.check_request_takeback(by)?,
            Offer::Rematch => self.check_rematch()?,
        }
        ensure(!self.offers.is_fresh(by, offer), GameError::AlreadyOffered)
    }

    /// Takebacks are requested from people. Against an engine and in pass and play, undo is enough.
    fn check_request_takeback(&self, by: Color) -> Result<(), GameError> {
        let is_allowed = self.terms.takebacks && !self.terms.shared && !self.has_engine();
        ensure(is_allowed, GameError::NotAllowed)?;
        self.ensure_playing()?;
        ensure(self.ply() >= self.plies_since_turn_of(by), GameError::NothingToUndo)
    }

    fn ensure_offered(&self, offer: Offer) -> Result<(), GameError> {
        let is_open = Color::ALL.into_iter().any(|color| self.offers.is_open(color, offer));
        ensure(is_open, GameError::NoOffer)
    }

    /// Offers stand while a game is adjourned.
    fn check_decline(&self, offer: Offer) -> Result<(), GameError> {
        ensure(!self.is_adjourned(), GameError::Adjourned)?;
        self.ensure_offered(offer)
    }

    /// Resigning is all that a player can do in an adjourned game: a lost game need not wait for
    /// the next lesson.
    fn check_resign(&self) -> Result<(), GameError> {
        if self.is_adjourned() { Ok(()) } else { self.ensure_playing() }
    }

    fn check_agree(&self) -> Result<(), GameError> {
        self.ensure_playing()?;
        if self.terms.shared { Ok(()) } else { self.ensure_offered(Offer::Draw) }
    }

    /// A draw may be claimed with a move that is not played, so every move is tried.
    fn check_claim(&self, by: Color, outcome: Outcome) -> Result<(), GameError> {
        self.ensure_turn_of(by)?;
        let moves = self.board.position().legal_moves();
        let claims = moves.iter().map(|&play| self.board.claimable_draw_with(play));
        let found = claims.chain([self.board.claimable_draw()]).any(|claim| claim == Some(outcome));
        ensure(found, GameError::NoClaim)
    }

    fn check_take_back(&self, plies: u16, clocks: &Clocks) -> Result<(), GameError> {
        self.check_go_back()?;
        ensure(plies > 0 && usize::from(plies) <= self.ply(), GameError::NothingToUndo)?;
        self.ensure_clocks_match(clocks)
    }

    fn check_redo(&self, plies: u16, clocks: &Clocks) -> Result<(), GameError> {
        self.ensure_playing()?;
        let undone = self.board.undone().count();
        ensure(plies > 0 && usize::from(plies) <= undone, GameError::NothingToUndo)?;
        self.ensure_clocks_match(clocks)
    }

    fn check_flag(&self, color: Color) -> Result<(), GameError> {
        self.ensure_turn_of(color)?;
        ensure(self.allowance().is_some(), GameError::NoClock)
    }

    /// Engines and pass-and-play partners are never absent.
    pub(crate) fn check_be_abandoned(&self) -> Result<(), GameError> {
        let is_allowed = self.terms.abandonment && !self.terms.shared && !self.has_engine();
        ensure(is_allowed, GameError::NotAllowed)?;
        self.ensure_playing()
    }

    fn check_take_time(&self, to: Color) -> Result<(), GameError> {
        self.ensure_playing()?;
        ensure(self.terms.time[to].is_some(), GameError::NoClock)
    }

    fn check_resume(&self, clock: Option<Duration>) -> Result<(), GameError> {
        self.ensure_playing()?;
        self.ensure_clock_matches(self.turn(), clock)
    }

    fn ensure_clocks_match(&self, clocks: &Clocks) -> Result<(), GameError> {
        clocks.iter().try_for_each(|(color, &clock)| self.ensure_clock_matches(color, clock))
    }

    /// Exactly the sides with a time control have a clock.
    fn ensure_clock_matches(&self, color: Color, clock: Option<Duration>) -> Result<(), GameError> {
        ensure(clock.is_some() == self.terms.time[color].is_some(), GameError::NoClock)
    }
}

pub(crate) fn ensure(holds: bool, otherwise: GameError) -> Result<(), GameError> {
    if holds { Ok(()) } else { Err(otherwise) }
}
