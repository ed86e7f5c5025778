//! What can be asked of a competition, and by whom.

use chess::Position;
use game::GameId;

use super::{AbsenceKind, BoardNumber, BoardResult, Entrant, EntrantId, Settings};

/// Who gives a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// Somebody who takes part.
    Player(EntrantId),
    /// The organizer.
    Organizer,
    /// The server, which enters players, links games and takes over their results.
    Server,
}

/// What an actor asks of a competition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Change the settings.
    ChangeSettings(Box<Settings>),
    /// Enter somebody, also after the start.
    Enter(Entrant),
    /// Correct what is known about somebody.
    Edit {
        /// Who it is.
        id: EntrantId,
        /// What is right.
        entrant: Entrant,
    },
    /// Withdraw somebody, who is not paired any more.
    Withdraw(EntrantId),
    /// Let somebody come back who had withdrawn.
    Return(EntrantId),
    /// Announce an absence in a round that is not paired yet.
    AnnounceAbsence {
        /// Who will be absent.
        id: EntrantId,
        /// The round, from 1.
        round: u16,
        /// What the absence is called and worth.
        kind: AbsenceKind,
    },
    /// Cancel an announced absence.
    CancelAbsence {
        /// Who will be there.
        id: EntrantId,
        /// The round.
        round: u16,
    },
    /// Say that two may not meet, such as siblings (Swiss and Keizer).
    ForbidPair(EntrantId, EntrantId),
    /// Say that two may meet after all.
    AllowPair(EntrantId, EntrantId),
    /// Pair the next round.
    PairRound,
    /// Pair the next round of a Swiss or of the Keizer system by hand, such as when the rules allow
    /// no pairing. Everybody who is there must have a place in it; players may meet again.
    PairByHand {
        /// The pairs in the order of the boards, White first.
        pairs: Vec<(EntrantId, EntrantId)>,
        /// Who gets the bye.
        bye: Option<EntrantId>,
    },
    /// Remove the last pairing, which has no results yet.
    RemovePairing,
    /// Exchange two players of the last pairing, before that round starts. Two opponents exchange
    /// their colors.
    Exchange {
        /// One of them.
        first: EntrantId,
        /// The other one.
        second: EntrantId,
    },
    /// Report the result of one's own game. It counts when both players report the same.
    Report {
        /// The game.
        board: BoardNumber,
        /// The result.
        result: BoardResult,
    },
    /// Set or correct a result, also of an earlier round.
    SetResult {
        /// The game.
        board: BoardNumber,
        /// The result.
        result: BoardResult,
    },
    /// Remove a result with everything that was said about the game.
    ClearResult(BoardNumber),
    /// Say who goes on after a tied match of a knockout: by a play-off or by lot.
    DecideMatch {
        /// One of the games of the match.
        board: BoardNumber,
        /// Who goes on.
        winner: EntrantId,
    },
    /// Say which game on the server belongs to a board.
    LinkGame {
        /// The board.
        board: BoardNumber,
        /// The game.
        game: GameId,
    },
    /// Keep the final position of a game.
    RecordPosition {
        /// The game.
        board: BoardNumber,
        /// The position.
        position: Box<Position>,
    },
    /// End the competition.
    Finish,
    /// Go on after the end.
    Reopen,
}
