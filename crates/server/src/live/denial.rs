//! Why a wish was not fulfilled.

use std::fmt;

use axum::http::StatusCode;
use game::{GameId, Refusal};
use store::StoreError;
use tracing::Level;
use wire::Code;

/// Why a wish was not fulfilled. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Denial {
    /// The game refuses.
    Game(Refusal),
    /// The wish makes no sense.
    Fault(wire::Fault),
    /// Something has happened since the version that the wish was about.
    Stale,
    /// The move is for another turn than this one.
    Ply {
        /// How many half-moves were played.
        played: usize,
        /// How many the wish says.
        seen: u32,
    },
    /// Those who look on may do nothing.
    Spectator,
    /// Two people play each other, and no engine tells them what to play.
    NoAdvice,
    /// The secret belongs to no seat of the game.
    WrongSecret,
    /// No seat of the game is the one's who wants it.
    NoSeat,
    /// There is no such game.
    NoGame(String),
    /// What is stored of the game cannot have happened.
    Damaged(String),
    /// The socket follows another game, or none.
    NotFollowed(String),
    /// A wish has a name that cannot be kept.
    RequestName(String),
    /// The message cannot be read.
    Unreadable(String),
    /// The wish could not be stored.
    Store(StoreError),
    /// The server is about to end.
    Closing,
}

impl Denial {
    /// A short word for programs; it never changes.
    pub fn code(&self) -> Code {
        match self {
            Denial::Game(refusal) => (*refusal).into(),
            Denial::Fault(fault) => fault.code(),
            Denial::Stale | Denial::Ply { .. } => Code::Stale,
            Denial::Spectator | Denial::NoAdvice => Code::NotAllowed,
            Denial::WrongSecret => Code::WrongSecret,
            Denial::NoSeat => Code::NoSeat,
            Denial::NoGame(_) => Code::NoGame,
            Denial::Damaged(_) => Code::Damaged,
            Denial::NotFollowed(_) => Code::NotFollowed,
            Denial::RequestName(_) => Code::BadId,
            Denial::Unreadable(_) => Code::BadMessage,
            Denial::Store(error) => store_code(error),
            Denial::Closing => Code::Closing,
        }
    }
}

impl Denial {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            Denial::Game(_)
            | Denial::Stale
            | Denial::Ply { .. }
            | Denial::Store(StoreError::NameTaken(_)) => StatusCode::CONFLICT,
            Denial::Spectator | Denial::NoAdvice | Denial::WrongSecret | Denial::NoSeat => {
                StatusCode::FORBIDDEN
            }
            Denial::NoGame(_) => StatusCode::NOT_FOUND,
            Denial::Fault(_)
            | Denial::NotFollowed(_)
            | Denial::RequestName(_)
            | Denial::Unreadable(_) => StatusCode::BAD_REQUEST,
            Denial::Store(StoreError::Busy | StoreError::Closed) | Denial::Closing => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Denial::Store(_) | Denial::Damaged(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn level(&self) -> Level {
        match self {
            Denial::Store(StoreError::Busy) => Level::WARN,
            Denial::Store(StoreError::NameTaken(_)) => Level::DEBUG,
            Denial::Store(_) | Denial::Damaged(_) => Level::ERROR,
            Denial::WrongSecret => Level::INFO,
            _ => Level::DEBUG,
        }
    }

    /// There is no game of this id.
    pub(crate) fn no_game(id: &GameId) -> Denial {
        Denial::NoGame(id.to_string())
    }
}

/// A short word for why something could not be stored.
fn store_code(error: &StoreError) -> Code {
    match error {
        StoreError::Busy => Code::Busy,
        StoreError::Closed => Code::Closing,
        StoreError::Unknown(_) => Code::NoGame,
        StoreError::NameTaken(_) => Code::NameTaken,
        StoreError::Damaged { .. } => Code::Damaged,
        _ => Code::NotStored,
    }
}

impl fmt::Display for Denial {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Denial::Game(refusal) => refusal.fmt(f),
            Denial::Fault(fault) => fault.fmt(f),
            Denial::Stale => f.write_str("something else happened first; look at the game again"),
            Denial::Ply { played, seen } => {
                write!(f, "the move is for half-move {seen}, but {played} were played")
            }
            Denial::Spectator => f.write_str("only the players may do this; you look on"),
            Denial::NoAdvice => f.write_str("two people play each other without advice"),
            Denial::WrongSecret => f.write_str("this secret belongs to no seat of the game"),
            Denial::NoSeat => f.write_str("no seat of this game is yours"),
            Denial::NoGame(id) => write!(f, "there is no game {id:?}"),
            Denial::Damaged(id) => write!(f, "what is stored of the game {id} is damaged"),
            Denial::NotFollowed(id) => write!(f, "say hello to the game {id:?} first"),
            Denial::RequestName(id) => {
                write!(f, "{id:?} cannot name a wish; 1 to 36 visible ASCII characters can")
            }
            Denial::Unreadable(reason) => write!(f, "the message cannot be read: {reason}"),
            // What the database says is for the log; a player learns what to do.
            Denial::Store(StoreError::Database(_)) => {
                f.write_str("it could not be stored, so it has not happened; try again")
            }
            Denial::Store(error) => error.fmt(f),
            Denial::Closing => f.write_str("the server is about to end"),
        }
    }
}

impl std::error::Error for Denial {}

impl From<Refusal> for Denial {
    fn from(refusal: Refusal) -> Denial {
        Denial::Game(refusal)
    }
}

impl From<wire::Fault> for Denial {
    fn from(fault: wire::Fault) -> Denial {
        Denial::Fault(fault)
    }
}

impl From<StoreError> for Denial {
    fn from(error: StoreError) -> Denial {
        match error {
            StoreError::Unknown(id) => Denial::no_game(&id),
            error => Denial::Store(error),
        }
    }
}
