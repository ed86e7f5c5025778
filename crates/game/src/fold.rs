//! The fold: how each event changes a game. A game changes nowhere else.
//!
//! An event carries its results, such as the time left on a clock, so nothing is computed twice and
//! a game always replays the same way, even when the rules by which it was decided change.

use chess::{Color, Move};

use crate::game::{Clocks, Ended};
use crate::{
    AbandonedResult, End, Event, Game, GameError, Name, Offer, Player, Record, TermsError,
    Timestamp,
};

impl Game {
    /// Replays a game from its log.
    ///
    /// # Errors
    /// When the log does not start with the creation of the game, has a gap, or contains an
    /// impossible event.
    pub fn replay(records: impl IntoIterator<Item = Record>) -> Result<Game, ReplayError> {
        let mut records = records.into_iter();
        let first = records.next().ok_or(ReplayError::NotCreated)?;
        in_order(first.version, 1)?;
        let Event::Created(terms) = first.event else { return Err(ReplayError::NotCreated) };
        let mut game = Game::stored(*terms, first.at).map_err(ReplayError::Terms)?;
        records.try_for_each(|record| game.apply(&record))?;
        Ok(game)
    }

    /// Applies the next event.
    ///
    /// # Errors
    /// When it is not the next one or is impossible; the game stays unchanged.
    pub fn apply(&mut self, record: &Record) -> Result<(), ReplayError> {
        let Record { version, at, event } = record;
        in_order(*version, self.version + 1)?;
        self.check_event(event)
            .map_err(|reason| ReplayError::Impossible { version: *version, reason })?;
        self.change(event, *at);
        self.version = *version;
        self.last_at = *at;
        Ok(())
    }

    /// Applies an event that was found to be possible.
    fn change(&mut self, event: &Event, at: Timestamp) {
        match *event {
            Event::Created(_) => {}
            Event::Joined { color, ref name } => self.seat(color, name.as_ref()),
            Event::Renamed { color, ref name } => self.terms.seats[color].name.clone_from(name),
            Event::Moved { play, clock } => {
                let mut clocks = *self.remaining();
                clocks[self.turn()] = clock;
                self.play(play, clocks, at);
            }
            Event::MoveRecorded { play } => self.play_on(play, at),
            Event::Offered { by, offer } => self.offers.make(by, offer),
            Event::Declined { by, offer } => self.offers.decline(by, offer),
            Event::DrawAgreed => self.end(End::Agreement, at),
            Event::Claimed { outcome, .. } => self.end(End::Board(outcome), at),
            Event::TakenBack { plies, clocks } => {
                for _ in 0..plies {
                    self.board.undo();
                }
                self.offers.settle(Offer::Takeback);
                self.begin_turn(clocks, at);
            }
            Event::Redone { plies, clocks } => {
                for _ in 0..plies {
                    self.board.redo();
                }
                self.begin_turn(clocks, at);
            }
            Event::Resigned { by } => self.end(End::Resigned { by }, at),
            Event::Aborted { .. } => self.end(End::Aborted, at),
            Event::Flagged { color } => self.flag(color, at),
            Event::ResultRecorded { winner } => self.end(End::Recorded { winner }, at),
            Event::Abandoned { by, result } => self.abandon(by, result, at),
            Event::TimeGiven { to, amount } => {
                let clocks = self.remaining_mut();
                clocks[to] = clocks[to].map(|time| time.saturating_add(amount));
            }
            Event::Resumed { clock, grace } => {
                let mut clocks = *self.remaining();
                clocks[self.turn()] = clock;
                let given = |color| clocks[color].map(|time| time.saturating_add(grace));
                *self.remaining_mut() = Clocks::from_fn(given);
                self.turn_started = at;
                self.grace.give(grace);
            }
            Event::Adjourned { spent } => self.adjourned = Some(spent),
            Event::Continued => {
                let spent = self.adjourned.take().unwrap_or_default();
                self.turn_started = at.before(spent);
            }
            Event::Rematched { ref next } => {
                self.offers.settle(Offer::Rematch);
                self.next = Some(next.clone());
            }
        }
    }

    fn seat(&mut self, color: Color, name: Option<&Name>) {
        let seat = &mut self.terms.seats[color];
        seat.player = Player::Person;
        seat.name = name.cloned();
    }

    /// Plays a legal move. The clocks of undone moves stay as long as the board has the moves.
    fn play(&mut self, play: Move, clocks: Clocks, at: Timestamp) {
        self.offers.pass_move(self.turn());
        if self.board.play(play).is_ok() {
            self.after_move(clocks, at);
        }
    }

    /// Plays a legal move after an automatic draw. Recorded games have no clocks that run.
    fn play_on(&mut self, play: Move, at: Timestamp) {
        let clocks = *self.remaining();
        if self.board.play_on(play).is_ok() {
            self.after_move(clocks, at);
        }
    }

    fn after_move(&mut self, clocks: Clocks, at: Timestamp) {
        let line = self.ply() + self.board.undone().count();
        self.clocks.resize(line + 1, clocks);
        self.begin_turn(clocks, at);
    }

    /// Starts a new turn, unless the rules of the board end the game.
    fn begin_turn(&mut self, clocks: Clocks, at: Timestamp) {
        *self.remaining_mut() = clocks;
        self.turn_started = at;
        self.grace.next_turn();
        self.ended = None;
        if let Some(outcome) = self.terms.outcome(&self.board) {
            self.end(End::Board(outcome), at);
        }
    }

    /// Running out of time loses only if the opponent could still mate.
    fn flag(&mut self, color: Color, at: Timestamp) {
        let board = self.board.position().board();
        let winner = Some(!color).filter(|&winner| board.can_mate(winner));
        self.end(End::Flagged { color, winner }, at);
    }

    /// An abandoned game is won only by a player who could still mate.
    fn abandon(&mut self, by: Color, result: AbandonedResult, at: Timestamp) {
        let board = self.board.position().board();
        let claimed = Some(!by).filter(|_| result == AbandonedResult::Win);
        let winner = claimed.filter(|&winner| board.can_mate(winner));
        self.end(End::Abandoned { by, winner }, at);
    }

    fn end(&mut self, how: End, at: Timestamp) {
        self.ended = Some(Ended { how, at });
        self.offers.settle(Offer::Draw);
        self.offers.settle(Offer::Takeback);
    }

    fn remaining_mut(&mut self) -> &mut Clocks {
        let ply = self.ply();
        &mut self.clocks[ply]
    }
}

fn in_order(found: u32, expected: u32) -> Result<(), ReplayError> {
    if found == expected { Ok(()) } else { Err(ReplayError::Version { expected, found }) }
}

/// Why a log cannot be replayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The first event does not create a game.
    #[error("the log does not start with the creation of the game")]
    NotCreated,
    /// The game was created with terms that nobody can play by.
    #[error("the terms of the game are invalid: {0}")]
    Terms(TermsError),
    /// An event is missing or duplicated.
    #[error("expected event {expected}, found event {found}")]
    Version {
        /// The version that comes next.
        expected: u32,
        /// The version that was found.
        found: u32,
    },
    /// An event is impossible in the game so far.
    #[error("event {version} is impossible: {reason}")]
    Impossible {
        /// The version of the event.
        version: u32,
        /// Why it is impossible.
        reason: GameError,
    },
}
