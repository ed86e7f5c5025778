//! How requests fail: one enum, and one table of status, word and log level. Every error that
//! leaves the server is a [`wire::Problem`].

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
use crate::live::Denial;
use crate::{BadPassword, Password};

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
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
    /// The keeper's password is the one that the server is started with.
    KeepersPassword,
    /// Somebody who is not logged in wants what not everybody may have.
    LoginNeeded,
    /// Somebody wants what only the keeper may do.
    KeeperOnly,
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
    Invalid(wire::Fault),
    /// The game refuses.
    Refused(game::Refusal),
    /// No game can be played by these terms.
    Terms(TermsError),
    /// A game that is being played says no.
    Denied(Denial),
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

impl Problem {
    /// The status of the answer, the word for programs, and how much it matters to the log.
    fn row(&self) -> (StatusCode, Code, Level) {
        match self {
            Problem::NotFound => (StatusCode::NOT_FOUND, Code::NotFound, Level::DEBUG),
            Problem::MethodNotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, Code::MethodNotAllowed, Level::DEBUG)
            }
            Problem::ForeignHost(_) => {
                (StatusCode::MISDIRECTED_REQUEST, Code::ForeignHost, Level::WARN)
            }
            Problem::ForeignOrigin(_) => (StatusCode::FORBIDDEN, Code::ForeignOrigin, Level::WARN),
            Problem::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, Code::NotJson, Level::INFO),
            Problem::TooLarge { .. } => {
                (StatusCode::PAYLOAD_TOO_LARGE, Code::TooLarge, Level::INFO)
            }
            Problem::TooSlow => (StatusCode::REQUEST_TIMEOUT, Code::TooSlow, Level::INFO),
            Problem::BadBody(_) => (StatusCode::BAD_REQUEST, Code::BadBody, Level::INFO),
            Problem::NoUpgrade => (StatusCode::UPGRADE_REQUIRED, Code::NoUpgrade, Level::INFO),
            Problem::LocalOnly => (StatusCode::FORBIDDEN, Code::LocalOnly, Level::INFO),
            Problem::TooManyRequests { .. } => {
                (StatusCode::TOO_MANY_REQUESTS, Code::TooManyRequests, Level::WARN)
            }
            Problem::Busy => (StatusCode::SERVICE_UNAVAILABLE, Code::Busy, Level::WARN),
            Problem::WrongLogin => (StatusCode::UNAUTHORIZED, Code::WrongLogin, Level::DEBUG),
            Problem::WrongPassword => (StatusCode::FORBIDDEN, Code::WrongPassword, Level::DEBUG),
            Problem::KeepersPassword => {
                (StatusCode::FORBIDDEN, Code::KeepersPassword, Level::DEBUG)
            }
            Problem::LoginNeeded => (StatusCode::UNAUTHORIZED, Code::LoginNeeded, Level::DEBUG),
            Problem::KeeperOnly => (StatusCode::FORBIDDEN, Code::KeeperOnly, Level::INFO),
            Problem::BadPassword(_) => (StatusCode::BAD_REQUEST, Code::BadPassword, Level::DEBUG),
            Problem::NoMember(_) => (StatusCode::NOT_FOUND, Code::NoMember, Level::DEBUG),
            Problem::InPlay(_) => (StatusCode::CONFLICT, Code::InPlay, Level::DEBUG),
            Problem::NoStudy(_) => (StatusCode::NOT_FOUND, Code::NoStudy, Level::DEBUG),
            Problem::ForeignStudy => (StatusCode::FORBIDDEN, Code::NotAllowed, Level::INFO),
            Problem::BadTitle => (StatusCode::BAD_REQUEST, Code::BadTitle, Level::DEBUG),
            Problem::StudyChanged { .. } => (StatusCode::CONFLICT, Code::Stale, Level::DEBUG),
            Problem::Invalid(fault) => (StatusCode::BAD_REQUEST, fault.code(), Level::INFO),
            Problem::Refused(refusal) => (StatusCode::CONFLICT, (*refusal).into(), Level::DEBUG),
            Problem::Terms(error) => {
                let is_time = matches!(
                    error,
                    TermsError::NoTime(_)
                        | TermsError::TooMuchTime(..)
                        | TermsError::TooMuchBonus(..)
                );
                let code = if is_time { Code::BadTime } else { Code::BadTerms };
                (StatusCode::BAD_REQUEST, code, Level::INFO)
            }
            Problem::Denied(denial) => (denial.status(), denial.code(), denial.level()),
            Problem::BadQuery(_) => (StatusCode::BAD_REQUEST, Code::BadQuery, Level::INFO),
            Problem::BadImport(_) => (StatusCode::BAD_REQUEST, Code::BadImport, Level::INFO),
            Problem::NotOver => (StatusCode::CONFLICT, Code::NotOver, Level::DEBUG),
            Problem::Engine(error) => (error.status(), error.code(), error.level()),
            Problem::Internal => (StatusCode::INTERNAL_SERVER_ERROR, Code::Internal, Level::ERROR),
        }
    }

    /// What the sentence names that another language needs too.
    fn values(&self) -> Vec<String> {
        match self {
            Problem::TooManyRequests { retry_after } => {
                vec![whole_seconds(*retry_after).to_string()]
            }
            Problem::TooLarge { most } => vec![most.to_string()],
            Problem::BadPassword(BadPassword { length }) => {
                vec![Password::MIN.to_string(), Password::MAX.to_string(), length.to_string()]
            }
            Problem::ForeignHost(text)
            | Problem::ForeignOrigin(text)
            | Problem::NoMember(text)
            | Problem::NoStudy(text)
            | Problem::InPlay(text) => vec![text.clone()],
            Problem::StudyChanged { version, request } => {
                vec![version.to_string(), request.clone()]
            }
            Problem::Invalid(fault) | Problem::Denied(Denial::Fault(fault)) => fault.values(),
            Problem::Denied(Denial::Store(StoreError::NameTaken(name))) => vec![name.to_string()],
            _ => Vec::new(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Problem::NotFound => f.write_str("there is nothing at this address"),
            Problem::MethodNotAllowed => f.write_str("this address does not take this method"),
            Problem::ForeignHost(host) => {
                write!(f, "{host:?} is not a name of this server; its owner can add it")
            }
            Problem::ForeignOrigin(origin) => {
                write!(f, "pages of {origin:?} may not use this server; its owner can allow it")
            }
            Problem::NotJson => f.write_str("the body has to be of the type application/json"),
            Problem::TooLarge { most } => write!(f, "the body is larger than {most} bytes"),
            Problem::TooSlow => f.write_str("the body took too long to come"),
            Problem::BadBody(reason) => write!(f, "the body cannot be read: {reason}"),
            Problem::NoUpgrade => f.write_str("this address is for sockets only"),
            Problem::LocalOnly => {
                f.write_str("only programs on the same computer may ask for this")
            }
            Problem::TooManyRequests { retry_after } => {
                write!(f, "too many requests; try again in {} s", whole_seconds(*retry_after))
            }
            Problem::Busy => f.write_str("too many log in at once; try again shortly"),
            Problem::WrongLogin => f.write_str("the name or the password is wrong"),
            Problem::WrongPassword => f.write_str("the current password is wrong"),
            Problem::KeepersPassword => {
                f.write_str("the keeper's password is the one that the server is started with")
            }
            Problem::LoginNeeded => f.write_str("log in to do this"),
            Problem::KeeperOnly => f.write_str("only the keeper of the server may do this"),
            Problem::BadPassword(error) => error.fmt(f),
            Problem::NoMember(name) => write!(f, "there is no member {name:?}"),
            Problem::InPlay(id) => {
                write!(f, "the game {id} is being played; it can be removed when it is over")
            }
            Problem::NoStudy(id) => write!(f, "there is no study {id:?}, or it is not shared"),
            Problem::ForeignStudy => f.write_str("this study is somebody else's"),
            Problem::BadTitle => f.write_str("a study needs a name of 1 to 200 characters"),
            Problem::StudyChanged { version, .. } => {
                write!(f, "the study was saved elsewhere in the meantime; it has version {version}")
            }
            Problem::Invalid(fault) => fault.fmt(f),
            Problem::Refused(refusal) => refusal.fmt(f),
            Problem::Terms(error) => error.fmt(f),
            Problem::Denied(denial) => denial.fmt(f),
            Problem::BadQuery(reason) => write!(f, "the address cannot be read: {reason}"),
            Problem::BadImport(reason) => f.write_str(reason),
            Problem::NotOver => {
                f.write_str("the game is still played; it can be reviewed when it is over")
            }
            Problem::Engine(error) => error.fmt(f),
            Problem::Internal => f.write_str("something went wrong here; it has been written down"),
        }
    }
}

impl std::error::Error for Problem {}

impl From<wire::Fault> for Problem {
    fn from(fault: wire::Fault) -> Problem {
        Problem::Invalid(fault)
    }
}

impl From<game::Refusal> for Problem {
    fn from(refusal: game::Refusal) -> Problem {
        Problem::Refused(refusal)
    }
}

impl From<Denial> for Problem {
    fn from(denial: Denial) -> Problem {
        Problem::Denied(denial)
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        Problem::Denied(error.into())
    }
}

impl From<BadPassword> for Problem {
    fn from(error: BadPassword) -> Problem {
        Problem::BadPassword(error)
    }
}

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Problem {
        Problem::Engine(error)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let (status, code, level) = self.row();
        let message = self.to_string();
        log(level, status, code, &message);
        let body = wire::Problem { code, message, values: self.values() };
        let mut response = (status, Json(body)).into_response();
        if let Problem::TooManyRequests { retry_after } = self {
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
    Problem::Internal.into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_problem_has_a_status_and_a_word() {
        for (problem, status, code) in [
            (Problem::NotFound, 404, Code::NotFound),
            (Problem::MethodNotAllowed, 405, Code::MethodNotAllowed),
            (Problem::ForeignHost("evil.example".into()), 421, Code::ForeignHost),
            (Problem::ForeignOrigin("null".into()), 403, Code::ForeignOrigin),
            (Problem::NotJson, 415, Code::NotJson),
            (Problem::TooLarge { most: 1 }, 413, Code::TooLarge),
            (Problem::Terms(TermsError::NoTime(chess::Color::White)), 400, Code::BadTime),
            (Problem::Invalid(wire::Fault::BothOpen), 400, Code::BadSeats),
            (Problem::Refused(game::Refusal::Over), 409, Code::Over),
            (Problem::NotOver, 409, Code::NotOver),
            (Problem::NoStudy("abc".into()), 404, Code::NoStudy),
            (Problem::BadTitle, 400, Code::BadTitle),
            (Problem::StudyChanged { version: 2, request: "a".into() }, 409, Code::Stale),
            (Problem::Engine(EngineError::Busy), 503, Code::EnginesBusy),
            (Problem::WrongLogin, 401, Code::WrongLogin),
            (Problem::WrongPassword, 403, Code::WrongPassword),
            (Problem::KeepersPassword, 403, Code::KeepersPassword),
            (Problem::LoginNeeded, 401, Code::LoginNeeded),
            (Problem::KeeperOnly, 403, Code::KeeperOnly),
            (Problem::Internal, 500, Code::Internal),
        ] {
            let (seen, word, _) = problem.row();
            assert_eq!((seen.as_u16(), word), (status, code), "{problem:?}");
        }
    }

    #[test]
    fn what_a_sentence_names_is_told_apart_from_it() {
        let empty = "8/8/8/8/8/8/8/8 w - - 0 1".parse::<chess::Position>();
        let no_kings = wire::Fault::Fen(empty.expect_err("nobody has a king"));
        for (problem, values) in [
            (Problem::TooLarge { most: 9 }, vec!["9"]),
            (Problem::BadPassword(BadPassword { length: 3 }), vec!["8", "128", "3"]),
            (Problem::NoMember("Ada".into()), vec!["Ada"]),
            (Problem::Invalid(no_kings), vec!["white", "0"]),
            (Problem::NotFound, vec![]),
        ] {
            assert_eq!(problem.values(), values, "{problem:?}");
        }
    }

    #[test]
    fn who_asks_too_often_is_told_when_to_come_back() {
        let problem = Problem::TooManyRequests { retry_after: Duration::from_millis(1200) };
        let response = problem.into_response();
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }
}
