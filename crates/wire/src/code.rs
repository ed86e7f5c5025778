//! The codes that identify errors to programs. They never change; clients have a text for each in
//! their own language.

use chess::IllegalMove;
use competition::aggregate::{CompetitionError, SettingsError};
use game::GameError;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// The code of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    /// Nothing exists at this address.
    NotFound,
    /// The address does not support this method.
    MethodNotAllowed,
    /// The request is for another host.
    ForeignHost,
    /// The request comes from a page of another site.
    ForeignOrigin,
    /// The content type is not JSON.
    NotJson,
    /// The body is too large.
    TooLarge,
    /// The body took too long to arrive.
    TooSlow,
    /// The body is malformed.
    BadBody,
    /// The query string is malformed.
    BadQuery,
    /// The address accepts only WebSocket upgrades.
    NoUpgrade,
    /// Only programs on the same computer may ask for this.
    LocalOnly,
    /// Rate limit exceeded.
    TooManyRequests,
    /// The client has stored as much as it may for now.
    QuotaExceeded,
    /// Too many games of the client have not begun.
    TooManyGames,
    /// Too much has happened in a game besides its moves.
    TooManyEvents,
    /// The library has reached its maximum size.
    StorageFull,
    /// The server is overloaded.
    Busy,
    /// The server is shutting down.
    Closing,
    /// Internal server error.
    Internal,

    /// Wrong name or password.
    WrongLogin,
    /// The current password is wrong.
    WrongPassword,
    /// The administrator's password cannot be changed here.
    AdminPassword,
    /// No card has this code, or not any more.
    WrongCard,
    /// Login required.
    LoginNeeded,
    /// Only the administrator may do this.
    AdminOnly,
    /// Only organizers may do this.
    OrganizerOnly,
    /// A password is too short or too long.
    BadPassword,
    /// A password is too easy to guess.
    CommonPassword,
    /// There is no such member.
    NoMember,
    /// The name is taken.
    NameTaken,
    /// The name is reserved, or belongs to a member.
    NameReserved,
    /// Organizers have no cards.
    NoCard,
    /// The name of a group is invalid.
    BadGroup,
    /// The rating of a member is out of range.
    BadMemberRating,

    /// A spreadsheet is empty.
    EmptyRoster,
    /// A spreadsheet is not text.
    BinaryRoster,
    /// A spreadsheet has no column with names.
    NoNameColumn,
    /// A spreadsheet has too many rows.
    TooManyRows,
    /// A spreadsheet has wrong rows, so nothing was imported.
    BadRows,
    /// The roster was changed after the preview of an import.
    RosterChanged,

    /// A name is invalid.
    BadName,
    /// There is no Chess960 position of this number.
    BadChess960,
    /// A FEN is malformed.
    BadFen,
    /// A side does not have exactly one king.
    BadKings,
    /// A pawn stands on the first or last rank.
    BadPawn,
    /// A side has too many pieces.
    BadPieces,
    /// The position has an impossible check.
    BadCheck,
    /// A castling right is impossible.
    BadCastling,
    /// The en passant square is impossible.
    BadEnPassant,
    /// The time control is invalid.
    BadTime,
    /// The terms of the game are invalid.
    BadTerms,
    /// The seats are invalid.
    BadSeats,
    /// A move is malformed.
    BadMove,
    /// The file cannot be imported.
    BadImport,

    /// There is no such study, or it is not shared.
    NoStudy,
    /// The name of a study is invalid.
    BadTitle,

    /// The group of the caller may not use this now.
    Locked,

    /// There is no such game.
    NoGame,
    /// A game in progress cannot be removed.
    InPlay,
    /// The stored game is damaged.
    Damaged,
    /// The change could not be stored, so it was not made.
    NotStored,
    /// What is stored could not be read.
    NotRead,
    /// It is not known whether the change was stored; asking again under the same id tells.
    Unconfirmed,
    /// The game or study has changed in the meantime.
    Stale,
    /// The secret does not belong to a seat of the game.
    WrongSecret,
    /// The caller has no seat in the game.
    NoSeat,
    /// The socket does not follow this game.
    NotFollowed,
    /// A request id is invalid.
    BadId,
    /// The id belongs to another request.
    IdReused,
    /// A message is malformed.
    BadMessage,

    /// The game is over.
    Over,
    /// The game is adjourned.
    Adjourned,
    /// A seat is still open.
    Waiting,
    /// The seat is taken.
    SeatTaken,
    /// It is the other side's turn.
    NotYourTurn,
    /// The move is illegal.
    Illegal,
    /// The move leaves the king in check.
    StillInCheck,
    /// The move exposes the king to check.
    LeavesKingInCheck,
    /// The king would move into check.
    KingIntoCheck,
    /// Castling is not possible now.
    CannotCastle,
    /// Not allowed.
    NotAllowed,
    /// There is no draw to claim.
    NoClaim,
    /// The opponent is connected, so there is nothing to claim.
    OpponentPresent,
    /// The opponent still has time to reconnect.
    OpponentMayReturn,
    /// There is no such offer.
    NoOffer,
    /// The offer was made already.
    AlreadyOffered,
    /// There is no move to take back or redo.
    NothingToUndo,
    /// The game has started and can no longer be aborted.
    Begun,
    /// There is no clock.
    NoClock,
    /// The command came after the time was over.
    OutOfTime,
    /// There is time left on the clock.
    TimeLeft,
    /// The game is not over yet.
    NotOver,
    /// The rematch has already started.
    Rematched,
    /// This amount of time cannot be given.
    Amount,

    /// There is no such demonstration board.
    NoDemonstration,
    /// There are too many demonstration boards.
    TooManyDemonstrations,
    /// Somebody else has the demonstration board.
    NotPresenter,
    /// The member does not follow the demonstration board.
    NotFollowing,
    /// The demonstration board has changed since.
    DemonstrationChanged,
    /// There are too many arrows and colored squares.
    TooManyShapes,
    /// There is no such simul.
    NoSimul,
    /// There are too many simuls.
    TooManySimuls,
    /// The opponents of a simul are not possible.
    BadOpponents,
    /// Moves were made in a simul already.
    SimulBegun,

    /// There is no such competition.
    NoCompetition,
    /// Only the two players of the game may do this.
    NotYourGame,
    /// The competition is over.
    CompetitionFinished,
    /// The competition is not over.
    CompetitionNotFinished,
    /// The number of rounds is not possible.
    BadRounds,
    /// The point values are not possible.
    BadPoints,
    /// Acceleration needs the usual point values.
    BadAcceleration,
    /// A value of the Keizer system is too large.
    BadKeizer,
    /// The tie-breaks are not possible.
    BadTieBreaks,
    /// The format cannot change after the first pairing.
    FormatFixed,
    /// More rounds are paired than planned.
    RoundsPaired,
    /// There is no such player in the competition.
    NoEntrant,
    /// There are too many players.
    CompetitionFull,
    /// Nobody can enter after the first pairing in this format.
    EntryClosed,
    /// The player has withdrawn already.
    AlreadyWithdrawn,
    /// The player has not withdrawn.
    NotWithdrawn,
    /// There is no such round.
    NoRound,
    /// The round is paired already.
    RoundPaired,
    /// The format has no absences of this kind.
    BadAbsence,
    /// The player has had all half-point byes.
    NoHalfPointByeLeft,
    /// No absence was announced.
    NoAbsence,
    /// Results are missing.
    ResultsMissing,
    /// A match is tied.
    MatchTied,
    /// The match is not tied.
    NotTied,
    /// All planned rounds are paired.
    AllRoundsPaired,
    /// Too few players are there.
    TooFewPlayers,
    /// Too many players are there.
    TooManyPlayers,
    /// The rules allow no pairing.
    NoLegalPairing,
    /// Somebody is there, but not in the pairing.
    LeftOut,
    /// Somebody is in the pairing twice.
    PairedTwice,
    /// Somebody is in the pairing, but absent.
    Away,
    /// Nothing is paired.
    NothingPaired,
    /// The round has results.
    RoundHasResults,
    /// The round has started.
    RoundStarted,
    /// An exchange needs two players.
    SamePlayer,
    /// The player is not paired in this round.
    NotPaired,
    /// Two players have met already.
    MetBefore,
    /// Two players may not meet.
    ForbiddenPair,
    /// Too many pairs of players who may not meet.
    TooManyForbiddenPairs,
    /// The player has had a bye or a win without a game already.
    HasHadBye,
    /// The format fixes who meets whom.
    FixedOpponents,
    /// There is no such board.
    NoBoard,
    /// The board has a result already.
    ResultKnown,
    /// The board has no result.
    NoResult,
    /// Players report only wins, draws and losses.
    OrganizersResult,
    /// The correction changes who goes on, but the next round has started.
    ChangesBracket,
    /// The game belongs to another board.
    GameTaken,
    /// The entry of the history cannot be undone.
    CannotUndo,

    /// The member is not in the lobby.
    NotHere,
    /// The member is in a game.
    InGame,
    /// There is no such challenge, or not any more.
    NoChallenge,
    /// There is no such open game, or not any more.
    NoSeek,
    /// The game is for players of another rating.
    NotEligible,
    /// Too many challenges or games are open.
    LobbyFull,
    /// There are no pairs to seat, or too many at once.
    BadPairs,

    /// All engines are busy.
    EnginesBusy,
    /// The engine is already thinking about this game.
    EngineThinking,
    /// There is no engine of this name.
    UnknownEngine,
    /// No engine plays at this rating.
    BadRating,
    /// There is no legal move.
    NoMove,
    /// The engine was needed for something more urgent.
    EngineInterrupted,
    /// The engine crashed.
    EngineFailed,
}

impl From<GameError> for ErrorCode {
    fn from(error: GameError) -> ErrorCode {
        match error {
            GameError::Over => ErrorCode::Over,
            GameError::Adjourned => ErrorCode::Adjourned,
            GameError::Waiting => ErrorCode::Waiting,
            GameError::SeatTaken => ErrorCode::SeatTaken,
            GameError::NotYourTurn => ErrorCode::NotYourTurn,
            GameError::Illegal(reason) => illegal(reason),
            GameError::NotAllowed => ErrorCode::NotAllowed,
            GameError::NoClaim => ErrorCode::NoClaim,
            GameError::OpponentPresent => ErrorCode::OpponentPresent,
            GameError::OpponentMayReturn => ErrorCode::OpponentMayReturn,
            GameError::NoOffer => ErrorCode::NoOffer,
            GameError::AlreadyOffered => ErrorCode::AlreadyOffered,
            GameError::NothingToUndo => ErrorCode::NothingToUndo,
            GameError::Begun => ErrorCode::Begun,
            GameError::NoClock => ErrorCode::NoClock,
            GameError::OutOfTime => ErrorCode::OutOfTime,
            GameError::TimeLeft => ErrorCode::TimeLeft,
            GameError::NotOver => ErrorCode::NotOver,
            GameError::Rematched => ErrorCode::Rematched,
            GameError::Amount(_) => ErrorCode::Amount,
        }
    }
}

impl From<&CompetitionError> for ErrorCode {
    fn from(error: &CompetitionError) -> ErrorCode {
        use CompetitionError as E;
        match error {
            E::NotAllowed => ErrorCode::NotAllowed,
            E::NotYourGame(_) => ErrorCode::NotYourGame,
            E::Finished => ErrorCode::CompetitionFinished,
            E::NotFinished => ErrorCode::CompetitionNotFinished,
            E::Settings(error) => settings(*error),
            E::FormatFixed => ErrorCode::FormatFixed,
            E::RoundsPaired(_) => ErrorCode::RoundsPaired,
            E::UnknownEntrant(_) => ErrorCode::NoEntrant,
            E::NameTaken(_) => ErrorCode::NameTaken,
            E::Full(_) => ErrorCode::CompetitionFull,
            E::EntryClosed => ErrorCode::EntryClosed,
            E::AlreadyWithdrawn(_) => ErrorCode::AlreadyWithdrawn,
            E::NotWithdrawn(_) => ErrorCode::NotWithdrawn,
            E::UnknownRound(_) => ErrorCode::NoRound,
            E::RoundPaired(_) => ErrorCode::RoundPaired,
            E::AbsenceNotInFormat => ErrorCode::BadAbsence,
            E::NoHalfPointByeLeft(_) => ErrorCode::NoHalfPointByeLeft,
            E::NoAbsence { .. } => ErrorCode::NoAbsence,
            E::ResultsMissing { .. } => ErrorCode::ResultsMissing,
            E::MatchTied(_) => ErrorCode::MatchTied,
            E::NotTied(_) => ErrorCode::NotTied,
            E::AllRoundsPaired(_) => ErrorCode::AllRoundsPaired,
            E::TooFewPlayers(_) => ErrorCode::TooFewPlayers,
            E::TooManyPlayers(_) => ErrorCode::TooManyPlayers,
            E::NoLegalPairing(_) => ErrorCode::NoLegalPairing,
            E::LeftOut(_) => ErrorCode::LeftOut,
            E::PairedTwice(_) => ErrorCode::PairedTwice,
            E::Away { .. } => ErrorCode::Away,
            E::NothingPaired => ErrorCode::NothingPaired,
            E::RoundHasResults(_) => ErrorCode::RoundHasResults,
            E::RoundStarted(_) => ErrorCode::RoundStarted,
            E::SamePlayer => ErrorCode::SamePlayer,
            E::NotPaired { .. } => ErrorCode::NotPaired,
            E::MetBefore(..) => ErrorCode::MetBefore,
            E::ForbiddenPair(..) => ErrorCode::ForbiddenPair,
            E::TooManyForbiddenPairs(_) => ErrorCode::TooManyForbiddenPairs,
            E::HasHadBye(_) => ErrorCode::HasHadBye,
            E::FixedOpponents => ErrorCode::FixedOpponents,
            E::UnknownBoard(_) => ErrorCode::NoBoard,
            E::ResultKnown(_) => ErrorCode::ResultKnown,
            E::NoResult(_) => ErrorCode::NoResult,
            E::OrganizersResult => ErrorCode::OrganizersResult,
            E::ChangesBracket(_) => ErrorCode::ChangesBracket,
            E::GameTaken(_) => ErrorCode::GameTaken,
            E::Inconsistent => ErrorCode::Internal,
        }
    }
}

fn settings(error: SettingsError) -> ErrorCode {
    match error {
        SettingsError::Rounds(_) => ErrorCode::BadRounds,
        SettingsError::Points(_) | SettingsError::PointOrder => ErrorCode::BadPoints,
        SettingsError::Acceleration => ErrorCode::BadAcceleration,
        SettingsError::Keizer => ErrorCode::BadKeizer,
        SettingsError::TooManyTieBreaks | SettingsError::TieBreakTwice(_) => {
            ErrorCode::BadTieBreaks
        }
        SettingsError::TimeControl => ErrorCode::BadTime,
    }
}

/// The code of an illegal move. Reasons that are obvious on the board share one code.
pub(crate) fn illegal(reason: IllegalMove) -> ErrorCode {
    match reason {
        IllegalMove::StillInCheck => ErrorCode::StillInCheck,
        IllegalMove::LeavesKingInCheck => ErrorCode::LeavesKingInCheck,
        IllegalMove::KingIntoCheck(_) => ErrorCode::KingIntoCheck,
        IllegalMove::NoCastlingRight(_)
        | IllegalMove::CastlingBlocked(_)
        | IllegalMove::CastlingOutOfCheck
        | IllegalMove::CastlingThroughCheck(_) => ErrorCode::CannotCastle,
        IllegalMove::EmptySquare(_)
        | IllegalMove::WrongColor(..)
        | IllegalMove::OwnPiece(_)
        | IllegalMove::Pattern(..)
        | IllegalMove::Blocked(_)
        | IllegalMove::NothingToCapture(_)
        | IllegalMove::PromotionMissing
        | IllegalMove::PromotionNotAllowed(_)
        | IllegalMove::WrongKind(..) => ErrorCode::Illegal,
    }
}
