//! Commands that a competition rejects, with the names that a message needs.

use competition::aggregate::{
    BoardNumber, Competition, CompetitionError, EntrantId, SettingsError,
};

/// A command that was rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{error}")]
pub struct RejectedCommand {
    /// Why.
    pub error: CompetitionError,
    /// The values in the message, for translations of it. Players are named.
    pub values: Vec<String>,
}

impl RejectedCommand {
    pub(super) fn new(error: CompetitionError, competition: &Competition) -> RejectedCommand {
        let values = values(&error, competition);
        RejectedCommand { error, values }
    }
}

fn values(error: &CompetitionError, competition: &Competition) -> Vec<String> {
    use CompetitionError as E;
    let name = |id: EntrantId| {
        competition.entrant(id).map_or_else(|| id.to_string(), |entrant| entrant.name.to_string())
    };
    let of_board =
        |BoardNumber { round, board }: BoardNumber| vec![round.to_string(), board.to_string()];
    match *error {
        E::NotYourGame(board)
        | E::MatchTied(board)
        | E::NotTied(board)
        | E::UnknownBoard(board)
        | E::ResultKnown(board)
        | E::NoResult(board)
        | E::ChangesBracket(board) => of_board(board),
        E::Settings(error) => settings_values(error),
        E::RoundsPaired(number)
        | E::Full(number)
        | E::UnknownRound(number)
        | E::RoundPaired(number)
        | E::NoHalfPointByeLeft(number)
        | E::AllRoundsPaired(number)
        | E::NoLegalPairing(number)
        | E::RoundHasResults(number)
        | E::RoundStarted(number) => vec![number.to_string()],
        E::TooFewPlayers(count) | E::TooManyPlayers(count) => vec![count.to_string()],
        E::UnknownEntrant(id) => vec![id.to_string()],
        E::NameTaken(ref name) => vec![name.to_string()],
        E::AlreadyWithdrawn(id)
        | E::NotWithdrawn(id)
        | E::LeftOut(id)
        | E::PairedTwice(id)
        | E::HasHadBye(id) => vec![name(id)],
        E::NoAbsence { id, round } | E::Away { id, round } | E::NotPaired { id, round } => {
            vec![name(id), round.to_string()]
        }
        E::ResultsMissing { round, missing } => vec![round.to_string(), missing.to_string()],
        E::TooManyForbiddenPairs(most) => vec![most.to_string()],
        E::MetBefore(first, second) | E::ForbiddenPair(first, second) => {
            vec![name(first), name(second)]
        }
        E::GameTaken(ref game) => vec![game.to_string()],
        E::NotAllowed
        | E::Finished
        | E::NotFinished
        | E::FormatFixed
        | E::EntryClosed
        | E::AbsenceNotInFormat
        | E::NothingPaired
        | E::SamePlayer
        | E::FixedOpponents
        | E::OrganizersResult
        | E::Inconsistent => Vec::new(),
    }
}

impl From<SettingsError> for RejectedCommand {
    fn from(error: SettingsError) -> RejectedCommand {
        let values = settings_values(error);
        RejectedCommand { error: error.into(), values }
    }
}

fn settings_values(error: SettingsError) -> Vec<String> {
    match error {
        SettingsError::Rounds(rounds) => vec![rounds.to_string()],
        SettingsError::TieBreakTwice(tie_break) => vec![tie_break.to_string()],
        SettingsError::Points(_)
        | SettingsError::PointOrder
        | SettingsError::Acceleration
        | SettingsError::TooManyTieBreaks
        | SettingsError::Keizer
        | SettingsError::TimeControl => Vec::new(),
    }
}
