//! The fold: what each event makes of a game. The only place where a game changes.
//!
//! An event carries what came of it, such as what a clock shows, so nothing is worked out twice and
//! a game replays the same for ever, whatever becomes of the rules by which it was decided.

use std::fmt;

use chess::{Color, Move};

use crate::game::{Clocks, Ended};
use crate::{
    AbandonedResult, End, Event, Game, GameError, Name, Offer, Player, Record, TermsError,
    Timestamp,
};

impl Game {
    /// The game that a log tells.
    ///
    /// # Errors
    /// When the log does not begin with the creation of the game, has a gap, or tells of something
    /// that cannot have happened.
    pub fn replay(records: impl IntoIterator<Item = Record>) -> Result<Game, ReplayError> {
        let mut records = records.into_iter();
        let first = records.next().ok_or(ReplayError::NotCreated)?;
        in_order(first.version, 1)?;
        let Event::Created(terms) = first.event else { return Err(ReplayError::NotCreated) };
        let mut game = Game::kept(*terms, first.at).map_err(ReplayError::Terms)?;
        records.try_for_each(|record| game.apply(&record))?;
        Ok(game)
    }

    /// Lets the next event happen.
    ///
    /// # Errors
    /// When it is not the next one or cannot happen; nothing changes.
    pub fn apply(&mut self, record: &Record) -> Result<(), ReplayError> {
        let Record { version, at, event } = record;
        in_order(*version, self.version + 1)?;
        self.possible(event)
            .map_err(|reason| ReplayError::Impossible { version: *version, reason })?;
        self.change(event, *at);
        self.version = *version;
        self.last_at = *at;
        Ok(())
    }

    /// Changes what a possible event changes.
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
                self.turn_began = at;
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

    /// Plays a legal move. The clocks of moves that were taken back are kept as long as the board
    /// keeps the moves.
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

    /// A new turn begins, unless the board has ended the game.
    fn begin_turn(&mut self, clocks: Clocks, at: Timestamp) {
        *self.remaining_mut() = clocks;
        self.turn_began = at;
        self.ended = None;
        if let Some(outcome) = self.terms.outcome(&self.board) {
            self.end(End::Board(outcome), at);
        }
    }

    /// A fallen flag wins only for somebody who could still have mated.
    fn flag(&mut self, color: Color, at: Timestamp) {
        let board = self.board.position().board();
        let winner = Some(!color).filter(|&winner| board.can_mate(winner));
        self.end(End::Flagged { color, winner }, at);
    }

    /// A game that was left is won only by somebody who could still have mated.
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

/// Why a log is not the log of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// It does not begin with the creation of a game.
    NotCreated,
    /// The game was created by terms that nobody can play by.
    Terms(TermsError),
    /// An event is missing, or there twice.
    Version {
        /// The number that comes next.
        expected: u32,
        /// The number that was there.
        found: u32,
    },
    /// An event cannot have happened.
    Impossible {
        /// Its number.
        version: u32,
        /// What speaks against it.
        reason: GameError,
    },
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ReplayError::NotCreated => {
                write!(f, "the log does not begin with the creation of the game")
            }
            ReplayError::Terms(error) => write!(f, "the game cannot have been created: {error}"),
            ReplayError::Version { expected, found } => {
                write!(f, "event {found} stands where event {expected} should")
            }
            ReplayError::Impossible { version, reason } => {
                write!(f, "event {version} cannot have happened: {reason}")
            }
        }
    }
}

impl std::error::Error for ReplayError {}
