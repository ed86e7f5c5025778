//! Why something that could be read still makes no sense.

use std::fmt;

use chess::{Color, FenError, InvalidSetup, UciError};
use game::NameError;

use crate::Code;

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
    pub fn code(&self) -> Code {
        match self {
            Fault::Name(_) => Code::BadName,
            Fault::Chess960(_) => Code::BadChess960,
            Fault::Fen(FenError::Invalid(setup)) => setup_code(setup),
            Fault::Fen(_) => Code::BadFen,
            Fault::TooMuchTime { .. } => Code::BadTime,
            Fault::BothOpen | Fault::SharedOpen => Code::BadSeats,
            Fault::Move(_) => Code::BadMove,
        }
    }

    /// What the sentence names that another language needs too.
    pub fn values(&self) -> Vec<String> {
        match self {
            Fault::Chess960(number) => vec![number.to_string()],
            Fault::Fen(FenError::Invalid(setup)) => setup_values(setup),
            _ => Vec::new(),
        }
    }
}

/// A position that can be read and cannot be: each rule has its word, since people can mend it.
fn setup_code(setup: &InvalidSetup) -> Code {
    match setup {
        InvalidSetup::Kings(..) => Code::BadKings,
        InvalidSetup::PawnOnBackRank(_) => Code::BadPawn,
        InvalidSetup::TooManyMen(_) => Code::BadMen,
        InvalidSetup::OpponentInCheck(_) | InvalidSetup::TooManyCheckers(_) => Code::BadCheck,
        InvalidSetup::CastlingRight(..) => Code::BadCastling,
        InvalidSetup::EnPassant(_) => Code::BadEnPassant,
    }
}

fn setup_values(setup: &InvalidSetup) -> Vec<String> {
    let side = |color: Color| if color == Color::White { "white" } else { "black" }.to_owned();
    match *setup {
        InvalidSetup::Kings(color, count) => vec![side(color), count.to_string()],
        InvalidSetup::PawnOnBackRank(square) | InvalidSetup::EnPassant(square) => {
            vec![square.to_string()]
        }
        InvalidSetup::TooManyMen(color) => vec![side(color)],
        InvalidSetup::CastlingRight(color, wing) => vec![side(color), wing.san().to_owned()],
        InvalidSetup::OpponentInCheck(_) | InvalidSetup::TooManyCheckers(_) => Vec::new(),
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
