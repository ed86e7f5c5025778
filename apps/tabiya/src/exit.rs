//! How the program ends: with an exit status and, after an error, one line on stderr. Status 0 is
//! success, 1 means that something is wrong, and 2 that the command could not be carried out.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use tournament::MatchError;
use uci::ClientError;

const FAILURE: u8 = 1;
const ERROR: u8 = 2;

/// How a command that was carried out ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExitStatus {
    /// Everything is fine.
    Success,
    /// The command worked but found something wrong.
    Failure,
}

/// Why a command could not be carried out.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CliError {
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
    /// The terminal of a game failed.
    #[error("cannot continue the game: {0}")]
    Game(io::Error),
    /// A file cannot be read.
    #[error("cannot read '{0}': {1}")]
    Read(String, io::Error),
    /// A file cannot be written.
    #[error("cannot write '{0}': {1}")]
    Write(String, io::Error),
    /// An argument or a file cannot be used; the text says what and why.
    #[error("{0}")]
    Message(String),
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] ClientError),
    /// A match cannot be played or recorded.
    #[error(transparent)]
    Match(#[from] MatchError),
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Output(error)
    }
}

impl CliError {
    /// True when the reader of the output has closed it, as `head` does. That is not an error.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        match self {
            CliError::Output(error) | CliError::Game(error) => {
                error.kind() == io::ErrorKind::BrokenPipe
            }
            CliError::Read(..)
            | CliError::Write(..)
            | CliError::Message(_)
            | CliError::Engine(_)
            | CliError::Match(_) => false,
        }
    }
}

/// The exit status for the result of a command; prints the error, if any.
pub(crate) fn status(result: Result<ExitStatus, CliError>) -> ExitCode {
    match result {
        Ok(ExitStatus::Success) => ExitCode::SUCCESS,
        Ok(ExitStatus::Failure) => ExitCode::from(FAILURE),
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => fail(&error),
    }
}

/// The exit status when clap returns no command: for help, the version, or a usage error.
pub(crate) fn clap_status(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        return fail(&one_line(error));
    }
    status(error.print().map(|()| ExitStatus::Success).map_err(CliError::Output))
}

/// Prints an error and returns the exit status for it.
fn fail(error: &impl fmt::Display) -> ExitCode {
    // If stderr is closed, the status has to be enough.
    let _ = writeln!(io::stderr(), "tabiya: {error}");
    ExitCode::from(ERROR)
}

/// clap's message in one line. It comes in paragraphs: the error, tips, the usage, and a pointer to
/// the help. A short hint replaces the last two.
fn one_line(error: &clap::Error) -> String {
    let message = error.render().to_string();
    let paragraphs = message.split("\n\n").take_while(|paragraph| {
        !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information")
    });
    let clauses: Vec<String> = paragraphs
        .map(|paragraph| {
            let words: Vec<&str> = paragraph.split_whitespace().collect();
            match words[..] {
                ["error:" | "tip:", ref rest @ ..] => rest.join(" "),
                _ => words.join(" "),
            }
        })
        .collect();
    format!("{} (try --help)", clauses.join("; "))
}
