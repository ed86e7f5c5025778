//! Requests that were parsed but cannot be carried out.

use chess::pgn::TagError;
use chess::{Color, FenError, PlayError, SetupError, UciError};
use game::NameError;

use crate::code::illegal;
use crate::{ErrorCode, ErrorDetail};

/// What is wrong with a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RequestError {
    /// A name is invalid.
    #[error(transparent)]
    Name(#[from] NameError),
    /// There is no Chess960 position of this number.
    #[error("there is no Chess960 position {0}; they are numbered from 0 to 959")]
    Chess960(u16),
    /// A FEN is not a legal position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// More time than allowed, in milliseconds.
    #[error("{seen} ms is too long; at most {most} ms are allowed")]
    TooMuchTime {
        /// The requested time.
        seen: u64,
        /// The maximum.
        most: u64,
    },
    /// Both seats are open, so nobody would own the game.
    #[error("at least one seat must be taken when a game is created")]
    BothOpen,
    /// A pass-and-play game has an open seat.
    #[error("neither seat can be open in a pass-and-play game")]
    SharedOpen,
    /// A move is unreadable or illegal.
    #[error(transparent)]
    Move(#[from] UciError),
    /// A null move while the side to move is in check.
    #[error("a null move is not possible in check")]
    NullMoveInCheck,
    /// A move after the end of the game.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// More moves than allowed.
    #[error("{seen} moves are too many; at most {most} are allowed")]
    TooManyMoves {
        /// The number of moves.
        seen: usize,
        /// The maximum.
        most: usize,
    },
    /// A move names a parent that does not come before it.
    #[error("move {node} follows move {parent}, which does not come before it")]
    Parent {
        /// The index of the move.
        node: usize,
        /// The index that it names.
        parent: u32,
    },
    /// A PGN tag is invalid.
    #[error(transparent)]
    Tag(#[from] TagError),
    /// There is no such tie-break.
    #[error("{0:?} is not a tie-break")]
    TieBreak(String),
    /// A result is invalid.
    #[error("{0:?} is not a result; use 1-0, 0-1, 1/2-1/2 or *")]
    Result(String),
}

impl RequestError {
    /// The code for programs; it never changes.
    pub fn code(&self) -> ErrorCode {
        match self {
            RequestError::Name(_) => ErrorCode::BadName,
            RequestError::Chess960(_) => ErrorCode::BadChess960,
            RequestError::Fen(FenError::Invalid(setup)) => setup_code(setup),
            RequestError::Fen(_) => ErrorCode::BadFen,
            RequestError::TooMuchTime { .. } => ErrorCode::BadTime,
            RequestError::BothOpen | RequestError::SharedOpen => ErrorCode::BadSeats,
            RequestError::Move(UciError::Illegal(_, reason)) => match illegal(*reason) {
                ErrorCode::Illegal => ErrorCode::BadMove,
                code => code,
            },
            RequestError::Move(_) | RequestError::TooManyMoves { .. } => ErrorCode::BadMove,
            RequestError::NullMoveInCheck => ErrorCode::Illegal,
            RequestError::Play(PlayError::Illegal(reason)) => illegal(*reason),
            RequestError::Play(PlayError::GameOver(_)) => ErrorCode::Over,
            RequestError::TieBreak(_) => ErrorCode::BadTieBreaks,
            RequestError::Parent { .. } | RequestError::Tag(_) | RequestError::Result(_) => {
                ErrorCode::BadBody
            }
        }
    }

    /// What exactly is wrong with a position.
    pub fn detail(&self) -> Option<ErrorDetail> {
        match self {
            RequestError::Fen(error) => Some(ErrorDetail::Position { error: error.into() }),
            _ => None,
        }
    }

    /// The values in the message, for translations of it.
    pub fn values(&self) -> Vec<String> {
        match self {
            RequestError::Chess960(number) => vec![number.to_string()],
            RequestError::TieBreak(text) => vec![text.clone()],
            RequestError::Fen(FenError::Invalid(setup)) => setup_values(setup),
            _ => Vec::new(),
        }
    }
}

/// Each rule that a position can break has a code, so that people learn what to fix.
fn setup_code(setup: &SetupError) -> ErrorCode {
    match setup {
        SetupError::Kings(..) => ErrorCode::BadKings,
        SetupError::PawnOnBackRank(_) => ErrorCode::BadPawn,
        SetupError::TooManyPieces(_) => ErrorCode::BadPieces,
        SetupError::OpponentInCheck(_) | SetupError::TooManyCheckers(_) => ErrorCode::BadCheck,
        SetupError::CastlingRight(..) => ErrorCode::BadCastling,
        SetupError::EnPassant(_) => ErrorCode::BadEnPassant,
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
