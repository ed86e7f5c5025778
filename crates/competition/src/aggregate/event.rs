//! The events of a competition. Their log is the source of truth; everything else follows from it.

use chess::{ByColor, Position};
use game::{GameId, Timestamp};

use super::{
    AbsenceKind, BoardNumber, BoardResult, Entrant, EntrantId, Settings, Source, Unpaired,
};

/// An event with its time and version. The first version is 1, and there are no gaps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The version of the competition after the event.
    pub version: u32,
    /// When it happened.
    pub at: Timestamp,
    /// The event.
    pub event: Event,
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// The competition was created. Always the first event, and only that.
    Created(Box<Settings>),
    /// The settings changed.
    SettingsChanged(Box<Settings>),
    /// Somebody entered.
    Entered {
        /// The number: one more than the last.
        id: EntrantId,
        /// Who it is.
        entrant: Entrant,
    },
    /// What is known about somebody was corrected.
    Edited {
        /// Who it is.
        id: EntrantId,
        /// What is right.
        entrant: Entrant,
    },
    /// Somebody withdrew.
    Withdrawn {
        /// Who it is.
        id: EntrantId,
    },
    /// Somebody came back who had withdrawn.
    Returned {
        /// Who it is.
        id: EntrantId,
    },
    /// Somebody will be absent.
    AbsenceAnnounced {
        /// Who it is.
        id: EntrantId,
        /// The round.
        round: u16,
        /// What the absence is called and worth.
        kind: AbsenceKind,
    },
    /// Somebody will be there after all.
    AbsenceCanceled {
        /// Who it is.
        id: EntrantId,
        /// The round.
        round: u16,
    },
    /// Two may not meet; the smaller number comes first.
    PairForbidden {
        /// One of them.
        first: EntrantId,
        /// The other one.
        second: EntrantId,
    },
    /// Two may meet after all.
    PairAllowed {
        /// One of them.
        first: EntrantId,
        /// The other one.
        second: EntrantId,
    },
    /// The numbers of the Berger table or the seeds of the knockout were given, number 1 first.
    NumbersGiven {
        /// Who has which.
        order: Vec<EntrantId>,
    },
    /// A round was paired.
    RoundPaired {
        /// Its number: one more than the last.
        round: u16,
        /// The boards, the first one first.
        boards: Vec<NewBoard>,
        /// Those without an opponent.
        unpaired: Vec<(EntrantId, Unpaired)>,
    },
    /// The last pairing was removed; with that of the first round, also the numbers.
    PairingRemoved {
        /// The round.
        round: u16,
    },
    /// Two players of the last pairing were exchanged.
    Exchanged {
        /// The round.
        round: u16,
        /// One of them.
        first: EntrantId,
        /// The other one.
        second: EntrantId,
    },
    /// A player reported a result.
    Reported {
        /// The game.
        board: BoardNumber,
        /// The player.
        by: EntrantId,
        /// The result.
        result: BoardResult,
    },
    /// A result was set or corrected.
    ResultSet {
        /// The game.
        board: BoardNumber,
        /// The result.
        result: BoardResult,
        /// Where it comes from.
        source: Source,
    },
    /// A result was removed, with the reports, the final position and the decision of the match.
    ResultCleared {
        /// The game.
        board: BoardNumber,
    },
    /// A tied match of a knockout was decided.
    MatchDecided {
        /// The first game of the match.
        board: BoardNumber,
        /// Who goes on.
        winner: EntrantId,
    },
    /// A board got a game on the server.
    GameLinked {
        /// The board.
        board: BoardNumber,
        /// The game.
        game: GameId,
    },
    /// The final position of a game was kept.
    PositionRecorded {
        /// The game.
        board: BoardNumber,
        /// The position.
        position: Box<Position>,
    },
    /// The competition ended.
    Finished,
    /// The competition goes on after its end.
    Reopened,
}

/// A board of a new pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NewBoard {
    /// The two players.
    pub players: ByColor<EntrantId>,
    /// The result, if it is known because somebody is absent.
    pub forfeit: Option<BoardResult>,
}
