//! Why something that could be read still makes no sense.

use std::fmt;

use chess::pgn::TagError;
use chess::{Color, FenError, PlayError, SetupError, UciError};
use game::NameError;

use crate::Code;
use crate::code::illegal;

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RequestError {
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
    /// A null move passes the turn of a side that is in check.
    NullMoveInCheck,
    /// A move cannot be played, since the game is over.
    Play(PlayError),
    /// There are more moves than anybody looks at.
    TooManyMoves {
        /// How many there are.
        seen: usize,
        /// How many there may be.
        most: usize,
    },
    /// A move follows one that does not come before it.
    Parent {
        /// The place of the move.
        node: usize,
        /// The place that it names.
        parent: u32,
    },
    /// A tag cannot be written.
    Tag(TagError),
    /// A result is none.
    Result(String),
}

impl RequestError {
    /// A short word for programs; it never changes.
    pub fn code(&self) -> Code {
        match self {
            RequestError::Name(_) => Code::BadName,
            RequestError::Chess960(_) => Code::BadChess960,
            RequestError::Fen(FenError::Invalid(setup)) => setup_code(setup),
            RequestError::Fen(_) => Code::BadFen,
            RequestError::TooMuchTime { .. } => Code::BadTime,
            RequestError::BothOpen | RequestError::SharedOpen => Code::BadSeats,
            RequestError::Move(UciError::Illegal(_, reason)) => match illegal(*reason) {
                Code::Illegal => Code::BadMove,
                code => code,
            },
            RequestError::Move(_) | RequestError::TooManyMoves { .. } => Code::BadMove,
            RequestError::NullMoveInCheck => Code::Illegal,
            RequestError::Play(PlayError::Illegal(reason)) => illegal(*reason),
            RequestError::Play(PlayError::GameOver(_)) => Code::Over,
            RequestError::Parent { .. } | RequestError::Tag(_) | RequestError::Result(_) => {
                Code::BadBody
            }
        }
    }

    /// What the sentence names that another language needs too.
    pub fn values(&self) -> Vec<String> {
        match self {
            RequestError::Chess960(number) => vec![number.to_string()],
            RequestError::Fen(FenError::Invalid(setup)) => setup_values(setup),
            _ => Vec::new(),
        }
    }
}

/// A position that can be read and cannot be: each rule has its word, since people can mend it.
fn setup_code(setup: &SetupError) -> Code {
    match setup {
        SetupError::Kings(..) => Code::BadKings,
        SetupError::PawnOnBackRank(_) => Code::BadPawn,
        SetupError::TooManyPieces(_) => Code::BadPieces,
        SetupError::OpponentInCheck(_) | SetupError::TooManyCheckers(_) => Code::BadCheck,
        SetupError::CastlingRight(..) => Code::BadCastling,
        SetupError::EnPassant(_) => Code::BadEnPassant,
    }
}

fn setup_values(setup: &SetupError) -> Vec<String> {
    let side = |color: Color| if color == Color::White { "white" } else { "black" }.to_owned();
    match *setup {
        SetupError::Kings(color, count) => vec![side(color), count.to_string()],
        SetupError::PawnOnBackRank(square) | SetupError::EnPassant(square) => {
            vec![square.to_string()]
        }
        SetupError::TooManyPieces(color) => vec![side(color)],
        SetupError::CastlingRight(color, wing) => vec![side(color), wing.san().to_owned()],
        SetupError::OpponentInCheck(_) | SetupError::TooManyCheckers(_) => Vec::new(),
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RequestError::Name(error) => error.fmt(f),
            RequestError::Chess960(number) => {
                write!(f, "there is no Chess960 start {number}; they are numbered from 0 to 959")
            }
            RequestError::Fen(error) => error.fmt(f),
            RequestError::TooMuchTime { seen, most } => {
                write!(f, "{seen} ms is too much time; at most {most} ms are allowed")
            }
            RequestError::BothOpen => {
                f.write_str("one of the two seats has to be taken at the start")
            }
            RequestError::SharedOpen => {
                f.write_str("at a shared screen both sides are played; neither seat can be open")
            }
            RequestError::Move(error) => error.fmt(f),
            RequestError::NullMoveInCheck => {
                f.write_str("a null move is not possible when the side to move is in check")
            }
            RequestError::Play(error) => error.fmt(f),
            RequestError::Parent { node, parent } => {
                write!(f, "move {node} follows move {parent}, which does not come before it")
            }
            RequestError::Tag(error) => error.fmt(f),
            RequestError::Result(text) => {
                write!(f, "{text:?} is no result; one is 1-0, 0-1, 1/2-1/2 or *")
            }
            RequestError::TooManyMoves { seen, most } => {
                write!(f, "{seen} moves are too many; at most {most} are looked at")
            }
        }
    }
}

impl std::error::Error for RequestError {}

impl From<NameError> for RequestError {
    fn from(error: NameError) -> RequestError {
        RequestError::Name(error)
    }
}

impl From<FenError> for RequestError {
    fn from(error: FenError) -> RequestError {
        RequestError::Fen(error)
    }
}

impl From<UciError> for RequestError {
    fn from(error: UciError) -> RequestError {
        RequestError::Move(error)
    }
}

impl From<PlayError> for RequestError {
    fn from(error: PlayError) -> RequestError {
        RequestError::Play(error)
    }
}

impl From<TagError> for RequestError {
    fn from(error: TagError) -> RequestError {
        RequestError::Tag(error)
    }
}
