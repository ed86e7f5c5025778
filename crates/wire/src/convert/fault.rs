//! Why something that could be read still makes no sense.

use std::fmt;

use chess::{FenError, UciError};
use game::NameError;

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A name is none.
    Name(NameError),
    /// There is no Chess960 start of this number.
    Chess960(u16),
    /// A FEN is no legal position.
    Fen(FenError),
    /// More time than a game can have, in milliseconds.
    TooMuchTime {
        /// What was asked for.
        seen: u64,
        /// The most there can be.
        most: u64,
    },
    /// Both seats are open, so nobody would hold the game.
    BothOpen,
    /// A seat is open at a screen that both sides share.
    SharedOpen,
    /// A move is none, or is not legal.
    Move(UciError),
}

impl Fault {
    /// A short word for programs; it never changes.
    pub fn code(&self) -> &'static str {
        match self {
            Fault::Name(_) => "bad_name",
            Fault::Chess960(_) => "bad_chess960",
            Fault::Fen(_) => "bad_fen",
            Fault::TooMuchTime { .. } => "bad_time",
            Fault::BothOpen | Fault::SharedOpen => "bad_seats",
            Fault::Move(_) => "bad_move",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Fault::Name(error) => error.fmt(f),
            Fault::Chess960(number) => {
                write!(f, "there is no Chess960 start {number}; they are numbered from 0 to 959")
            }
            Fault::Fen(error) => error.fmt(f),
            Fault::TooMuchTime { seen, most } => {
                write!(f, "{seen} ms is too much time; at most {most} ms are allowed")
            }
            Fault::BothOpen => f.write_str("one of the two seats has to be taken at the start"),
            Fault::SharedOpen => {
                f.write_str("at a shared screen both sides are played; neither seat can be open")
            }
            Fault::Move(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Fault {}

impl From<NameError> for Fault {
    fn from(error: NameError) -> Fault {
        Fault::Name(error)
    }
}

impl From<FenError> for Fault {
    fn from(error: FenError) -> Fault {
        Fault::Fen(error)
    }
}

impl From<UciError> for Fault {
    fn from(error: UciError) -> Fault {
        Fault::Move(error)
    }
}
