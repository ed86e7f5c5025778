//! The errors of HTTP requests. Every error that leaves the server is a [`wire::ErrorBody`]; its
//! status, code and log level are in [`table`].

mod table;

use std::any::Any;
use std::time::Duration;

use axum::Json;
use axum::extract::Request;
use axum::http::{HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use game::{GameError, TermsError};
use store::{GroupName, StoreError};
use tokio::task::JoinError;
use tracing::Level;
use wire::lobby::MAX_PAIRS;
use wire::roster::{MAX_RATING, MIN_RATING};
use wire::studies::StudyName;
use wire::{ErrorBody, ErrorCode, ErrorDetail, RequestError};

pub(crate) use self::table::Classify;
use crate::competitions::RejectedCommand;
use crate::engines::EngineError;
use crate::lessons::Locked;
use crate::live::RoomError;
use crate::lobby::LobbyError;
use crate::observe::printable;
use crate::roster::SheetError;
use crate::{Password, PasswordError};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ApiError {
    /// Nothing exists at this address.
    #[error("not found")]
    NotFound,
    /// The address does not support this method.
    #[error("method not allowed")]
    MethodNotAllowed,
    /// The request is for another host, or names none.
    #[error("{0:?} is not a name of this server; its operator can add it")]
    ForeignHost(String),
    /// The request names several hosts.
    #[error("the request names several hosts: {0:?}")]
    SeveralHosts(String),
    /// The request comes from a page of another site.
    #[error("pages of {0:?} may not use this server; its operator can allow it")]
    ForeignOrigin(String),
    /// The content type is not JSON.
    #[error("the content type must be application/json")]
    NotJson,
    /// The body is too large.
    #[error("the body is larger than {most} bytes")]
    TooLarge {
        /// The maximum size in bytes.
        most: usize,
    },
    /// The body took too long to arrive.
    #[error("the body took too long to arrive")]
    TooSlow,
    /// The body is malformed.
    #[error("malformed body: {0}")]
    BadBody(String),
    /// The query string is malformed.
    #[error("malformed query: {0}")]
    BadQuery(String),
    /// The file or game cannot be imported.
    #[error("{message}")]
    BadImport {
        /// Why, in English.
        message: String,
        /// Why, for clients with texts of their own.
        detail: ErrorDetail,
    },
    /// The address accepts only WebSocket upgrades.
    #[error("this address accepts only WebSocket upgrades")]
    NoUpgrade,
    /// Only programs on the same computer may ask for this.
    #[error("only programs on the same computer may ask for this")]
    LocalOnly,
    /// Too many requests from one address.
    #[error("too many requests; try again in {} s", whole_seconds(*retry_after))]
    TooManyRequests {
        /// When to try again.
        retry_after: Duration,
    },
    /// The client has stored as much as one client may for now.
    #[error("you have stored as much as one client may for now; try again later")]
    QuotaExceeded,
    /// Too many games of the client wait for their first move.
    #[error("too many of your games have not begun; play or abort one of them first")]
    TooManyGames,
    /// The library has reached its maximum size.
    #[error("the library of this server is full")]
    StorageFull,
    /// Too many logins at once.
    #[error("too many logins at once; try again shortly")]
    Busy,
    /// The name or the password is wrong; which one stays secret.
    #[error("wrong name or password")]
    WrongLogin,
    /// The current password is wrong.
    #[error("the current password is wrong")]
    WrongPassword,
    /// The administrator's password is set when the server starts.
    #[error("the admin password is set when the server starts")]
    AdminPassword,
    /// No card has this code, or not any more; which one stays secret.
    #[error("no valid card has this code")]
    WrongCard,
    /// Login required.
    #[error("login required")]
    LoginNeeded,
    /// Only the administrator may do this.
    #[error("only the admin may do this")]
    AdminOnly,
    /// The group of the caller may not use this now.
    #[error(transparent)]
    Locked(#[from] Locked),
    /// Only organizers may do this.
    #[error("only organizers and the admin may do this")]
    OrganizerOnly,
    /// Cards are for ordinary members.
    #[error("{0:?} is an organizer; cards are for ordinary members")]
    NoCard(String),
    /// The name of a group is invalid.
    #[error("the name of a group has 1 to {max} characters on one line", max = GroupName::MAX)]
    BadGroup,
    /// The rating of a member is out of range.
    #[error("a rating is a number from {MIN_RATING} to {MAX_RATING}; this one is {0}")]
    BadRating(u16),
    /// A spreadsheet cannot be read as a roster.
    #[error(transparent)]
    Sheet(#[from] SheetError),
    /// Rows of a spreadsheet are wrong.
    #[error("the file has wrong rows; nothing was imported")]
    BadRows,
    /// The import would not do what its preview said.
    #[error("the roster was changed after the preview; nothing was imported")]
    RosterChanged,
    /// A new password is not accepted.
    #[error(transparent)]
    Password(#[from] PasswordError),
    /// There is no such member.
    #[error("no such member: {0:?}")]
    NoMember(String),
    /// A game in progress cannot be removed.
    #[error("the game {0} is in progress; remove it when it is over")]
    InPlay(String),
    /// A game in progress cannot be reviewed.
    #[error("the game is in progress; review it when it is over")]
    NotOver,
    /// There is no such study, or the caller may not see it.
    #[error("no such study: {0:?}")]
    NoStudy(String),
    /// The study belongs to somebody else.
    #[error("not allowed: the study belongs to somebody else")]
    ForeignStudy,
    /// Others want the review, and the caller has not asked for it.
    #[error("not allowed: somebody else has asked for the review")]
    ForeignReview,
    /// The name of a study is invalid.
    #[error("the name of a study has 1 to {max} characters", max = StudyName::MAX_LENGTH)]
    BadTitle,
    /// The study was saved by another request in the meantime.
    #[error("the study was changed in the meantime; it is at version {version}")]
    StudyChanged {
        /// The version of the study.
        version: u32,
        /// The id of the request that saved it.
        request: String,
    },
    /// There is no such competition.
    #[error("no such competition: {0:?}")]
    NoCompetition(String),
    /// There is no such demonstration board.
    #[error("there is no demonstration board {0:?}")]
    NoDemonstration(String),
    /// There are too many demonstration boards.
    #[error("at most {0} demonstration boards can be open; end one of them first")]
    TooManyDemonstrations(usize),
    /// Somebody else has the board; the name is empty for the organizers.
    #[error("somebody else has the board")]
    NotPresenter(String),
    /// A board goes only to members who follow it.
    #[error("{0:?} does not follow the board")]
    NotFollowing(String),
    /// The board was changed on another device.
    #[error("the board was changed on another device in the meantime")]
    DemonstrationChanged,
    /// Too many arrows and colored squares.
    #[error("at most {0} arrows and colored squares are possible on a position")]
    TooManyShapes(usize),
    /// There is no such simul.
    #[error("there is no simul {0:?}")]
    NoSimul(String),
    /// There are too many simuls.
    #[error("at most {0} simuls can be played at once")]
    TooManySimuls(usize),
    /// The opponents are none, too many, named twice, or the exhibitor.
    #[error("a simul needs 1 to {0} opponents, each of them once, and not the exhibitor")]
    BadOpponents(usize),
    /// A simul is called off only before the first move.
    #[error("moves were made already; the simul cannot be called off any more")]
    SimulBegun,
    /// The entry of the history cannot be undone, or not any more.
    #[error("this cannot be undone any more")]
    CannotUndo,
    /// A competition rejects a command.
    #[error(transparent)]
    Competition(#[from] RejectedCommand),
    /// The lobby rejects it.
    #[error(transparent)]
    Lobby(#[from] LobbyError),
    /// The request is invalid.
    #[error(transparent)]
    Request(#[from] RequestError),
    /// The rules of the game forbid it.
    #[error(transparent)]
    Game(#[from] GameError),
    /// The terms of a new game are invalid.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The room of a game rejects it.
    #[error(transparent)]
    Room(#[from] RoomError),
    /// The engine has no answer.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// What is stored could not be read. The cause is for the log only.
    #[error("could not be read; try again")]
    NotRead(String),
    /// A bug in the server. The cause is for the log only.
    #[error("internal server error")]
    Internal(String),
}

impl ApiError {
    /// The error as clients get it.
    pub(crate) fn body(&self) -> ErrorBody {
        ErrorBody {
            code: self.class().code,
            message: self.to_string(),
            values: self.values(),
            detail: self.error_detail(),
        }
    }

    /// What exactly is wrong, where the code stands for many reasons.
    fn error_detail(&self) -> Option<ErrorDetail> {
        match self {
            ApiError::BadImport { detail, .. } => Some(detail.clone()),
            ApiError::Locked(locked) | ApiError::Room(RoomError::Locked(locked)) => {
                Some(locked.detail())
            }
            ApiError::Request(error) | ApiError::Room(RoomError::Request(error)) => error.detail(),
            _ => None,
        }
    }

    /// The values in the message, for translations of it.
    fn values(&self) -> Vec<String> {
        match self {
            ApiError::TooManyRequests { retry_after } => {
                vec![whole_seconds(*retry_after).to_string()]
            }
            ApiError::Password(PasswordError::Length(length)) => {
                vec![Password::MIN.to_string(), Password::MAX.to_string(), length.to_string()]
            }
            ApiError::BadGroup => vec![GroupName::MAX.to_string()],
            ApiError::BadRating(rating) => {
                vec![MIN_RATING.to_string(), MAX_RATING.to_string(), rating.to_string()]
            }
            ApiError::Sheet(error) => error.values(),
            ApiError::ForeignHost(text)
            | ApiError::SeveralHosts(text)
            | ApiError::ForeignOrigin(text)
            | ApiError::NoMember(text)
            | ApiError::NoCard(text)
            | ApiError::NoStudy(text)
            | ApiError::NoCompetition(text)
            | ApiError::NoDemonstration(text)
            | ApiError::NotPresenter(text)
            | ApiError::NotFollowing(text)
            | ApiError::NoSimul(text)
            | ApiError::InPlay(text) => vec![text.clone()],
            ApiError::StudyChanged { version, request } => {
                vec![version.to_string(), request.clone()]
            }
            ApiError::TooLarge { most }
            | ApiError::TooManyDemonstrations(most)
            | ApiError::TooManySimuls(most)
            | ApiError::TooManyShapes(most)
            | ApiError::BadOpponents(most) => vec![most.to_string()],
            ApiError::Competition(rejected) => rejected.values.clone(),
            ApiError::Lobby(LobbyError::NotHere(name) | LobbyError::InGame(name)) => {
                vec![name.clone()]
            }
            ApiError::Lobby(LobbyError::BadPairs) => vec![MAX_PAIRS.to_string()],
            ApiError::Request(error) | ApiError::Room(RoomError::Request(error)) => error.values(),
            ApiError::Room(RoomError::Store(StoreError::NameTaken(name))) => {
                vec![name.to_string()]
            }
            _ => Vec::new(),
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::Room(error.into())
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> ApiError {
        ApiError::Room(error.into())
    }
}

impl From<JoinError> for ApiError {
    fn from(error: JoinError) -> ApiError {
        ApiError::Internal(error.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let is_store_failure = self.class().code == ErrorCode::NotStored;
        if !is_store_failure {
            log(&self);
        }
        let mut response = (self.class().status, Json(self.body())).into_response();
        if let ApiError::TooManyRequests { retry_after } = self {
            let seconds = HeaderValue::from(whole_seconds(retry_after));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        if is_store_failure {
            response.extensions_mut().insert(StoreFailure(self));
        }
        response
    }
}

/// Why a request failed because of the store, in its response until it is logged.
#[derive(Clone)]
struct StoreFailure(ApiError);

/// Logs failures of the store, and says of a request that only reads that something could not be
/// read: such a failure knows nothing of the request, and speaks of saving.
pub(crate) async fn name_store_failures(request: Request, next: Next) -> Response {
    let only_reads = request.method().is_safe();
    let mut response = next.run(request).await;
    let Some(StoreFailure(error)) = response.extensions_mut().remove() else { return response };
    if only_reads {
        return ApiError::NotRead(error.detail().unwrap_or_default()).into_response();
    }
    log(&error);
    response
}

/// Writes an error to the log, with what clients do not learn. `tracing` needs a call per level.
pub(crate) fn log(error: &impl Classify) {
    let class = error.class();
    let detail = error.detail().map(|detail| printable(&detail));
    let (status, code, error) = (class.status.as_u16(), class.code, printable(&error.to_string()));
    match class.level {
        Level::ERROR => tracing::error!(status, ?code, detail, "{error}"),
        Level::WARN => tracing::warn!(status, ?code, detail, "{error}"),
        Level::INFO => tracing::info!(status, ?code, detail, "{error}"),
        _ => tracing::debug!(status, ?code, detail, "{error}"),
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The response of a handler that panicked.
pub(crate) fn from_panic(cause: Box<dyn Any + Send>) -> Response {
    let text = panic_text(&*cause).to_owned();
    // The cause may own anything; it is not needed any more.
    drop(cause);
    ApiError::Internal(format!("a handler panicked: {text}")).into_response()
}

/// The message of a panic, if it has one.
pub(crate) fn panic_text(cause: &(dyn Any + Send)) -> &str {
    let text = cause.downcast_ref::<&str>().copied();
    text.or_else(|| cause.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_values_of_a_message_stand_apart_for_translations() {
        let empty = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<chess::Position>();
        let no_kings = RequestError::Fen(empty.expect_err("nobody has a king"));
        for (error, values) in [
            (ApiError::TooLarge { most: 9 }, vec!["9"]),
            (ApiError::Password(PasswordError::Length(3)), vec!["8", "128", "3"]),
            (ApiError::NoMember("Ada".into()), vec!["Ada"]),
            (ApiError::Request(no_kings), vec!["white", "0"]),
            (ApiError::BadRating(9), vec!["100", "4000", "9"]),
            (ApiError::Sheet(SheetError::NoNameColumn("a | b".into())), vec!["a | b"]),
            (ApiError::NotFound, vec![]),
        ] {
            assert_eq!(error.values(), values, "{error:?}");
        }
    }

    #[test]
    fn a_client_over_its_rate_limit_learns_when_to_retry() {
        let error = ApiError::TooManyRequests { retry_after: Duration::from_millis(1200) };
        let response = error.into_response();
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }
}
