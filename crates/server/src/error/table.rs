//! The table of errors: for each, the HTTP status, the code and the log level.

use axum::http::StatusCode;
use competition::aggregate::CompetitionError;
use game::TermsError;
use store::StoreError;
use tracing::Level;
use wire::{ErrorCode, RequestError};

use super::ApiError;
use crate::PasswordError;
use crate::engines::EngineError;
use crate::live::RoomError;
use crate::lobby::LobbyError;
use crate::roster::SheetError;

/// How an error is answered and logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub(crate) status: StatusCode,
    pub(crate) code: ErrorCode,
    pub(crate) level: Level,
}

/// An error in the table.
pub(crate) trait Classify: std::error::Error {
    /// Its row of the table.
    fn class(&self) -> Class;

    /// What the log says in addition to the message, which clients see.
    fn detail(&self) -> Option<String>;
}

const fn row(status: StatusCode, code: ErrorCode, level: Level) -> Class {
    Class { status, code, level }
}

/// A bug in the server.
const BUG: Class = row(StatusCode::INTERNAL_SERVER_ERROR, ErrorCode::Internal, Level::ERROR);

impl Classify for ApiError {
    fn class(&self) -> Class {
        use ApiError as E;
        use StatusCode as S;
        match self {
            E::NotFound => row(S::NOT_FOUND, ErrorCode::NotFound, Level::DEBUG),
            E::MethodNotAllowed => {
                row(S::METHOD_NOT_ALLOWED, ErrorCode::MethodNotAllowed, Level::DEBUG)
            }
            E::ForeignHost(_) => row(S::MISDIRECTED_REQUEST, ErrorCode::ForeignHost, Level::WARN),
            E::SeveralHosts(_) => row(S::BAD_REQUEST, ErrorCode::ForeignHost, Level::WARN),
            E::ForeignOrigin(_) => row(S::FORBIDDEN, ErrorCode::ForeignOrigin, Level::WARN),
            E::NotJson => row(S::UNSUPPORTED_MEDIA_TYPE, ErrorCode::NotJson, Level::INFO),
            E::TooLarge { .. } => row(S::PAYLOAD_TOO_LARGE, ErrorCode::TooLarge, Level::INFO),
            E::TooSlow => row(S::REQUEST_TIMEOUT, ErrorCode::TooSlow, Level::INFO),
            E::BadBody(_) => row(S::BAD_REQUEST, ErrorCode::BadBody, Level::INFO),
            E::BadQuery(_) => row(S::BAD_REQUEST, ErrorCode::BadQuery, Level::INFO),
            E::BadImport { .. } => row(S::BAD_REQUEST, ErrorCode::BadImport, Level::INFO),
            E::NoUpgrade => row(S::UPGRADE_REQUIRED, ErrorCode::NoUpgrade, Level::INFO),
            E::LocalOnly => row(S::FORBIDDEN, ErrorCode::LocalOnly, Level::INFO),
            E::TooManyRequests { .. } => {
                row(S::TOO_MANY_REQUESTS, ErrorCode::TooManyRequests, Level::WARN)
            }
            E::QuotaExceeded => row(S::TOO_MANY_REQUESTS, ErrorCode::QuotaExceeded, Level::WARN),
            E::TooManyGames => row(S::TOO_MANY_REQUESTS, ErrorCode::TooManyGames, Level::WARN),
            E::StorageFull => row(S::INSUFFICIENT_STORAGE, ErrorCode::StorageFull, Level::WARN),
            E::Busy => row(S::SERVICE_UNAVAILABLE, ErrorCode::Busy, Level::WARN),
            E::NotRead(_) => row(S::INTERNAL_SERVER_ERROR, ErrorCode::NotRead, Level::ERROR),
            E::WrongLogin => row(S::UNAUTHORIZED, ErrorCode::WrongLogin, Level::DEBUG),
            E::WrongPassword => row(S::FORBIDDEN, ErrorCode::WrongPassword, Level::DEBUG),
            E::AdminPassword => row(S::FORBIDDEN, ErrorCode::AdminPassword, Level::DEBUG),
            E::WrongCard => row(S::UNAUTHORIZED, ErrorCode::WrongCard, Level::DEBUG),
            E::LoginNeeded => row(S::UNAUTHORIZED, ErrorCode::LoginNeeded, Level::DEBUG),
            E::AdminOnly => row(S::FORBIDDEN, ErrorCode::AdminOnly, Level::INFO),
            E::Locked(_) => row(S::FORBIDDEN, ErrorCode::Locked, Level::DEBUG),
            E::OrganizerOnly => row(S::FORBIDDEN, ErrorCode::OrganizerOnly, Level::INFO),
            E::NoCard(_) => row(S::CONFLICT, ErrorCode::NoCard, Level::DEBUG),
            E::BadGroup => row(S::BAD_REQUEST, ErrorCode::BadGroup, Level::DEBUG),
            E::BadRating(_) => row(S::BAD_REQUEST, ErrorCode::BadMemberRating, Level::DEBUG),
            E::Sheet(error) => row(S::BAD_REQUEST, sheet_code(error), Level::INFO),
            E::BadRows => row(S::BAD_REQUEST, ErrorCode::BadRows, Level::INFO),
            E::RosterChanged => row(S::CONFLICT, ErrorCode::RosterChanged, Level::INFO),
            E::Password(PasswordError::Length(_)) => {
                row(S::BAD_REQUEST, ErrorCode::BadPassword, Level::DEBUG)
            }
            E::Password(PasswordError::Common) => {
                row(S::BAD_REQUEST, ErrorCode::CommonPassword, Level::DEBUG)
            }
            E::NoMember(_) => row(S::NOT_FOUND, ErrorCode::NoMember, Level::DEBUG),
            E::InPlay(_) => row(S::CONFLICT, ErrorCode::InPlay, Level::DEBUG),
            E::NotOver => row(S::CONFLICT, ErrorCode::NotOver, Level::DEBUG),
            E::NoStudy(_) => row(S::NOT_FOUND, ErrorCode::NoStudy, Level::DEBUG),
            E::ForeignStudy | E::ForeignReview => {
                row(S::FORBIDDEN, ErrorCode::NotAllowed, Level::INFO)
            }
            E::BadTitle => row(S::BAD_REQUEST, ErrorCode::BadTitle, Level::DEBUG),
            E::StudyChanged { .. } => row(S::CONFLICT, ErrorCode::Stale, Level::DEBUG),
            E::NoCompetition(_) => row(S::NOT_FOUND, ErrorCode::NoCompetition, Level::DEBUG),
            E::NoDemonstration(_) => row(S::NOT_FOUND, ErrorCode::NoDemonstration, Level::DEBUG),
            E::TooManyDemonstrations(_) => {
                row(S::CONFLICT, ErrorCode::TooManyDemonstrations, Level::INFO)
            }
            E::NotPresenter(_) => row(S::FORBIDDEN, ErrorCode::NotPresenter, Level::INFO),
            E::NotFollowing(_) => row(S::CONFLICT, ErrorCode::NotFollowing, Level::DEBUG),
            // Two devices that act at once are nothing to report.
            E::DemonstrationChanged => {
                row(S::CONFLICT, ErrorCode::DemonstrationChanged, Level::DEBUG)
            }
            E::TooManyShapes(_) => row(S::BAD_REQUEST, ErrorCode::TooManyShapes, Level::INFO),
            E::NoSimul(_) => row(S::NOT_FOUND, ErrorCode::NoSimul, Level::DEBUG),
            E::TooManySimuls(_) => row(S::CONFLICT, ErrorCode::TooManySimuls, Level::INFO),
            E::BadOpponents(_) => row(S::BAD_REQUEST, ErrorCode::BadOpponents, Level::INFO),
            E::SimulBegun => row(S::CONFLICT, ErrorCode::SimulBegun, Level::DEBUG),
            E::CannotUndo => row(S::CONFLICT, ErrorCode::CannotUndo, Level::DEBUG),
            E::Competition(rejected) => competition(&rejected.error),
            E::Lobby(error) => lobby(error),
            E::Request(error) => request(error),
            E::Game(error) => row(S::CONFLICT, (*error).into(), Level::DEBUG),
            E::Terms(error) => row(S::BAD_REQUEST, terms_code(error), Level::INFO),
            E::Room(error) => error.class(),
            E::Engine(error) => error.class(),
            E::Internal(_) => BUG,
        }
    }

    fn detail(&self) -> Option<String> {
        match self {
            ApiError::Room(error) => error.detail(),
            ApiError::Engine(error) => error.detail(),
            ApiError::NotRead(cause) | ApiError::Internal(cause) => Some(cause.clone()),
            _ => None,
        }
    }
}

/// Whoever is not allowed is denied; everything else depends on the state of the competition.
fn competition(error: &CompetitionError) -> Class {
    let code = ErrorCode::from(error);
    match error {
        CompetitionError::Inconsistent => BUG,
        CompetitionError::NotAllowed | CompetitionError::NotYourGame(_) => {
            row(StatusCode::FORBIDDEN, code, Level::INFO)
        }
        CompetitionError::Settings(_) => row(StatusCode::BAD_REQUEST, code, Level::DEBUG),
        _ => row(StatusCode::CONFLICT, code, Level::DEBUG),
    }
}

impl Classify for RoomError {
    fn class(&self) -> Class {
        use RoomError as E;
        use StatusCode as S;
        match self {
            E::Game(error) => row(S::CONFLICT, (*error).into(), Level::INFO),
            E::Request(error) => request(error),
            // Two people who act at once are nothing to report.
            E::Stale | E::Ply { .. } => row(S::CONFLICT, ErrorCode::Stale, Level::DEBUG),
            E::TooManyEvents => row(S::CONFLICT, ErrorCode::TooManyEvents, Level::INFO),
            E::Spectator | E::NoAdvice => row(S::FORBIDDEN, ErrorCode::NotAllowed, Level::INFO),
            E::Locked(_) => row(S::FORBIDDEN, ErrorCode::Locked, Level::DEBUG),
            E::WrongSecret => row(S::FORBIDDEN, ErrorCode::WrongSecret, Level::INFO),
            E::NameReserved(_) => row(S::CONFLICT, ErrorCode::NameReserved, Level::INFO),
            E::NoSeat => row(S::FORBIDDEN, ErrorCode::NoSeat, Level::INFO),
            E::NoGame(_) => row(S::NOT_FOUND, ErrorCode::NoGame, Level::DEBUG),
            E::Damaged(_) => row(S::INTERNAL_SERVER_ERROR, ErrorCode::Damaged, Level::ERROR),
            E::NotFollowed(_) => row(S::BAD_REQUEST, ErrorCode::NotFollowed, Level::INFO),
            E::RequestId(_) => row(S::BAD_REQUEST, ErrorCode::BadId, Level::INFO),
            E::RequestIdReused => row(S::CONFLICT, ErrorCode::IdReused, Level::WARN),
            E::Malformed(_) => row(S::BAD_REQUEST, ErrorCode::BadMessage, Level::INFO),
            E::Store(error) => store(error),
            E::Closing => row(S::SERVICE_UNAVAILABLE, ErrorCode::Closing, Level::DEBUG),
            E::Internal(_) => BUG,
        }
    }

    fn detail(&self) -> Option<String> {
        match self {
            RoomError::Store(error) => Some(error.to_string()),
            RoomError::Internal(cause) => Some(cause.clone()),
            _ => None,
        }
    }
}

impl Classify for EngineError {
    fn class(&self) -> Class {
        use EngineError as E;
        use StatusCode as S;
        match self {
            E::Busy => row(S::SERVICE_UNAVAILABLE, ErrorCode::EnginesBusy, Level::WARN),
            E::Thinking => row(S::CONFLICT, ErrorCode::EngineThinking, Level::INFO),
            E::Unknown(_) => row(S::BAD_REQUEST, ErrorCode::UnknownEngine, Level::INFO),
            E::Rating(_) => row(S::BAD_REQUEST, ErrorCode::BadRating, Level::INFO),
            E::NoMove => row(S::CONFLICT, ErrorCode::NoMove, Level::INFO),
            E::Interrupted => {
                row(S::SERVICE_UNAVAILABLE, ErrorCode::EngineInterrupted, Level::INFO)
            }
            E::Failed(_) => row(S::BAD_GATEWAY, ErrorCode::EngineFailed, Level::ERROR),
            E::Closed => row(S::SERVICE_UNAVAILABLE, ErrorCode::Closing, Level::INFO),
        }
    }

    fn detail(&self) -> Option<String> {
        match self {
            EngineError::Failed(reason) => Some(reason.clone()),
            _ => None,
        }
    }
}

/// The lobby is as it is; whoever asks again a little later may be luckier.
fn lobby(error: &LobbyError) -> Class {
    use StatusCode as S;
    match error {
        LobbyError::NotHere(_) => row(S::CONFLICT, ErrorCode::NotHere, Level::DEBUG),
        LobbyError::InGame(_) => row(S::CONFLICT, ErrorCode::InGame, Level::DEBUG),
        LobbyError::SamePlayer => row(S::BAD_REQUEST, ErrorCode::SamePlayer, Level::DEBUG),
        LobbyError::NoChallenge => row(S::NOT_FOUND, ErrorCode::NoChallenge, Level::DEBUG),
        LobbyError::NoSeek => row(S::NOT_FOUND, ErrorCode::NoSeek, Level::DEBUG),
        LobbyError::NotEligible => row(S::FORBIDDEN, ErrorCode::NotEligible, Level::DEBUG),
        LobbyError::Full => row(S::TOO_MANY_REQUESTS, ErrorCode::LobbyFull, Level::INFO),
        LobbyError::BadPairs => row(S::BAD_REQUEST, ErrorCode::BadPairs, Level::DEBUG),
    }
}

/// An invalid request. Its code is the wire's to know.
fn request(error: &RequestError) -> Class {
    row(StatusCode::BAD_REQUEST, error.code(), Level::INFO)
}

fn terms_code(error: &TermsError) -> ErrorCode {
    match error {
        TermsError::NoTime(_) | TermsError::TooMuchTime(..) | TermsError::TooMuchBonus(..) => {
            ErrorCode::BadTime
        }
        TermsError::NoSuchStart(_)
        | TermsError::StartIsOver(_)
        | TermsError::SharedWithoutPerson(_) => ErrorCode::BadTerms,
    }
}

fn sheet_code(error: &SheetError) -> ErrorCode {
    match error {
        SheetError::Empty => ErrorCode::EmptyRoster,
        SheetError::Binary => ErrorCode::BinaryRoster,
        SheetError::NoNameColumn(_) => ErrorCode::NoNameColumn,
        SheetError::TooManyRows => ErrorCode::TooManyRows,
    }
}

fn store(error: &StoreError) -> Class {
    use StatusCode as S;
    match error {
        StoreError::Busy => row(S::SERVICE_UNAVAILABLE, ErrorCode::Busy, Level::WARN),
        StoreError::Unconfirmed(_) => {
            row(S::SERVICE_UNAVAILABLE, ErrorCode::Unconfirmed, Level::ERROR)
        }
        StoreError::Closed => row(S::SERVICE_UNAVAILABLE, ErrorCode::Closing, Level::ERROR),
        StoreError::Unknown(_) => row(S::NOT_FOUND, ErrorCode::NoGame, Level::DEBUG),
        // An account that was there a moment ago.
        StoreError::NoAccount(_) => row(S::CONFLICT, ErrorCode::RosterChanged, Level::INFO),
        StoreError::NameTaken(_) => row(S::CONFLICT, ErrorCode::NameTaken, Level::DEBUG),
        StoreError::Damaged { .. } | StoreError::DamagedCompetition { .. } => {
            row(S::INTERNAL_SERVER_ERROR, ErrorCode::Damaged, Level::ERROR)
        }
        _ => row(S::INTERNAL_SERVER_ERROR, ErrorCode::NotStored, Level::ERROR),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_error_has_a_status_a_code_and_a_level() {
        use Level as L;
        let room = |error| ApiError::Room(error);
        for (error, status, code, level) in [
            (ApiError::NotFound, 404, ErrorCode::NotFound, L::DEBUG),
            (ApiError::MethodNotAllowed, 405, ErrorCode::MethodNotAllowed, L::DEBUG),
            (ApiError::ForeignHost("evil.example".into()), 421, ErrorCode::ForeignHost, L::WARN),
            (ApiError::ForeignOrigin("null".into()), 403, ErrorCode::ForeignOrigin, L::WARN),
            (ApiError::SeveralHosts("a, b".into()), 400, ErrorCode::ForeignHost, L::WARN),
            (ApiError::Password(PasswordError::Common), 400, ErrorCode::CommonPassword, L::DEBUG),
            (room(RoomError::NameReserved("admin".into())), 409, ErrorCode::NameReserved, L::INFO),
            (ApiError::NotJson, 415, ErrorCode::NotJson, L::INFO),
            (ApiError::TooLarge { most: 1 }, 413, ErrorCode::TooLarge, L::INFO),
            (TermsError::NoTime(chess::Color::White).into(), 400, ErrorCode::BadTime, L::INFO),
            (TermsError::NoSuchStart(960).into(), 400, ErrorCode::BadTerms, L::INFO),
            (RequestError::BothOpen.into(), 400, ErrorCode::BadSeats, L::INFO),
            (game::GameError::Over.into(), 409, ErrorCode::Over, L::DEBUG),
            (ApiError::NotOver, 409, ErrorCode::NotOver, L::DEBUG),
            (ApiError::NoStudy("abc".into()), 404, ErrorCode::NoStudy, L::DEBUG),
            (ApiError::BadTitle, 400, ErrorCode::BadTitle, L::DEBUG),
            (
                ApiError::StudyChanged { version: 2, request: "a".into() },
                409,
                ErrorCode::Stale,
                L::DEBUG,
            ),
            (LobbyError::NotHere("Ben".into()).into(), 409, ErrorCode::NotHere, L::DEBUG),
            (LobbyError::InGame("Ben".into()).into(), 409, ErrorCode::InGame, L::DEBUG),
            (LobbyError::NoChallenge.into(), 404, ErrorCode::NoChallenge, L::DEBUG),
            (LobbyError::NotEligible.into(), 403, ErrorCode::NotEligible, L::DEBUG),
            (LobbyError::Full.into(), 429, ErrorCode::LobbyFull, L::INFO),
            (ApiError::NotPresenter("Ada".into()), 403, ErrorCode::NotPresenter, L::INFO),
            (ApiError::DemonstrationChanged, 409, ErrorCode::DemonstrationChanged, L::DEBUG),
            (ApiError::BadOpponents(60), 400, ErrorCode::BadOpponents, L::INFO),
            (EngineError::Busy.into(), 503, ErrorCode::EnginesBusy, L::WARN),
            (EngineError::Failed("why".into()).into(), 502, ErrorCode::EngineFailed, L::ERROR),
            (ApiError::QuotaExceeded, 429, ErrorCode::QuotaExceeded, L::WARN),
            (ApiError::TooManyGames, 429, ErrorCode::TooManyGames, L::WARN),
            (ApiError::StorageFull, 507, ErrorCode::StorageFull, L::WARN),
            (ApiError::ForeignReview, 403, ErrorCode::NotAllowed, L::INFO),
            (ApiError::WrongLogin, 401, ErrorCode::WrongLogin, L::DEBUG),
            (ApiError::WrongPassword, 403, ErrorCode::WrongPassword, L::DEBUG),
            (ApiError::AdminPassword, 403, ErrorCode::AdminPassword, L::DEBUG),
            (ApiError::WrongCard, 401, ErrorCode::WrongCard, L::DEBUG),
            (ApiError::OrganizerOnly, 403, ErrorCode::OrganizerOnly, L::INFO),
            (ApiError::NoCard("Olga".into()), 409, ErrorCode::NoCard, L::DEBUG),
            (ApiError::BadGroup, 400, ErrorCode::BadGroup, L::DEBUG),
            (ApiError::BadRating(1), 400, ErrorCode::BadMemberRating, L::DEBUG),
            (SheetError::Empty.into(), 400, ErrorCode::EmptyRoster, L::INFO),
            (SheetError::Binary.into(), 400, ErrorCode::BinaryRoster, L::INFO),
            (SheetError::TooManyRows.into(), 400, ErrorCode::TooManyRows, L::INFO),
            (ApiError::BadRows, 400, ErrorCode::BadRows, L::INFO),
            (ApiError::RosterChanged, 409, ErrorCode::RosterChanged, L::INFO),
            (ApiError::LoginNeeded, 401, ErrorCode::LoginNeeded, L::DEBUG),
            (ApiError::AdminOnly, 403, ErrorCode::AdminOnly, L::INFO),
            (room(RoomError::Stale), 409, ErrorCode::Stale, L::DEBUG),
            (room(RoomError::TooManyEvents), 409, ErrorCode::TooManyEvents, L::INFO),
            (room(game::GameError::OutOfTime.into()), 409, ErrorCode::OutOfTime, L::INFO),
            (room(RoomError::RequestIdReused), 409, ErrorCode::IdReused, L::WARN),
            (room(RoomError::Spectator), 403, ErrorCode::NotAllowed, L::INFO),
            (room(RoomError::WrongSecret), 403, ErrorCode::WrongSecret, L::INFO),
            (room(RoomError::Closing), 503, ErrorCode::Closing, L::DEBUG),
            (room(RoomError::Internal("why".into())), 500, ErrorCode::Internal, L::ERROR),
            (StoreError::Busy.into(), 503, ErrorCode::Busy, L::WARN),
            (StoreError::Database("why".into()).into(), 500, ErrorCode::NotStored, L::ERROR),
            (ApiError::NotRead("why".into()), 500, ErrorCode::NotRead, L::ERROR),
            (StoreError::Unconfirmed("why".into()).into(), 503, ErrorCode::Unconfirmed, L::ERROR),
            (ApiError::Internal("why".into()), 500, ErrorCode::Internal, L::ERROR),
        ] {
            let class = error.class();
            assert_eq!((class.status.as_u16(), class.code), (status, code), "{error:?}");
            assert_eq!(class.level, level, "{error:?}");
            assert!(!error.to_string().contains("why"), "the log alone may know: {error}");
        }
    }
}
