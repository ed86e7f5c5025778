//! The terms of a game, agreed before the first move.

use std::time::Duration;

use chess::{ByColor, Color, Outcome, Position, chess960};

use crate::{Bonus, Player, Seat, TimeControl};

/// The maximum base time.
const MAX_TIME: Duration = Duration::from_hours(24);

/// The maximum time bonus.
const MAX_BONUS: Duration = Duration::from_mins(10);

/// The terms of a game. Only the players can change later, by joining or renaming.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is agreed for itself")]
pub struct Terms {
    /// The starting position.
    pub start: Start,
    /// The seats.
    pub seats: ByColor<Seat>,
    /// The time controls; none for unlimited time.
    pub time: ByColor<Option<TimeControl>>,
    /// Both sides are played on one device (pass and play).
    pub shared: bool,
    /// Threefold repetition and the fifty-move rule end the game without a claim.
    pub automatic_draws: bool,
    /// Players may ask each other to take moves back. In competitions they may not.
    pub takebacks: bool,
    /// A player may claim the game when the opponent has left it. In a simul nobody may: the
    /// exhibitor is at one board at a time.
    pub abandonment: bool,
}

/// The starting position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The standard starting position.
    Standard,
    /// The Chess960 starting position of this number, below 960.
    Chess960(u16),
    /// A custom position.
    Position(Box<Position>),
}

impl Terms {
    /// The outcome of a board under these terms.
    pub(crate) fn outcome(&self, board: &chess::Game) -> Option<Outcome> {
        let claim = || board.claimable_draw().filter(|_| self.automatic_draws);
        board.outcome().or_else(claim)
    }

    /// The starting position, if the terms are valid.
    pub(crate) fn check(&self) -> Result<Position, TermsError> {
        for (color, control) in self.time.iter() {
            control.as_ref().map_or(Ok(()), |control| control.check(color))?;
        }
        let other = self.seats.iter().find(|(_, seat)| seat.player != Player::Person);
        if let Some((color, _)) = other.filter(|_| self.shared) {
            return Err(TermsError::SharedWithoutPerson(color));
        }
        self.start.position()
    }
}

impl Start {
    fn position(&self) -> Result<Position, TermsError> {
        match self {
            Start::Standard => Ok(Position::default()),
            Start::Chess960(number) => {
                chess960::start(*number).ok_or(TermsError::NoSuchStart(*number))
            }
            Start::Position(position) => Ok(**position),
        }
    }
}

impl TimeControl {
    /// True if a game can be played with it.
    pub fn is_valid(self) -> bool {
        self.check(Color::White).is_ok()
    }

    fn check(self, color: Color) -> Result<(), TermsError> {
        let bonus = match self.bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        };
        // A Bronstein delay adds back used time, so without base time there is nothing to use.
        let is_given_before_use = matches!(self.bonus, Bonus::Increment(_) | Bonus::Delay(_));
        if self.base > MAX_TIME {
            Err(TermsError::TooMuchTime(color, self.base))
        } else if bonus > MAX_BONUS {
            Err(TermsError::TooMuchBonus(color, bonus))
        } else if self.base.is_zero() && (bonus.is_zero() || !is_given_before_use) {
            Err(TermsError::NoTime(color))
        } else {
            Ok(())
        }
    }
}

/// Why no game can be played by these terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TermsError {
    /// There is no Chess960 position of this number.
    #[error("there is no Chess960 position {0}; they are numbered from 0 to {last}",
        last = chess960::START_POSITIONS - 1)]
    NoSuchStart(u16),
    /// The game would be over before the first move.
    #[error("the game would be over before the first move: {0}")]
    StartIsOver(Outcome),
    /// A side has no time to make a move.
    #[error("{0} has no time to make a move")]
    NoTime(Color),
    /// A side has more time than allowed.
    #[error("{1:?} for {0} is too long; at most 24 hours are allowed")]
    TooMuchTime(Color, Duration),
    /// A side's time bonus is larger than allowed.
    #[error("a bonus of {1:?} for {0} is too long; at most 10 minutes are allowed")]
    TooMuchBonus(Color, Duration),
    /// A pass-and-play game has an open seat or an engine on this side.
    #[error("pass and play needs a person on both sides; {0} has none")]
    SharedWithoutPerson(Color),
}
