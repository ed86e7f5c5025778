//! Why a command is rejected.

use std::time::Duration;

use chess::IllegalMove;

/// Why a command does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The game is adjourned.
    #[error("the game is adjourned")]
    Adjourned,
    /// A seat is still open.
    #[error("waiting for an opponent")]
    Waiting,
    /// The seat is taken.
    #[error("the seat is taken")]
    SeatTaken,
    /// It is the other side's turn.
    #[error("not your turn")]
    NotYourTurn,
    /// The move is illegal.
    #[error(transparent)]
    Illegal(IllegalMove),
    /// The actor may not do this.
    #[error("not allowed")]
    NotAllowed,
    /// There is no draw to claim.
    #[error("no draw to claim: neither threefold repetition nor the fifty-move rule applies")]
    NoClaim,
    /// The opponent is connected.
    #[error("your opponent is connected")]
    OpponentPresent,
    /// The opponent still has time to reconnect.
    #[error("your opponent may still reconnect; wait a little longer")]
    OpponentMayReturn,
    /// There is no such offer.
    #[error("no such offer")]
    NoOffer,
    /// The same offer was made already, and the side has not moved since.
    #[error("already offered; make a move first")]
    AlreadyOffered,
    /// There is no move to take back or to redo.
    #[error("no move to take back or redo")]
    NothingToUndo,
    /// Both sides have moved, so the game can be resigned but not aborted.
    #[error("the game has started and can no longer be aborted")]
    Begun,
    /// That side has no clock.
    #[error("that side has no clock")]
    NoClock,
    /// The side to move ran out of time before the command came.
    #[error("too late: the time is over")]
    OutOfTime,
    /// The side to move has time left.
    #[error("there is time left on the clock")]
    TimeLeft,
    /// The game is not over yet.
    #[error("the game is not over yet")]
    NotOver,
    /// The rematch has started.
    #[error("the rematch has already started")]
    Rematched,
    /// This amount of time cannot be given.
    #[error("cannot give {0:?}; give between one second and one hour")]
    Amount(Duration),
}
