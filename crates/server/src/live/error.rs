//! Why a wish was not fulfilled.

use std::fmt;

use axum::http::StatusCode;
use game::{GameError, GameId};
use store::StoreError;
use tracing::Level;
use wire::Code;

/// Why a wish was not fulfilled. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomError {
    /// The game refuses.
    Game(GameError),
    /// The wish makes no sense.
    RequestError(wire::RequestError),
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

impl RoomError {
    /// A short word for programs; it never changes.
    pub fn code(&self) -> Code {
        match self {
            RoomError::Game(refusal) => (*refusal).into(),
            RoomError::RequestError(fault) => fault.code(),
            RoomError::Stale | RoomError::Ply { .. } => Code::Stale,
            RoomError::Spectator | RoomError::NoAdvice => Code::NotAllowed,
            RoomError::WrongSecret => Code::WrongSecret,
            RoomError::NoSeat => Code::NoSeat,
            RoomError::NoGame(_) => Code::NoGame,
            RoomError::Damaged(_) => Code::Damaged,
            RoomError::NotFollowed(_) => Code::NotFollowed,
            RoomError::RequestName(_) => Code::BadId,
            RoomError::Unreadable(_) => Code::BadMessage,
            RoomError::Store(error) => store_code(error),
            RoomError::Closing => Code::Closing,
        }
    }
}

impl RoomError {
    pub(crate) fn status(&self) -> StatusCode {
        match self {
            RoomError::Game(_)
            | RoomError::Stale
            | RoomError::Ply { .. }
            | RoomError::Store(StoreError::NameTaken(_)) => StatusCode::CONFLICT,
            RoomError::Spectator
            | RoomError::NoAdvice
            | RoomError::WrongSecret
            | RoomError::NoSeat => StatusCode::FORBIDDEN,
            RoomError::NoGame(_) => StatusCode::NOT_FOUND,
            RoomError::RequestError(_)
            | RoomError::NotFollowed(_)
            | RoomError::RequestName(_)
            | RoomError::Unreadable(_) => StatusCode::BAD_REQUEST,
            RoomError::Store(StoreError::Busy | StoreError::Closed) | RoomError::Closing => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            RoomError::Store(_) | RoomError::Damaged(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub(crate) fn level(&self) -> Level {
        match self {
            RoomError::Store(StoreError::Busy) => Level::WARN,
            RoomError::Store(StoreError::NameTaken(_)) => Level::DEBUG,
            RoomError::Store(_) | RoomError::Damaged(_) => Level::ERROR,
            RoomError::WrongSecret => Level::INFO,
            _ => Level::DEBUG,
        }
    }

    /// There is no game of this id.
    pub(crate) fn no_game(id: &GameId) -> RoomError {
        RoomError::NoGame(id.to_string())
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

impl fmt::Display for RoomError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RoomError::Game(refusal) => refusal.fmt(f),
            RoomError::RequestError(fault) => fault.fmt(f),
            RoomError::Stale => {
                f.write_str("something else happened first; look at the game again")
            }
            RoomError::Ply { played, seen } => {
                write!(f, "the move is for half-move {seen}, but {played} were played")
            }
            RoomError::Spectator => f.write_str("only the players may do this; you look on"),
            RoomError::NoAdvice => f.write_str("two people play each other without advice"),
            RoomError::WrongSecret => f.write_str("this secret belongs to no seat of the game"),
            RoomError::NoSeat => f.write_str("no seat of this game is yours"),
            RoomError::NoGame(id) => write!(f, "there is no game {id:?}"),
            RoomError::Damaged(id) => write!(f, "what is stored of the game {id} is damaged"),
            RoomError::NotFollowed(id) => write!(f, "say hello to the game {id:?} first"),
            RoomError::RequestName(id) => {
                write!(f, "{id:?} cannot name a wish; 1 to 36 visible ASCII characters can")
            }
            RoomError::Unreadable(reason) => write!(f, "the message cannot be read: {reason}"),
            // What the database says is for the log; a player learns what to do.
            RoomError::Store(StoreError::Database(_)) => {
                f.write_str("it could not be stored, so it has not happened; try again")
            }
            RoomError::Store(error) => error.fmt(f),
            RoomError::Closing => f.write_str("the server is about to end"),
        }
    }
}

impl std::error::Error for RoomError {}

impl From<GameError> for RoomError {
    fn from(refusal: GameError) -> RoomError {
        RoomError::Game(refusal)
    }
}

impl From<wire::RequestError> for RoomError {
    fn from(fault: wire::RequestError) -> RoomError {
        RoomError::RequestError(fault)
    }
}

impl From<StoreError> for RoomError {
    fn from(error: StoreError) -> RoomError {
        match error {
            StoreError::Unknown(id) => RoomError::no_game(&id),
            error => RoomError::Store(error),
        }
    }
}
