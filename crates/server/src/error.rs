//! How requests fail: one enum, and one table of status, word and log level. Every error that
//! leaves the server is a [`wire::ErrorBody`].

use std::any::Any;
use std::fmt;
use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use game::TermsError;
use store::StoreError;
use tracing::Level;
use wire::Code;

use crate::engines::EngineError;
use crate::live::RoomError;
use crate::{BadPassword, Password};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApiError {
    /// Nothing is at this address.
    NotFound,
    /// What is there does not do this.
    MethodNotAllowed,
    /// The request was meant for another host, or says none.
    ForeignHost(String),
    /// The request comes from a page of somebody else.
    ForeignOrigin(String),
    /// The body is not said to be JSON.
    NotJson,
    /// The body is larger than it may be.
    TooLarge {
        /// The most bytes there may be.
        most: usize,
    },
    /// The body took too long to come.
    TooSlow,
    /// The body cannot be read.
    BadBody(String),
    /// What is there is a socket, and the request does not ask for one.
    NoUpgrade,
    /// This is only for programs on the same computer.
    LocalOnly,
    /// Too many requests from one address.
    TooManyRequests {
        /// When to try again.
        retry_after: Duration,
    },
    /// Too many log in at once.
    Busy,
    /// The name or the password is wrong; which of them is not told.
    WrongLogin,
    /// Somebody who wants another password does not know the one they have.
    WrongPassword,
    /// The admin's password is the one that the server is started with.
    AdminPassword,
    /// Somebody who is not logged in wants what not everybody may have.
    LoginNeeded,
    /// Somebody wants what only the admin may do.
    AdminOnly,
    /// A new password is too short or too long.
    BadPassword(BadPassword),
    /// There is no member of this name.
    NoMember(String),
    /// A game cannot be removed, because somebody may still play it.
    InPlay(String),
    /// There is no study of this id, or whoever asks may not know that there is.
    NoStudy(String),
    /// A study is somebody else's.
    ForeignStudy,
    /// A study cannot be called so.
    BadTitle,
    /// Another save of a study came first.
    StudyChanged {
        /// The version of the study.
        version: u32,
        /// What the save that made it is called.
        request: String,
    },
    /// What is asked for makes no sense.
    Invalid(wire::RequestError),
    /// The game refuses.
    Refused(game::GameError),
    /// No game can be played by these terms.
    Terms(TermsError),
    /// A game that is being played says no.
    Denied(RoomError),
    /// The words after `?` in the address cannot be read.
    BadQuery(String),
    /// Something that was sent to be imported cannot be read at all.
    BadImport(String),
    /// A game that is still played is not reviewed.
    NotOver,
    /// The engine does not answer.
    Engine(EngineError),
    /// Something broke that should not have.
    Internal,
}

impl ApiError {
    /// The status of the answer, the word for programs, and how much it matters to the log.
    fn row(&self) -> (StatusCode, Code, Level) {
        match self {
            ApiError::NotFound => (StatusCode::NOT_FOUND, Code::NotFound, Level::DEBUG),
            ApiError::MethodNotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, Level::DEBUG)
            }
            ApiError::ForeignHost(_) => {
                (StatusCode::MISDIRECTED_REQUEST, Code::ForeignHost, Level::WARN)
            }
            ApiError::ForeignOrigin(_) => (StatusCode::FORBIDDEN, Code::ForeignOrigin, Level::WARN),
            ApiError::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::NotJson, Level::INFO),
            ApiError::TooLarge { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, Level::INFO)
            }
            ApiError::TooSlow => (StatusCode::REQUEST_TIMEOUT, Code::TooSlow, Level::INFO),
            ApiError::BadBody(_) => (StatusCode::BAD_REQUEST, Code::BadBody, Level::INFO),
            ApiError::NoUpgrade => (StatusCode::UPGRADE_REQUIRED, Code::NoUpgrade, Level::INFO),
            ApiError::LocalOnly => (StatusCode::FORBIDDEN, Code::LocalOnly, Level::INFO),
            ApiError::TooManyRequests { .. } => {
                (StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, Level::WARN)
            }
            ApiError::Busy => (StatusCode::SERVICE_UNAVAILABLE, Code::Busy, Level::WARN),
            ApiError::WrongLogin => (StatusCode::UNAUTHORIZED, Code::WrongLogin, Level::DEBUG),
            ApiError::WrongPassword => (StatusCode::FORBIDDEN, Code::WrongPassword, Level::DEBUG),
            ApiError::AdminPassword => (StatusCode::FORBIDDEN, Code::AdminPassword, Level::DEBUG),
            ApiError::LoginNeeded => (StatusCode::UNAUTHORIZED, Code::LoginNeeded, Level::DEBUG),
            ApiError::AdminOnly => (StatusCode::FORBIDDEN, Code::AdminOnly, Level::INFO),
            ApiError::BadPassword(_) => (StatusCode::BAD_REQUEST, Code::BadPassword, Level::DEBUG),
            ApiError::NoMember(_) => (StatusCode::NOT_FOUND, Code::NoMember, Level::DEBUG),
            ApiError::InPlay(_) => (StatusCode::CONFLICT, Code::InPlay, Level::DEBUG),
            ApiError::NoStudy(_) => (StatusCode::NOT_FOUND, Code::NoStudy, Level::DEBUG),
            ApiError::ForeignStudy => (StatusCode::FORBIDDEN, Code::NotAllowed, Level::INFO),
            ApiError::BadTitle => (StatusCode::BAD_REQUEST, Code::BadTitle, Level::DEBUG),
            ApiError::StudyChanged { .. } => (StatusCode::CONFLICT, Code::Stale, Level::DEBUG),
            ApiError::Invalid(fault) => (StatusCode::BAD_REQUEST, fault.code(), Level::INFO),
            ApiError::Refused(refusal) => (StatusCode::CONFLICT, (*refusal).into(), Level::DEBUG),
            ApiError::Terms(error) => {
                let is_time = matches!(
                    error,
                    TermsError::NoTime(_)
                        | TermsError::TooMuchTime(..)
                        | TermsError::TooMuchBonus(..)
                );
                let code = if is_time { Code::BadTime } else { Code::BadTerms };
                (StatusCode::BAD_REQUEST, code, Level::INFO)
            }
            ApiError::Denied(denial) => (denial.status(), denial.code(), denial.level()),
            ApiError::BadQuery(_) => (StatusCode::BAD_REQUEST, Code::BadQuery, Level::INFO),
            ApiError::BadImport(_) => (StatusCode::BAD_REQUEST, Code::BadImport, Level::INFO),
            ApiError::NotOver => (StatusCode::CONFLICT, Code::NotOver, Level::DEBUG),
            ApiError::Engine(error) => (error.status(), error.code(), error.level()),
            ApiError::Internal => (StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, Level::ERROR),
        }
    }

    /// What the sentence names that another language needs too.
    fn values(&self) -> Vec<String> {
        match self {
            ApiError::TooManyRequests { retry_after } => {
                vec![whole_seconds(*retry_after).to_string()]
            }
            ApiError::TooLarge { most } => vec![most.to_string()],
            ApiError::BadPassword(BadPassword { length }) => {
                vec![Password::MIN.to_string(), Password::MAX.to_string(), length.to_string()]
            }
            ApiError::ForeignHost(text)
            | ApiError::ForeignOrigin(text)
            | ApiError::NoMember(text)
            | ApiError::NoStudy(text)
            | ApiError::InPlay(text) => vec![text.clone()],
            ApiError::StudyChanged { version, request } => {
                vec![version.to_string(), request.clone()]
            }
            ApiError::Invalid(fault) | ApiError::Denied(RoomError::RequestError(fault)) => {
                fault.values()
            }
            ApiError::Denied(RoomError::Store(StoreError::NameTaken(name))) => {
                vec![name.to_string()]
            }
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ApiError::NotFound => f.write_str("there is nothing at this address"),
            ApiError::MethodNotAllowed => f.write_str("this address does not take this method"),
            ApiError::ForeignHost(host) => {
                write!(f, "{host:?} is not a name of this server; its owner can add it")
            }
            ApiError::ForeignOrigin(origin) => {
                write!(f, "pages of {origin:?} may not use this server; its owner can allow it")
            }
            ApiError::NotJson => f.write_str("the body has to be of the type application/json"),
            ApiError::TooLarge { most } => write!(f, "the body is larger than {most} bytes"),
            ApiError::TooSlow => f.write_str("the body took too long to come"),
            ApiError::BadBody(reason) => write!(f, "the body cannot be read: {reason}"),
            ApiError::NoUpgrade => f.write_str("this address is for sockets only"),
            ApiError::LocalOnly => {
                f.write_str("only programs on the same computer may ask for this")
            }
            ApiError::TooManyRequests { retry_after } => {
                write!(f, "too many requests; try again in {} s", whole_seconds(*retry_after))
            }
            ApiError::Busy => f.write_str("too many log in at once; try again shortly"),
            ApiError::WrongLogin => f.write_str("the name or the password is wrong"),
            ApiError::WrongPassword => f.write_str("the current password is wrong"),
            ApiError::AdminPassword => {
                f.write_str("the admin's password is the one that the server is started with")
            }
            ApiError::LoginNeeded => f.write_str("log in to do this"),
            ApiError::AdminOnly => f.write_str("only the admin of the server may do this"),
            ApiError::BadPassword(error) => error.fmt(f),
            ApiError::NoMember(name) => write!(f, "there is no member {name:?}"),
            ApiError::InPlay(id) => {
                write!(f, "the game {id} is being played; it can be removed when it is over")
            }
            ApiError::NoStudy(id) => write!(f, "there is no study {id:?}, or it is not shared"),
            ApiError::ForeignStudy => f.write_str("this study is somebody else's"),
            ApiError::BadTitle => f.write_str("a study needs a name of 1 to 200 characters"),
            ApiError::StudyChanged { version, .. } => {
                write!(f, "the study was saved elsewhere in the meantime; it has version {version}")
            }
            ApiError::Invalid(fault) => fault.fmt(f),
            ApiError::Refused(refusal) => refusal.fmt(f),
            ApiError::Terms(error) => error.fmt(f),
            ApiError::Denied(denial) => denial.fmt(f),
            ApiError::BadQuery(reason) => write!(f, "the address cannot be read: {reason}"),
            ApiError::BadImport(reason) => f.write_str(reason),
            ApiError::NotOver => {
                f.write_str("the game is still played; it can be reviewed when it is over")
            }
            ApiError::Engine(error) => error.fmt(f),
            ApiError::Internal => {
                f.write_str("something went wrong here; it has been written down")
            }
        }
    }
}

impl std::error::Error for ApiError {}

impl From<wire::RequestError> for ApiError {
    fn from(fault: wire::RequestError) -> ApiError {
        ApiError::Invalid(fault)
    }
}

impl From<game::GameError> for ApiError {
    fn from(refusal: game::GameError) -> ApiError {
        ApiError::Refused(refusal)
    }
}

impl From<RoomError> for ApiError {
    fn from(denial: RoomError) -> ApiError {
        ApiError::Denied(denial)
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> ApiError {
        ApiError::Denied(error.into())
    }
}

impl From<BadPassword> for ApiError {
    fn from(error: BadPassword) -> ApiError {
        ApiError::BadPassword(error)
    }
}

impl From<EngineError> for ApiError {
    fn from(error: EngineError) -> ApiError {
        ApiError::Engine(error)
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code, level) = self.row();
        let message = self.to_string();
        log(level, status, code, &message);
        let body = wire::ErrorBody { code, message, values: self.values() };
        let mut response = (status, Json(body)).into_response();
        if let ApiError::TooManyRequests { retry_after } = self {
            let seconds = HeaderValue::from(whole_seconds(retry_after));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// Levels are part of what `tracing` builds a message from, so each needs its own call.
fn log(level: Level, status: StatusCode, code: Code, message: &str) {
    let status = status.as_u16();
    match level {
        Level::ERROR => tracing::error!(status, ?code, "{message}"),
        Level::WARN => tracing::warn!(status, ?code, "{message}"),
        Level::INFO => tracing::info!(status, ?code, "{message}"),
        _ => tracing::debug!(status, ?code, "{message}"),
    }
}

fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// The answer to whoever was waiting when a handler broke down.
pub(crate) fn from_panic(cause: Box<dyn Any + Send>) -> Response {
    let text = cause.downcast_ref::<&str>().copied();
    let text = text.or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    tracing::error!("a handler broke down: {}", text.unwrap_or("for a reason that is no text"));
    // The cause may own anything; nobody needs it any more.
    drop(cause);
    ApiError::Internal.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_a_status_and_a_word() {
        for (problem, status, code) in [
            (ApiError::NotFound, 404, Code::NotFound),
            (ApiError::MethodNotAllowed, 405, Code::MethodNotAllowed),
            (ApiError::ForeignHost("evil.example".into()), 421, Code::ForeignHost),
            (ApiError::ForeignOrigin("null".into()), 403, Code::ForeignOrigin),
            (ApiError::NotJson, 415, Code::NotJson),
            (ApiError::TooLarge { most: 1 }, 413, Code::TooLarge),
            (ApiError::Terms(TermsError::NoTime(chess::Color::White)), 400, Code::BadTime),
            (ApiError::Invalid(wire::RequestError::BothOpen), 400, Code::BadSeats),
            (ApiError::Refused(game::GameError::Over), 409, Code::Over),
            (ApiError::NotOver, 409, Code::NotOver),
            (ApiError::NoStudy("abc".into()), 404, Code::NoStudy),
            (ApiError::BadTitle, 400, Code::BadTitle),
            (ApiError::StudyChanged { version: 2, request: "a".into() }, 409, Code::Stale),
            (ApiError::Engine(EngineError::Busy), 503, Code::EnginesBusy),
            (ApiError::WrongLogin, 401, Code::WrongLogin),
            (ApiError::WrongPassword, 403, Code::WrongPassword),
            (ApiError::AdminPassword, 403, Code::AdminPassword),
            (ApiError::LoginNeeded, 401, Code::LoginNeeded),
            (ApiError::AdminOnly, 403, Code::AdminOnly),
            (ApiError::Internal, 500, Code::Internal),
        ] {
            let (seen, word, _) = problem.row();
            assert_eq!((seen.as_u16(), word), (status, code), "{problem:?}");
        }
    }

    #[test]
    fn what_a_sentence_names_is_told_apart_from_it() {
        let empty = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<chess::Position>();
        let no_kings = wire::RequestError::Fen(empty.expect_err("nobody has a king"));
        for (problem, values) in [
            (ApiError::TooLarge { most: 9 }, vec!["9"]),
            (ApiError::BadPassword(BadPassword { length: 3 }), vec!["8", "128", "3"]),
            (ApiError::NoMember("Ada".into()), vec!["Ada"]),
            (ApiError::Invalid(no_kings), vec!["white", "0"]),
            (ApiError::NotFound, vec![]),
        ] {
            assert_eq!(problem.values(), values, "{problem:?}");
        }
    }

    #[test]
    fn who_asks_too_often_is_told_when_to_come_back() {
        let problem = ApiError::TooManyRequests { retry_after: Duration::from_millis(1200) };
        let response = problem.into_response();
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }
}
