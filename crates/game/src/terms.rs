//! What is agreed before the first move.

use std::fmt;
use std::time::Duration;

use chess::{ByColor, Color, Outcome, Position, chess960};

use crate::{Bonus, Player, Seat, TimeControl};

/// The longest time for a whole game.
const MOST_TIME: Duration = Duration::from_hours(24);

/// The most that a move can bring.
const MOST_BONUS: Duration = Duration::from_mins(10);

/// What a game is played by. Never changes, except that somebody sits down or is renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Where the pieces stand at the start.
    pub start: Start,
    /// White's seat and Black's.
    pub seats: ByColor<Seat>,
    /// White's time and Black's; none is as much as they like.
    pub time: ByColor<Option<TimeControl>>,
    /// Both sides are played at one screen: whoever holds it may move for either.
    pub shared: bool,
    /// Threefold repetition and fifty moves end the game without a claim.
    pub automatic_draws: bool,
}

/// Where a game begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The ordinary start.
    Standard,
    /// The Chess960 start of this number, below 960.
    Chess960(u16),
    /// A position of somebody's choice.
    Position(Box<Position>),
}

impl Terms {
    /// The end that a line has come to by itself under these terms.
    pub(crate) fn outcome(&self, board: &chess::Game) -> Option<Outcome> {
        let claim = || board.claimable_draw().filter(|_| self.automatic_draws);
        board.outcome().or_else(claim)
    }

    /// The position that the game begins with, when a game can be played by these terms.
    pub(crate) fn check(&self) -> Result<Position, TermsError> {
        for (color, control) in self.time.iter() {
            control.as_ref().map_or(Ok(()), |control| control.check(color))?;
        }
        let stranger = self.seats.iter().find(|(_, seat)| seat.player != Player::Person);
        if let Some((color, _)) = stranger.filter(|_| self.shared) {
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
    fn check(self, color: Color) -> Result<(), TermsError> {
        let bonus = match self.bonus {
            Bonus::None => Duration::ZERO,
            Bonus::Increment(time) | Bonus::Delay(time) | Bonus::Bronstein(time) => time,
        };
        // A Bronstein delay gives back what was used, and of nothing nothing can be used.
        let is_given_first = matches!(self.bonus, Bonus::Increment(_) | Bonus::Delay(_));
        if self.base > MOST_TIME {
            Err(TermsError::TooMuchTime(color, self.base))
        } else if bonus > MOST_BONUS {
            Err(TermsError::TooMuchBonus(color, bonus))
        } else if self.base.is_zero() && (bonus.is_zero() || !is_given_first) {
            Err(TermsError::NoTime(color))
        } else {
            Ok(())
        }
    }
}

/// Why no game can be played by some terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TermsError {
    /// There is no Chess960 start of this number.
    NoSuchStart(u16),
    /// The game would be over before it begins.
    StartIsOver(Outcome),
    /// A side has no time to make a move in.
    NoTime(Color),
    /// A side has more time than anybody needs.
    TooMuchTime(Color, Duration),
    /// A side's moves bring more than anybody needs.
    TooMuchBonus(Color, Duration),
    /// Both sides are played at one screen, but nobody sits on this seat, or an engine does.
    SharedWithoutPerson(Color),
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            TermsError::NoSuchStart(number) => {
                let last = chess960::START_POSITIONS - 1;
                write!(f, "there is no Chess960 start {number}; they are numbered from 0 to {last}")
            }
            TermsError::StartIsOver(outcome) => {
                write!(f, "a game cannot begin where it is over: {outcome}")
            }
            TermsError::NoTime(color) => {
                write!(f, "{color} has no time to make a move in")
            }
            TermsError::TooMuchTime(color, base) => {
                write!(f, "{base:?} for {color} is too long; 24 hours are the most")
            }
            TermsError::TooMuchBonus(color, bonus) => {
                write!(f, "{bonus:?} a move for {color} is too much; 10 minutes are the most")
            }
            TermsError::SharedWithoutPerson(color) => {
                write!(f, "at one screen people play both sides, but no person plays {color}")
            }
        }
    }
}

impl std::error::Error for TermsError {}
