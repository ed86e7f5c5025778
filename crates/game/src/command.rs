//! What somebody may want from a game, and why it may be refused.

use std::fmt;
use std::time::Duration;

use chess::{Color, IllegalMove, Move};

use crate::{AbandonedResult, Absence, GameId, Name, Offer, Timestamp};

/// Who wants something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The player of one side.
    Player(Color),
    /// Whoever holds the screen at which both sides are played.
    Both,
    /// The server, for what nobody needs to ask for: flags, and games called off.
    Server,
}

/// What somebody wants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// To sit down on an open seat.
    Join {
        /// The seat.
        color: Color,
        /// What to be called.
        name: Option<Name>,
    },
    /// To be called something else.
    Rename {
        /// The seat.
        color: Color,
        /// The new name.
        name: Option<Name>,
    },
    /// To move.
    Move {
        /// The move.
        play: Move,
        /// Time that the way to the server took and that is not charged.
        lag: Duration,
    },
    /// To offer something, or to accept what the other side has offered.
    Offer(Offer),
    /// To decline an offer, or to withdraw one's own.
    Decline(Offer),
    /// To agree to play again; the other side has offered it.
    Rematch {
        /// The id of the next game.
        next: GameId,
    },
    /// To claim a draw by repetition or by fifty moves.
    Claim {
        /// The move that would complete it, where it is not complete already.
        with: Option<Move>,
    },
    /// To claim the game of an opponent who is gone.
    ClaimAbandoned {
        /// What is claimed.
        result: AbandonedResult,
        /// Since when the opponent is gone; none while the opponent is connected.
        absence: Option<Absence>,
    },
    /// To take back moves without asking: against an engine, or at one screen.
    Undo,
    /// To play again what was taken back.
    Redo,
    /// To give up.
    Resign,
    /// To call the game off.
    Abort,
    /// To give the other side time.
    GiveTime(Duration),
    /// To have the time looked at: ends the game when the side to move has none left.
    Flag,
    /// To go on after the server was away.
    Resume {
        /// The last moment at which the server is known to have been there.
        last: Timestamp,
        /// What each side is given.
        grace: Duration,
    },
}

/// Why a command does nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The game is over.
    Over,
    /// A seat is still open.
    Waiting,
    /// The seat is taken.
    SeatTaken,
    /// It is the other side's turn.
    NotYourTurn,
    /// The move breaks a rule.
    Illegal(IllegalMove),
    /// This is not for you to do.
    NotAllowed,
    /// There is nothing to claim.
    NoClaim,
    /// The opponent is connected.
    OpponentPresent,
    /// The opponent may still come back in time.
    OpponentMayReturn,
    /// There is no such offer.
    NoOffer,
    /// It was offered already, and the position has not changed since.
    AlreadyOffered,
    /// There is no move to take back or to play again.
    NothingToUndo,
    /// The game has begun; it can be given up, but not called off.
    Begun,
    /// There is no clock.
    NoClock,
    /// There is time left.
    TimeLeft,
    /// The game is not over yet.
    NotOver,
    /// The next game has begun.
    Rematched,
    /// So much time cannot be given.
    Amount(Duration),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            GameError::Over => "the game is over",
            GameError::Waiting => "the other seat is still open",
            GameError::SeatTaken => "somebody sits there already",
            GameError::NotYourTurn => "it is the other side's turn",
            GameError::Illegal(reason) => return reason.fmt(f),
            GameError::NotAllowed => "this is not yours to do",
            GameError::NoClaim => {
                "no position has occurred three times, nor have fifty moves passed"
            }
            GameError::OpponentPresent => "your opponent is connected",
            GameError::OpponentMayReturn => {
                "your opponent may still come back; wait a little longer"
            }
            GameError::NoOffer => "nothing of the kind was offered",
            GameError::AlreadyOffered => "it was offered already; make a move first",
            GameError::NothingToUndo => "there is no such move",
            GameError::Begun => "the game has begun and cannot be called off any more",
            GameError::NoClock => "that side plays without a clock",
            GameError::TimeLeft => "there is time left",
            GameError::NotOver => "the game is not over yet",
            GameError::Rematched => "the players have gone on with another game",
            GameError::Amount(time) => {
                return write!(f, "{time:?} cannot be given; from a second to an hour can");
            }
        })
    }
}

impl std::error::Error for GameError {}
