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

use crate::BadPassword;
use crate::engines::EngineError;
use crate::live::Denial;

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
    fn row(&self) -> (StatusCode, &'static str, Level) {
        match self {
            Problem::NotFound => (StatusCode::NOT_FOUND, "not_found", Level::DEBUG),
            Problem::MethodNotAllowed => {
                (StatusCode::METHOD_NOT_ALLOWED, "method_not_allowed", Level::DEBUG)
            }
            Problem::ForeignHost(_) => {
                (StatusCode::MISDIRECTED_REQUEST, "foreign_host", Level::WARN)
            }
            Problem::ForeignOrigin(_) => (StatusCode::FORBIDDEN, "foreign_origin", Level::WARN),
            Problem::NotJson => (StatusCode::UNSUPPORTED_MEDIA_TYPE, "not_json", Level::INFO),
            Problem::TooLarge { .. } => (StatusCode::PAYLOAD_TOO_LARGE, "too_large", Level::INFO),
            Problem::TooSlow => (StatusCode::REQUEST_TIMEOUT, "too_slow", Level::INFO),
            Problem::BadBody(_) => (StatusCode::BAD_REQUEST, "bad_body", Level::INFO),
            Problem::NoUpgrade => (StatusCode::UPGRADE_REQUIRED, "no_upgrade", Level::INFO),
            Problem::LocalOnly => (StatusCode::FORBIDDEN, "local_only", Level::INFO),
            Problem::TooManyRequests { .. } => {
                (StatusCode::TOO_MANY_REQUESTS, "too_many_requests", Level::WARN)
            }
            Problem::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy", Level::WARN),
            Problem::WrongLogin => (StatusCode::UNAUTHORIZED, "wrong_login", Level::DEBUG),
            Problem::LoginNeeded => (StatusCode::UNAUTHORIZED, "login_needed", Level::DEBUG),
            Problem::KeeperOnly => (StatusCode::FORBIDDEN, "keeper_only", Level::INFO),
            Problem::BadPassword(_) => (StatusCode::BAD_REQUEST, "bad_password", Level::DEBUG),
            Problem::NoMember(_) => (StatusCode::NOT_FOUND, "no_member", Level::DEBUG),
            Problem::InPlay(_) => (StatusCode::CONFLICT, "in_play", Level::DEBUG),
            Problem::Invalid(fault) => (StatusCode::BAD_REQUEST, fault.code(), Level::INFO),
            Problem::Refused(refusal) => (StatusCode::CONFLICT, refusal.code(), Level::DEBUG),
            Problem::Terms(error) => {
                let is_time = matches!(
                    error,
                    TermsError::NoTime(_)
                        | TermsError::TooMuchTime(..)
                        | TermsError::TooMuchBonus(..)
                );
                let code = if is_time { "bad_time" } else { "bad_terms" };
                (StatusCode::BAD_REQUEST, code, Level::INFO)
            }
            Problem::Denied(denial) => (denial.status(), denial.code(), denial.level()),
            Problem::BadQuery(_) => (StatusCode::BAD_REQUEST, "bad_query", Level::INFO),
            Problem::BadImport(_) => (StatusCode::BAD_REQUEST, "bad_import", Level::INFO),
            Problem::NotOver => (StatusCode::CONFLICT, "not_over", Level::DEBUG),
            Problem::Engine(error) => (error.status(), error.code(), error.level()),
            Problem::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "internal", Level::ERROR),
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
            Problem::LoginNeeded => f.write_str("log in to do this"),
            Problem::KeeperOnly => f.write_str("only the keeper of the server may do this"),
            Problem::BadPassword(error) => error.fmt(f),
            Problem::NoMember(name) => write!(f, "there is no member {name:?}"),
            Problem::InPlay(id) => {
                write!(f, "the game {id} is being played; it can be removed when it is over")
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
        let body = wire::Problem { code: code.to_owned(), message };
        let mut response = (status, Json(body)).into_response();
        if let Problem::TooManyRequests { retry_after } = self {
            let seconds = HeaderValue::from(whole_seconds(retry_after));
            response.headers_mut().insert(header::RETRY_AFTER, seconds);
        }
        response
    }
}

/// Levels are part of what `tracing` builds a message from, so each needs its own call.
fn log(level: Level, status: StatusCode, code: &str, message: &str) {
    let status = status.as_u16();
    match level {
        Level::ERROR => tracing::error!(status, code, "{message}"),
        Level::WARN => tracing::warn!(status, code, "{message}"),
        Level::INFO => tracing::info!(status, code, "{message}"),
        _ => tracing::debug!(status, code, "{message}"),
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
            (Problem::NotFound, 404, "not_found"),
            (Problem::MethodNotAllowed, 405, "method_not_allowed"),
            (Problem::ForeignHost("evil.example".into()), 421, "foreign_host"),
            (Problem::ForeignOrigin("null".into()), 403, "foreign_origin"),
            (Problem::NotJson, 415, "not_json"),
            (Problem::TooLarge { most: 1 }, 413, "too_large"),
            (Problem::Terms(TermsError::NoTime(chess::Color::White)), 400, "bad_time"),
            (Problem::Invalid(wire::Fault::BothOpen), 400, "bad_seats"),
            (Problem::Refused(game::Refusal::Over), 409, "over"),
            (Problem::NotOver, 409, "not_over"),
            (Problem::Engine(EngineError::Busy), 503, "engines_busy"),
            (Problem::WrongLogin, 401, "wrong_login"),
            (Problem::LoginNeeded, 401, "login_needed"),
            (Problem::KeeperOnly, 403, "keeper_only"),
            (Problem::Internal, 500, "internal"),
        ] {
            let (seen, word, _) = problem.row();
            assert_eq!((seen.as_u16(), word), (status, code), "{problem:?}");
        }
    }

    #[test]
    fn who_asks_too_often_is_told_when_to_come_back() {
        let problem = Problem::TooManyRequests { retry_after: Duration::from_millis(1200) };
        let response = problem.into_response();
        assert_eq!(response.headers()[header::RETRY_AFTER], "2");
    }
}
