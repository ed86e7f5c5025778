//! Why a room rejects a request.

use game::{GameError, GameId};
use store::{RequestId, StoreError};
use wire::{ErrorCode, RequestError, ServerMessage};

use crate::error::{self, Classify};
use crate::lessons::Locked;

/// Why a room rejects a request. The game has not changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RoomError {
    /// The rules of the game forbid it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The request is invalid.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The game has changed since the version that the client knows.
    #[error("the game has changed in the meantime; reload it")]
    Stale,
    /// The move is for another ply than the current one.
    #[error("the move is for ply {seen}, but the game is at ply {played}")]
    Ply {
        /// The number of half-moves played.
        played: usize,
        /// The number in the request.
        seen: u32,
    },
    /// The game has too many events for anything but moves and its end.
    #[error("too much has happened in this game; only moves are possible, and its end")]
    TooManyEvents,
    /// A spectator tries to act.
    #[error("not allowed: you are a spectator")]
    Spectator,
    /// Engine advice in a game between two people.
    #[error("not allowed: no engine advice in a game between two people")]
    NoAdvice,
    /// The group of the player may not use this now.
    #[error(transparent)]
    Locked(#[from] Locked),
    /// The secret belongs to no seat of the game.
    #[error("this secret does not belong to a seat of the game")]
    WrongSecret,
    /// The caller has no seat in the game.
    #[error("you have no seat in this game")]
    NoSeat,
    /// The name is reserved, or looks like that of a member.
    #[error("the name {0:?} is reserved or belongs to a member")]
    NameReserved(String),
    /// There is no such game.
    #[error("no such game: {0:?}")]
    NoGame(String),
    /// The stored game cannot be replayed.
    #[error("the stored game {0} is damaged")]
    Damaged(String),
    /// The socket follows another game, or none.
    #[error("not following game {0:?}; send hello first")]
    NotFollowed(String),
    /// The id of a request is invalid.
    #[error("{0:?} is not a request id; use 1 to {max} visible ASCII characters",
        max = RequestId::MAX_LENGTH)]
    RequestId(String),
    /// The id belongs to another request, or to one of the other player.
    #[error("this request id was used for another request; choose a new one")]
    RequestIdReused,
    /// The message is malformed.
    #[error("malformed message: {0}")]
    Malformed(String),
    /// The change could not be stored.
    #[error("{}", store_message(.0))]
    Store(StoreError),
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closing,
    /// A bug in the server. The cause is for the log only.
    #[error("internal server error")]
    Internal(String),
}

impl RoomError {
    /// The code for programs; it never changes.
    pub fn code(&self) -> ErrorCode {
        self.class().code
    }

    /// There is no game of this id.
    pub(crate) fn no_game(id: &GameId) -> RoomError {
        RoomError::NoGame(id.to_string())
    }

    /// Whether the same action may succeed if the server tries it again.
    pub(super) fn is_transient(&self) -> bool {
        matches!(self, RoomError::Store(_) | RoomError::Stale | RoomError::Closing)
    }

    /// The answer to a client's request, which also goes to the log.
    pub(super) fn message(&self, id: Option<&str>, version: Option<u32>) -> ServerMessage {
        error::log(self);
        ServerMessage::Error {
            id: id.map(ToOwned::to_owned),
            code: self.code(),
            message: self.to_string(),
            version,
        }
    }
}

/// Details of the database are for the log; a player learns what to do.
fn store_message(error: &StoreError) -> String {
    match error {
        StoreError::Database(_) => "could not be saved; try again".to_owned(),
        StoreError::Unconfirmed(_) => {
            "not known whether it was saved; ask again under the same id".to_owned()
        }
        error => error.to_string(),
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

impl From<getrandom::Error> for RoomError {
    fn from(error: getrandom::Error) -> RoomError {
        RoomError::Internal(format!("no random numbers: {error}"))
    }
}
