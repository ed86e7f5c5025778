//! The events of a game. Their log is the source of truth; everything else follows from it.

use std::time::Duration;

use chess::{ByColor, Color, Move, Outcome};

use crate::{AbandonedResult, GameId, Name, Terms, Timestamp};

/// An event with its time and version. The first version is 1, and there are no gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The version of the game after the event.
    pub version: u32,
    /// When it happened.
    pub at: Timestamp,
    /// The event.
    pub event: Event,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game was created. Always the first event, and only that.
    Created(Box<Terms>),
    /// A player took the open seat.
    Joined {
        /// The seat.
        color: Color,
        /// The player's name.
        name: Option<Name>,
    },
    /// A player changed their name.
    Renamed {
        /// The seat.
        color: Color,
        /// The new name.
        name: Option<Name>,
    },
    /// The side to move made a move.
    Moved {
        /// The move.
        play: Move,
        /// The mover's clock after it, including the bonus; none without a clock.
        clock: Option<Duration>,
    },
    /// A player made an offer.
    Offered {
        /// The player.
        by: Color,
        /// The offer.
        offer: Offer,
    },
    /// An offer was declined or withdrawn.
    Declined {
        /// Who declined or withdrew it.
        by: Color,
        /// The offer.
        offer: Offer,
    },
    /// The players agreed to a draw.
    DrawAgreed,
    /// A player claimed a draw.
    Claimed {
        /// The player.
        by: Color,
        /// The rule.
        outcome: Outcome,
    },
    /// Moves were taken back; they can be redone.
    TakenBack {
        /// The number of half-moves.
        plies: u16,
        /// The clocks after it.
        clocks: ByColor<Option<Duration>>,
    },
    /// Moves that were taken back were redone.
    Redone {
        /// The number of half-moves.
        plies: u16,
        /// The clocks after it.
        clocks: ByColor<Option<Duration>>,
    },
    /// A player resigned.
    Resigned {
        /// The player.
        by: Color,
    },
    /// The game was aborted.
    Aborted {
        /// The player; none when it was the server.
        by: Option<Color>,
    },
    /// A player ran out of time.
    Flagged {
        /// The side.
        color: Color,
    },
    /// A player left, and the opponent claimed the game.
    Abandoned {
        /// Who left.
        by: Color,
        /// The claimed result.
        result: AbandonedResult,
    },
    /// A player was given time.
    TimeGiven {
        /// The player.
        to: Color,
        /// The amount.
        amount: Duration,
    },
    /// The server was restarted. Nobody is charged for the downtime, and both sides get extra time.
    Resumed {
        /// The clock of the side to move when the server was last known to be running; none without
        /// a clock.
        clock: Option<Duration>,
        /// The extra time for each side.
        grace: Duration,
    },
    /// An arbiter adjourned the game: both clocks stand, and the players can only resign.
    Adjourned {
        /// The time that the side to move had used in its turn.
        spent: Duration,
    },
    /// An adjourned game was continued. The turn goes on as if nothing had happened.
    Continued,
    /// A move of a recorded game that went on after an automatic draw.
    MoveRecorded {
        /// The move.
        play: Move,
    },
    /// A result was recorded without a reason, as in games from files.
    ResultRecorded {
        /// The winner; none for a draw.
        winner: Option<Color>,
    },
    /// The rematch has started.
    Rematched {
        /// The id of the new game.
        next: GameId,
    },
}

impl Event {
    /// True when a turn starts or goes on with the event: from then on it is charged to the side to
    /// move.
    pub fn starts_turn(&self) -> bool {
        match self {
            Event::Moved { .. }
            | Event::TakenBack { .. }
            | Event::Redone { .. }
            | Event::Resumed { .. }
            | Event::Continued
            | Event::MoveRecorded { .. } => true,
            Event::Created(_)
            | Event::Joined { .. }
            | Event::Renamed { .. }
            | Event::Offered { .. }
            | Event::Declined { .. }
            | Event::DrawAgreed
            | Event::Claimed { .. }
            | Event::Resigned { .. }
            | Event::Aborted { .. }
            | Event::Flagged { .. }
            | Event::Abandoned { .. }
            | Event::TimeGiven { .. }
            | Event::Adjourned { .. }
            | Event::ResultRecorded { .. }
            | Event::Rematched { .. } => false,
        }
    }
}

/// An offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback of the last move, and of the reply to it if there is one.
    Takeback,
    /// A rematch with colors swapped.
    Rematch,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules of chess, claimed or not.
    Board(Outcome),
    /// Draw by agreement.
    Agreement,
    /// A player resigned.
    Resigned {
        /// The player.
        by: Color,
    },
    /// A player's time was over.
    Flagged {
        /// The side.
        color: Color,
        /// The other side, unless it cannot mate.
        winner: Option<Color>,
    },
    /// A player left, and the opponent claimed the game.
    Abandoned {
        /// Who left.
        by: Color,
        /// The other side, unless it claimed a draw or cannot mate.
        winner: Option<Color>,
    },
    /// The game was aborted.
    Aborted,
    /// By a recorded result without a reason, as in games from files.
    Recorded {
        /// The winner; none for a draw.
        winner: Option<Color>,
    },
}

impl End {
    /// The winner; none for draws and aborted games.
    pub fn winner(self) -> Option<Color> {
        match self {
            End::Board(outcome) => outcome.winner(),
            End::Resigned { by } => Some(!by),
            End::Flagged { winner, .. }
            | End::Abandoned { winner, .. }
            | End::Recorded { winner } => winner,
            End::Agreement | End::Aborted => None,
        }
    }

    /// The result in PGN notation.
    pub fn result(self) -> &'static str {
        match (self, self.winner()) {
            (End::Aborted, _) => "*",
            (_, Some(Color::White)) => "1-0",
            (_, Some(Color::Black)) => "0-1",
            (_, None) => "1/2-1/2",
        }
    }
}
