//! How the program ends: with a status and, when something was wrong, one line on stderr that names
//! it. Status 0 is success, 1 means that the answer is no, 2 that the command could not be done as
//! it was given.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use uci::ClientError;

const NO: u8 = 1;
const REFUSED: u8 = 2;

/// What a command that could do its work has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// All is well.
    Yes,
    /// It found what it was asked to look for, and that is not good.
    No,
}

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) enum CliError {
    /// The output cannot be written.
    Output(io::Error),
    /// The players' input or their screen broke down.
    Game(io::Error),
    /// The file of this name cannot be read.
    Read(String, io::Error),
    /// The file of this name cannot be written.
    Write(String, io::Error),
    /// Something that was given cannot be used; the text says what and why.
    Unusable(String),
    /// An engine does not do its part.
    Engine(ClientError),
}

impl From<ClientError> for CliError {
    fn from(error: ClientError) -> CliError {
        CliError::Engine(error)
    }
}

impl From<io::Error> for CliError {
    fn from(error: io::Error) -> CliError {
        CliError::Output(error)
    }
}

impl CliError {
    /// True when the reader of the output has left, as `head` does when it has seen enough. That is
    /// no fault of anyone's.
    pub(crate) fn is_closed_pipe(&self) -> bool {
        match self {
            CliError::Output(error) | CliError::Game(error) => {
                error.kind() == io::ErrorKind::BrokenPipe
            }
            CliError::Read(..)
            | CliError::Write(..)
            | CliError::Unusable(_)
            | CliError::Engine(_) => false,
        }
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            CliError::Output(error) => write!(f, "cannot write the output: {error}"),
            CliError::Game(error) => write!(f, "cannot go on with the game: {error}"),
            CliError::Read(name, error) => write!(f, "cannot read '{name}': {error}"),
            CliError::Write(name, error) => write!(f, "cannot write '{name}': {error}"),
            CliError::Unusable(fault) => f.write_str(fault),
            CliError::Engine(error) => error.fmt(f),
        }
    }
}

/// The status for what came of a command; a failure is told on the way.
pub(crate) fn status(result: Result<Answer, CliError>) -> ExitCode {
    match result {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::from(NO),
        Err(failure) if failure.is_closed_pipe() => ExitCode::SUCCESS,
        Err(failure) => refuse(&failure),
    }
}

/// The status when clap has not returned a command: it was asked for help or for the version, or
/// it did not understand.
pub(crate) fn clap_status(error: &clap::Error) -> ExitCode {
    if error.use_stderr() {
        return refuse(&one_line(error));
    }
    status(error.print().map(|()| Answer::Yes).map_err(CliError::Output))
}

/// Says what was wrong and gives the status for it.
fn refuse(what: &impl fmt::Display) -> ExitCode {
    // When stderr is closed too, the status has to say it all.
    let _ = writeln!(io::stderr(), "tabiya: {what}");
    ExitCode::from(REFUSED)
}

/// clap's message in one line. It comes in paragraphs: the fault, tips, the usage, and a pointer to
/// the help; the last two are the same for every fault, so one short hint takes their place.
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
