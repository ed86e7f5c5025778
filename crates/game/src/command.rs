//! What can be asked of a game, and by whom.

use std::time::Duration;

use chess::{Color, Move};

use crate::{AbandonedResult, Absence, Event, GameId, Name, Offer, Timestamp};

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// The player of one side.
    Player(Color),
    /// The people at one screen, who play both sides (pass and play).
    Both,
    /// The server, which flags players, resumes clocks and aborts games, and adjourns and continues
    /// them for an arbiter.
    Server,
}

/// What an actor asks of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Take an open seat.
    Join {
        /// The seat.
        color: Color,
        /// The player's name.
        name: Option<Name>,
    },
    /// Change a player's name.
    Rename {
        /// The seat.
        color: Color,
        /// The new name.
        name: Option<Name>,
    },
    /// Make a move.
    Move {
        /// The move.
        play: Move,
        /// Network lag, which is not charged to the mover's clock.
        lag: Duration,
    },
    /// Make an offer, or accept the same offer of the other side.
    Offer(Offer),
    /// Decline an offer, or withdraw one's own.
    Decline(Offer),
    /// Accept a rematch that the other side has offered.
    Rematch {
        /// The id of the next game.
        next: GameId,
    },
    /// Claim a draw by threefold repetition or the fifty-move rule.
    Claim {
        /// The move that would bring the draw about, if the position is not drawn already.
        with: Option<Move>,
    },
    /// Claim a game that the opponent has abandoned.
    ClaimAbandoned {
        /// The claimed result.
        result: AbandonedResult,
        /// The opponent's absence; none while the opponent is connected.
        absence: Option<Absence>,
    },
    /// Take back moves without asking: against an engine, or in pass and play.
    Undo,
    /// Redo moves that were taken back.
    Redo,
    /// Resign.
    Resign,
    /// Abort the game.
    Abort,
    /// Give the opponent time.
    GiveTime(Duration),
    /// End the game if the side to move has run out of time.
    Flag,
    /// Resume the clocks after a restart of the server.
    Resume {
        /// The last time at which the server is known to have been running.
        last: Timestamp,
        /// Extra time for each side, as far as the game may still have it.
        grace: Duration,
    },
    /// Adjourn the game: both clocks stop, and nobody moves until it is continued.
    Adjourn,
    /// Continue an adjourned game. The clocks go on from where they stood.
    Continue,
}

impl Command {
    /// True when the command was decided to come too late: it ended the game instead of doing what
    /// it asks for.
    pub fn came_too_late(&self, events: &[Event]) -> bool {
        *self != Command::Flag && matches!(events, [Event::Flagged { .. }])
    }
}
