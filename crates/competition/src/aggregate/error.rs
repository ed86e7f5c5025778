//! Why a command is rejected.

use game::{GameId, Name};

use super::{BoardNumber, EntrantId, SettingsError};

/// Why a command does nothing.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CompetitionError {
    /// The actor may not do this.
    #[error("not allowed")]
    NotAllowed,
    /// The player does not play this game.
    #[error("only the two players of {0} can do that")]
    NotYourGame(BoardNumber),
    /// The competition is over.
    #[error("the competition is over; reopen it first")]
    Finished,
    /// The competition is not over.
    #[error("the competition is not over")]
    NotFinished,
    /// The settings are impossible.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// The format cannot change any more.
    #[error("the format cannot change after the first pairing")]
    FormatFixed,
    /// More rounds are paired than the new settings plan.
    #[error("{0} rounds are paired already")]
    RoundsPaired(u16),
    /// Nobody has this number.
    #[error("there is no entrant number {0}")]
    UnknownEntrant(EntrantId),
    /// Somebody has this name already.
    #[error("{0} has entered already; add something to tell the two apart")]
    NameTaken(Name),
    /// There are too many entrants.
    #[error("a competition has at most {0} entrants")]
    Full(u16),
    /// Nobody can enter a round robin or knockout after its start.
    #[error("nobody can enter after the first pairing in this format")]
    EntryClosed,
    /// The entrant has withdrawn already.
    #[error("entrant {0} has withdrawn already")]
    AlreadyWithdrawn(EntrantId),
    /// The entrant has not withdrawn.
    #[error("entrant {0} has not withdrawn")]
    NotWithdrawn(EntrantId),
    /// There is no such round.
    #[error("there is no round {0}")]
    UnknownRound(u16),
    /// The round is paired already.
    #[error("round {0} is paired already")]
    RoundPaired(u16),
    /// The format has no absences of this kind.
    #[error("this format has no absences of that kind")]
    AbsenceNotInFormat,
    /// The entrant has had all half-point byes.
    #[error("no more than {0} half-point byes; ask the organizer")]
    NoHalfPointByeLeft(u16),
    /// No absence was announced.
    #[error("entrant {id} has not announced an absence in round {round}")]
    NoAbsence {
        /// Who it is.
        id: EntrantId,
        /// The round.
        round: u16,
    },
    /// Results are missing.
    #[error("round {round} still lacks {missing} results")]
    ResultsMissing {
        /// The first round that lacks some.
        round: u16,
        /// How many.
        missing: usize,
    },
    /// A match of a knockout is tied.
    #[error("the match on {0} is tied; decide who wins it")]
    MatchTied(BoardNumber),
    /// A match has a winner, or the format has no matches.
    #[error("{0} is not part of a tied match")]
    NotTied(BoardNumber),
    /// All planned rounds are paired.
    #[error("all {0} rounds are paired")]
    AllRoundsPaired(u16),
    /// Too few players are there.
    #[error("{0} players are too few for a pairing")]
    TooFewPlayers(usize),
    /// Too many players are there.
    #[error("at most {0} players can be paired")]
    TooManyPlayers(usize),
    /// The rules allow no pairing.
    #[error("the rules allow no pairing of round {0}; the organizer must decide")]
    NoLegalPairing(u16),
    /// Somebody is there, but has no place in a pairing by hand.
    #[error("entrant {0} is there, but not in the pairing")]
    LeftOut(EntrantId),
    /// Somebody is in a pairing by hand twice.
    #[error("entrant {0} is in the pairing twice")]
    PairedTwice(EntrantId),
    /// Somebody is in a pairing by hand, but absent.
    #[error("entrant {id} is absent in round {round}")]
    Away {
        /// Who it is.
        id: EntrantId,
        /// The round.
        round: u16,
    },
    /// Nothing is paired.
    #[error("nothing is paired yet")]
    NothingPaired,
    /// The round has results.
    #[error("round {0} has results already")]
    RoundHasResults(u16),
    /// The round has results or games.
    #[error("round {0} has started already")]
    RoundStarted(u16),
    /// A player cannot be exchanged with himself.
    #[error("an exchange needs two players")]
    SamePlayer,
    /// The entrant has no place in the pairing.
    #[error("entrant {id} is not paired in round {round}")]
    NotPaired {
        /// Who it is.
        id: EntrantId,
        /// The round.
        round: u16,
    },
    /// Two players would meet a second time.
    #[error("entrants {0} and {1} have met already")]
    MetBefore(EntrantId, EntrantId),
    /// Two players would meet who may not.
    #[error("entrants {0} and {1} may not meet")]
    ForbiddenPair(EntrantId, EntrantId),
    /// More pairs that may not meet than anybody needs.
    #[error("no more than {0} pairs of players who may not meet")]
    TooManyForbiddenPairs(usize),
    /// A player would get points without a game a second time.
    #[error("entrant {0} has had a bye or a win without a game already")]
    HasHadBye(EntrantId),
    /// The format says who meets whom.
    #[error("this format fixes who meets whom; only colors can be exchanged")]
    FixedOpponents,
    /// There is no such board.
    #[error("there is no {0}")]
    UnknownBoard(BoardNumber),
    /// A game has another result already.
    #[error("{0} has a result already; ask the organizer to correct it")]
    ResultKnown(BoardNumber),
    /// A game has no result.
    #[error("{0} has no result")]
    NoResult(BoardNumber),
    /// Players report only wins, draws and losses.
    #[error("players report a win, a draw or a loss; anything else is for the organizer")]
    OrganizersResult,
    /// A correction changes who goes on in a knockout.
    #[error("this changes who goes on, but the next round has started")]
    ChangesBracket(BoardNumber),
    /// A game is linked to another board.
    #[error("the game {0} belongs to another board")]
    GameTaken(GameId),
    /// An event does not fit the competition. Only a damaged log has one.
    #[error("the event does not fit the competition")]
    Inconsistent,
}
