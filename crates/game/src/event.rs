//! Everything that can happen to a game. The log of these is the truth; all else follows from it.

use std::time::Duration;

use chess::{ByColor, Color, Move, Outcome};

use crate::{AbandonedResult, GameId, Name, Terms, Timestamp};

/// An event, when it happened, and its number in the game: the first has number 1, and there are
/// no gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The number of the event, which is the version of the game after it.
    pub version: u32,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub event: Event,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The game was set up. Always the first event, and only that.
    Created(Box<Terms>),
    /// Somebody sat down on an open seat.
    Joined {
        /// The seat.
        color: Color,
        /// What the player is called.
        name: Option<Name>,
    },
    /// A player got another name.
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
        /// What the mover's clock shows after it, the bonus counted; none without clocks.
        clock: Option<Duration>,
    },
    /// A player offered something.
    Offered {
        /// Who.
        by: Color,
        /// What.
        offer: Offer,
    },
    /// An offer was declined, or taken back by the one who made it.
    Declined {
        /// Who said no.
        by: Color,
        /// What.
        offer: Offer,
    },
    /// Both want a draw.
    DrawAgreed,
    /// A draw was claimed by a rule that needs a claim.
    Claimed {
        /// Who.
        by: Color,
        /// By which rule.
        outcome: Outcome,
    },
    /// Half-moves were taken back; they can be played again.
    TakenBack {
        /// How many.
        plies: u16,
        /// What White's and Black's clocks show now.
        clocks: ByColor<Option<Duration>>,
    },
    /// Half-moves that had been taken back were played again.
    Redone {
        /// How many.
        plies: u16,
        /// What White's and Black's clocks show now.
        clocks: ByColor<Option<Duration>>,
    },
    /// A player gave up.
    Resigned {
        /// Who.
        by: Color,
    },
    /// The game was called off before it had really begun.
    Aborted {
        /// Who; none when the server did.
        by: Option<Color>,
    },
    /// A side's time was over.
    Flagged {
        /// Whose.
        color: Color,
    },
    /// A player was gone for so long that the other claimed the game.
    Abandoned {
        /// Who was gone.
        by: Color,
        /// What the other claimed.
        result: AbandonedResult,
    },
    /// A player was given time.
    TimeGiven {
        /// To whom.
        to: Color,
        /// How much.
        amount: Duration,
    },
    /// The server was away. The time until now is charged to nobody, and both sides with a clock
    /// are given a little.
    Resumed {
        /// What the clock of the side to move showed when the server was last known to be there;
        /// none without clocks.
        clock: Option<Duration>,
        /// What each side is given.
        grace: Duration,
    },
    /// A move of a recorded game that went on after an automatic draw.
    MoveRecorded {
        /// The move.
        play: Move,
    },
    /// A result was written down without the reason for it, as in games from files.
    ResultRecorded {
        /// Who won; none for a draw.
        winner: Option<Color>,
    },
    /// The players went on with another game.
    Rematched {
        /// Its id.
        next: GameId,
    },
}

/// What a player can offer the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take back the last move, and the reply to it if there is one.
    Takeback,
    /// To play again with colors swapped.
    Rematch,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// By the rules of the board, claimed or not.
    Board(Outcome),
    /// Both wanted a draw.
    Agreement,
    /// A player gave up.
    Resigned {
        /// Who.
        by: Color,
    },
    /// A player's time was over.
    Flagged {
        /// Whose.
        color: Color,
        /// The other side, unless it could not have mated.
        winner: Option<Color>,
    },
    /// A player was gone, and the other claimed the game.
    Abandoned {
        /// Who was gone.
        by: Color,
        /// The other side, unless it claimed only a draw or could not have mated.
        winner: Option<Color>,
    },
    /// It was called off.
    Aborted,
    /// With a result that came without a reason, as in games from files.
    Recorded {
        /// Who won; none for a draw.
        winner: Option<Color>,
    },
}

impl End {
    /// The winner; none for draws and for games that were called off.
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

    /// The result as PGN writes it.
    pub fn result(self) -> &'static str {
        match (self, self.winner()) {
            (End::Aborted, _) => "*",
            (_, Some(Color::White)) => "1-0",
            (_, Some(Color::Black)) => "0-1",
            (_, None) => "1/2-1/2",
        }
    }
}
